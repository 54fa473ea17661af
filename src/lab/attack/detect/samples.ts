/**
 * What a coalition is sent over and over: the same run again and again, on the same data, everybody's randomness drawn
 * anew. What should look uniform must differ from run to run in every way that uniform values do.
 */

import { createHash } from 'node:crypto';
import type { ObservedMessage, Privacy, View } from '../../../protocol/attack.ts';
import { type AnyMessageType, decodeMessage, type FieldKind } from '../../../engine/wire/message.ts';

/** Of every vector at most so many entries are looked at, its first ones. */
export const MOST_ENTRIES = 512;

/** One vector of residues, in every run. */
export interface Stack {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  /** Which of several such messages from the one to the other, from 0. */
  readonly occurrence: number;
  /** Which of several primes it is modulo. */
  readonly plane: number;
  /** Undefined where the protocol does not say. */
  readonly modulus: bigint | undefined;
  /** `[run][entry]` */
  readonly runs: readonly (readonly bigint[])[];
}

export interface Samples {
  readonly stacks: readonly Stack[];
  /** Types of which vectors came in some of the runs only, or in several lengths: they cannot be held against each other. */
  readonly uneven: readonly string[];
}

/**
 * The vectors of residues that came to members from others.
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
    const moduli = privacy.moduli?.(view.agreed as never) ?? [];
    const occurrences = new Map<string, number>();
    for (const { from, to, type, body } of newsOf(view, known, wanted)) {
      for (const { field, planes } of vectorsOf(type, body)) {
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

/** A message that came to members from somebody else. */
export interface News {
  readonly from: string;
  readonly to: string;
  readonly type: AnyMessageType;
  readonly body: object;
}

/** Which messages count; `nth`: which it was, from 1, of all that came from this sender to this member. */
export type Wanted = (observed: ObservedMessage, type: AnyMessageType, nth: number) => boolean;

/** What members were told by others, once: what goes to several of them is one message, and of a member's own there is nothing to learn. */
export function* newsOf(
  { members }: View,
  known: ReadonlyMap<string, AnyMessageType>,
  wanted: Wanted,
): Generator<News> {
  const own = new Set(members.map(({ name }) => name));
  const first = new Map<string, string>();
  for (const { received } of members) {
    const counts = new Map<string, number>();
    for (const seen of received) {
      if (own.has(seen.from)) continue;
      const nth = (counts.get(seen.from) ?? 0) + 1;
      counts.set(seen.from, nth);
      const name = `${seen.from} ${createHash('sha256').update(seen.payload).digest('hex')}`;
      if ((first.get(name) ?? seen.to) !== seen.to) continue;
      first.set(name, seen.to);
      const message = decodeMessage(seen.payload, known);
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
