/**
 * What a coalition receives in repeated runs on the same data, with fresh randomness for everybody. What
 * should look uniform must differ from run to run in every way that uniform values do.
 */

import { platform } from '#platform';
import type { Privacy } from '../../../core/protocol/attack.ts';
import type { ObservedMessage, View } from '../../../core/protocol/view.ts';
import { isPacked } from '../../../core/engine/wire/fields.ts';
import { type AnyMessageType, decodeMessage, type FieldKind } from '../../../core/engine/wire/message.ts';

/** How many entries of every vector are tested, from its start. */
export const MOST_ENTRIES = 512;

/** One vector of residues, in every run. */
export interface Stack {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  /** The index of this message among several such messages from sender to receiver, from 0. */
  readonly occurrence: number;
  /** The index of its prime among several. */
  readonly plane: number;
  /** Undefined if the protocol does not give it. */
  readonly modulus: bigint | undefined;
  /** `[run][entry]` */
  readonly runs: readonly (readonly bigint[])[];
}

export interface Samples {
  readonly stacks: readonly Stack[];
  /** Types whose vectors came in only some of the runs, or in several lengths, so they cannot be compared. */
  readonly uneven: readonly string[];
}

/**
 * The vectors of residues that members received from others.
 * @param views of one coalition, one for each run
 * @param wanted which messages count
 */
export function samplesOf(
  views: readonly View[],
  types: readonly AnyMessageType[],
  privacy: Privacy,
  wanted: Wanted,
): Samples {
  const byKey = new Map<
    string,
    { readonly stack: Omit<Stack, 'runs'>; readonly runs: Map<number, readonly bigint[]> }
  >();
  const known = new Map(types.map((type) => [type.name, type]));
  views.forEach((view, run) => {
    const occurrences = new Map<string, number>();
    for (const { from, to, type, body } of newsOf(view, known, wanted)) {
      for (const { field, planes } of vectorsOf(type, body)) {
        const moduli = moduliOf(privacy, view.agreed, { type, body }, field);
        const sender = [type.name, from, to, field].join(' ');
        const occurrence = occurrences.get(sender) ?? 0;
        occurrences.set(sender, occurrence + 1);
        planes.forEach((entries, plane) => {
          const key = [sender, occurrence, plane].join(' ');
          const stack = { type: type.name, from, to, occurrence, plane, modulus: moduli[plane] };
          const kept = byKey.get(key) ?? { stack, runs: new Map<number, readonly bigint[]>() };
          byKey.set(key, kept);
          kept.runs.set(run, entries);
        });
      }
    }
  });
  const stacks: Stack[] = [];
  const uneven = new Set<string>();
  for (const { stack, runs } of byKey.values()) {
    const lengths = new Set([...runs.values()].map(({ length }) => length));
    if (runs.size < views.length || lengths.size > 1) uneven.add(stack.type);
    else stacks.push({ ...stack, runs: views.map((_, run) => runs.get(run) ?? []) });
  }
  return { stacks, uneven: [...uneven] };
}

/** What the residues in a field are modulo, plane by plane; absent where it is not known. */
export function moduliOf(
  privacy: Privacy | undefined,
  agreed: unknown,
  message: { readonly type: AnyMessageType; readonly body: object },
  field: string,
): readonly (bigint | undefined)[] {
  const said = privacy?.moduli?.(agreed as never, message) ?? [];
  if (said.length > 0) return said;
  const value = (message.body as Record<string, unknown>)[field];
  return isPacked(value) ? [1n << BigInt(value.bits)] : [];
}

/** A message that members received from somebody else. */
export interface News {
  readonly from: string;
  readonly to: string;
  readonly type: AnyMessageType;
  readonly body: object;
}

/** Which messages count; `nth`: its number, from 1, among all from this sender to this member. */
export type Wanted = (observed: ObservedMessage, type: AnyMessageType, nth: number) => boolean;

/**
 * What members received from others, once: a message to several of them counts once, as does one that came again,
 * byte for byte, and their own messages teach them nothing.
 */
export function* newsOf(
  { members }: View,
  types: ReadonlyMap<string, AnyMessageType>,
  wanted: Wanted,
): Generator<News> {
  const own = new Set(members.map(({ name }) => name));
  const known = new Set<string>();
  for (const { received } of members) {
    const counts = new Map<string, number>();
    for (const seen of received) {
      if (own.has(seen.from)) continue;
      const nth = (counts.get(seen.from) ?? 0) + 1;
      counts.set(seen.from, nth);
      const name = `${seen.from} ${platform.bytes.toHex(platform.crypto.sha256(seen.payload))}`;
      if (known.has(name)) continue;
      known.add(name);
      const message = decodeMessage(seen.payload, types);
      if ('malformed' in message || !wanted(seen, message.type, nth)) continue;
      yield { from: seen.from, to: seen.to, type: message.type, body: message.body };
    }
  }
}

/** The fields of a message that hold residues, entry by entry. */
export function vectorsOf(
  { fields, fieldNames }: AnyMessageType,
  body: object,
): { readonly field: string; readonly planes: readonly (readonly bigint[])[] }[] {
  return fieldNames.flatMap((field) => {
    const kind = fields[field] as FieldKind<unknown>;
    const planes = kind.residuesIn?.((body as Record<string, unknown>)[field], MOST_ENTRIES);
    return planes === undefined ? [] : [{ field, planes }];
  });
}
