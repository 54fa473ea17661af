/**
 * The places of what a coalition received, in every pair of a real and a simulated view: entry by entry of
 * vectors, byte by byte of anything else. A message that members send each other teaches them nothing.
 */

import { encode } from '../../../core/engine/wire/bytes.ts';
import { Sealed } from '../../../core/engine/compute/sealed.ts';
import { isPacked } from '../../../core/engine/wire/fields.ts';
import {
  type AnyMessageType,
  type ClusterLabels,
  decodeMessage,
  type FieldKind,
  labels,
} from '../../../core/engine/wire/message.ts';
import { planesOf } from '../../../core/engine/wire/sealed-residues.ts';
import type { Privacy } from '../../../core/protocol/attack.ts';
import type { AnyProtocol } from '../../../core/protocol/protocol.ts';
import type { ObservedMessage, View } from '../../../core/protocol/view.ts';
import { moduliOf } from '../detect/samples.ts';

/** One vector in the nth message of a type from a sender to a member, in all views in which it came. */
export interface Slot {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly field: string;
  /** From 0, among such messages. */
  readonly nth: number;
  /** The index of its prime among several; 0 for anything but residues. */
  readonly plane: number;
  /** Whether its entries are residues. */
  readonly residues: boolean;
  /** What they are modulo, as far as that is known. */
  readonly modulus: bigint | undefined;
  /** Whether its entries are bytes that only the protocol interprets. */
  readonly raw: boolean;
  /** `[pair]`; undefined where the message did not come. */
  readonly real: (Values | undefined)[];
  readonly simulated: (Values | undefined)[];
}

export interface Values {
  readonly entries: ArrayLike<number>;
  /** What they take of the message. */
  readonly bytes: number;
}

/** The field of a message whose bytes no type of the protocol explains. */
export const UNKNOWN = 'unknown bytes';

/**
 * All slots of some pairs of views.
 * @param protocol whose messages they are
 */
export function slotsOf(
  pairs: readonly { readonly real: View; readonly simulated: View }[],
  { messages, privacy }: Pick<AnyProtocol, 'messages' | 'privacy'>,
): Slot[] {
  const known = new Map(messages.map((type) => [type.name, type]));
  const slots = new Map<string, Slot>();
  pairs.forEach((pair, at) => {
    for (const side of ['real', 'simulated'] as const) {
      for (const found of vectorsIn(pair[side], known, privacy)) {
        const { type, from, to, field, nth, plane, residues, modulus, raw, ...values } = found;
        const key = [type, from, to, field, nth, plane].join(' ');
        let slot = slots.get(key);
        if (slot === undefined)
          slots.set(
            key,
            (slot = { type, from, to, field, nth, plane, residues, modulus, raw, real: [], simulated: [] }),
          );
        slot[side][at] = values;
      }
    }
  });
  return [...slots.values()];
}

type Found = Omit<Slot, 'real' | 'simulated'> & Values;

function* vectorsIn(
  view: View,
  known: ReadonlyMap<string, AnyMessageType>,
  privacy: Privacy | undefined,
): Generator<Found> {
  const counts = new Map<string, number>();
  for (const { from, to, payload } of receivedFromOthers(view)) {
    const message = decodeMessage(payload, known);
    const type = 'malformed' in message ? 'malformed' : message.type.name;
    const link = `${type} ${from} ${to}`;
    const nth = counts.get(link) ?? 0;
    counts.set(link, nth + 1);
    const whole = { type, from, to, nth };
    if ('malformed' in message) {
      yield {
        ...whole,
        field: UNKNOWN,
        plane: 0,
        residues: false,
        modulus: undefined,
        raw: true,
        entries: payload,
        bytes: payload.length,
      };
      continue;
    }
    const { fields, fieldNames } = message.type;
    for (const field of fieldNames) {
      const kind = fields[field] as FieldKind<unknown>;
      const value = (message.body as Record<string, unknown>)[field];
      const vectors = entriesOf(kind, value);
      const beside = besideEntries(kind, value);
      const bytes = (encode(kind.pack(value)).length - (beside?.bytes ?? 0)) / vectors.length;
      const moduli = kind.residuesIn === undefined ? [] : moduliOf(privacy, view.agreed, message, field);
      for (const [plane, entries] of vectors.entries()) {
        const raw = entries instanceof Uint8Array;
        const residues = kind.residuesIn !== undefined && !raw;
        yield { ...whole, field, plane, residues, modulus: moduli[plane], raw, entries, bytes };
      }
      if (beside !== undefined) {
        const { name, ...values } = beside;
        const named = {
          field: `${name} of ${field}`,
          plane: 0,
          residues: false,
          modulus: undefined,
          raw: true,
        };
        yield { ...whole, ...named, ...values };
      }
    }
  }
}

/** What members received from others. */
function* receivedFromOthers({ members }: View): Generator<ObservedMessage> {
  const own = new Set(members.map(({ name }) => name));
  for (const { received } of members) for (const one of received) if (!own.has(one.from)) yield one;
}

/** The numbers that a field holds, as vectors; what holds none as its bytes. */
function entriesOf(kind: FieldKind<unknown>, value: unknown): readonly ArrayLike<number>[] {
  if (value instanceof Sealed) return planesOf(value);
  if (isVector(value)) return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [[Number(value)]];
  if (Array.isArray(value) && value.length > 0 && value.every(isVector)) return value;
  if (kind.residuesIn !== undefined) {
    const planes = kind.residuesIn(value, Number.POSITIVE_INFINITY);
    const fit = planes.every((plane) => plane.every((entry) => entry <= Number.MAX_SAFE_INTEGER));
    if (fit && planes.length > 0) return planes.map((plane) => Float64Array.from(plane, Number));
  }
  const { values } = (value ?? {}) as { readonly values?: unknown };
  return [isVector(values) ? values : new Uint8Array(encode(kind.pack(value)))];
}

/** What a field's bytes say beside its entries: how many clusters labels are of, and the bits behind the last packed integer. */
function besideEntries(
  kind: FieldKind<unknown>,
  value: unknown,
): (Values & { readonly name: string }) | undefined {
  if (kind === labels) {
    const { clusters } = value as ClusterLabels;
    const entries = new Uint8Array(encode(clusters));
    return { name: 'number of clusters', entries, bytes: entries.length };
  }
  if (!isPacked(value)) return undefined;
  const padding = 8 * value.bytes.length - value.bits * value.length;
  if (padding === 0) return undefined;
  const last = value.bytes[value.bytes.length - 1];
  return { name: 'padding', entries: Uint8Array.of(last >> (8 - padding)), bytes: padding / 8 };
}

function isVector(value: unknown): value is Uint8Array | Uint16Array | Uint32Array | Float64Array {
  return (
    value instanceof Uint8Array ||
    value instanceof Uint16Array ||
    value instanceof Uint32Array ||
    value instanceof Float64Array
  );
}
