/** The vectors that a coalition received, and which unknown key streams are on them. */

import { Sealed } from '../../core/engine/compute/sealed.ts';
import { planesOf } from '../../core/engine/wire/sealed-residues.ts';
import { type AnyMessageType, decodeMessage } from '../../core/engine/wire/message.ts';
import { rankOf } from './rank.ts';
import type { SentMessage } from './recorded-run.ts';
import type { Secret } from './secrets.ts';
import type { Source, Streams } from './vectors.ts';

/** A vector that came to a coalition, and the streams on it that the coalition cannot derive. */
export interface Hidden {
  readonly from: string;
  /** What its message belongs to, such as a round. */
  readonly context: string;
  readonly content: string;
  readonly modulus: bigint;
  readonly unknown: ReadonlyMap<Source, bigint>;
}

/** The streams on a vector that a coalition cannot derive. */
export function unknownOf(
  { times }: Streams,
  keys: ReadonlyMap<Source, Secret | undefined>,
  known: ReadonlySet<Secret>,
): ReadonlyMap<Source, bigint> {
  const isKnown = (key: Secret | undefined): boolean => key === undefined || known.has(key);
  return new Map([...times].filter(([source]) => !isKnown(keys.get(source))));
}

/** How many independent combinations of vectors contain no unknown stream. */
export function dependenciesOf(vectors: readonly Hidden[]): number {
  const moduli = new Set(vectors.map(({ modulus }) => modulus));
  return Array.from(moduli, (p) => {
    const rows = vectors.filter(({ modulus }) => modulus === p).map(({ unknown }) => unknown);
    return rows.length - rankOf(rows, p);
  }).reduce((sum, count) => sum + count, 0);
}

/** The fields that say what a message belongs to. */
export function contextOf({ fields, fieldNames }: AnyMessageType, body: object): string {
  const context = fieldNames.filter((name) => fields[name].context);
  return JSON.stringify(context.map((name) => (body as Record<string, unknown>)[name]));
}

/** The messages of these types among those that were sent. */
export function* newsOf(sent: readonly SentMessage[], types: ReadonlyMap<string, AnyMessageType>) {
  for (const { from, payload } of sent) {
    const message = decodeMessage(payload, types);
    if (!('malformed' in message)) yield { from, type: message.type, body: message.body };
  }
}

/** The vectors that a message's fields hold. */
export function vectorsIn(
  { fields, fieldNames }: AnyMessageType,
  body: object,
): { readonly field: string; readonly vector: Uint8Array | Uint32Array }[] {
  return fieldNames.flatMap((field) => {
    if (fields[field].residuesIn === undefined) return [];
    const value = (body as Record<string, unknown>)[field];
    if (value instanceof Sealed) return planesOf(value).map((vector) => ({ field, vector }));
    const vectors = Array.isArray(value)
      ? (value as Uint32Array[])
      : [(value as { bytes: Uint8Array }).bytes];
    return vectors.filter(({ length }) => length > 0).map((vector) => ({ field, vector }));
  });
}
