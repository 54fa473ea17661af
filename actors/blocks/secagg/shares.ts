/** Shares of secrets of 32 bytes (Bonawitz et al. 2017, section 3.1): as they lie in memory and are sent, and what they reconstruct. */

import { fromHex, toHex } from '../../../src/core/kit/crypto.ts';
import { KEY_FIELD, KEY_SHARE_BYTES, secretAtIntegers } from '../../../src/core/kit/field.ts';
import { assert } from '../../../src/core/kit/index.ts';
import { KEY_BYTES } from './curve25519.ts';

/** The field that secrets are shared in: it holds any 256-bit number (big-endian). */
export const SHARE_FIELD = KEY_FIELD;
export const SHARE_BYTES = KEY_SHARE_BYTES;

/** Where the shares are in a record; those of escrowed secrets come after them. */
export const [KEY_SHARE, SEED_SHARE, ESCROWED_SHARES] = [0, 1, 2];

/**
 * The length of a record: the shares that one party holds of another's secrets, `SHARE_BYTES` each, first of its mask key, then
 * of its self mask, then of each secret that it escrows. A list of records is one vector, in the order of their parties.
 */
export function recordBytes(escrowed = 0): number {
  return (ESCROWED_SHARES + escrowed) * SHARE_BYTES;
}

/** Of the records at these places, the shares at a position in them, one after the other. */
export function sharesAt(
  records: Uint8Array,
  places: readonly number[],
  position: number,
  escrowed?: number,
): Uint8Array {
  return pieces(records, recordBytes(escrowed), places, position * SHARE_BYTES, SHARE_BYTES);
}

/**
 * Pieces of a list, one after the other.
 * @param each the bytes of an entry of the list
 * @param places of the entries that are meant
 * @param from where the piece starts in its entry
 */
export function pieces(
  list: Uint8Array,
  each: number,
  places: readonly number[],
  from: number,
  bytes: number,
): Uint8Array {
  const joined = new Uint8Array(places.length * bytes);
  let to = 0;
  for (const place of places) {
    const start = place * each + from;
    for (let i = 0; i < bytes; i++) joined[to++] = list[start + i];
  }
  return joined;
}

/** A share and who held it. */
export interface HeldShare {
  readonly holder: number;
  readonly share: Uint8Array;
}

/** Shares of one secret: `SHARE_BYTES` each, in the order of those who held them. */
export interface GatheredShares {
  readonly holders: readonly number[];
  readonly shares: Uint8Array;
}

/** The first of them, each with its holder. */
export function firstShares({ holders, shares }: GatheredShares, count: number): HeldShare[] {
  return holders
    .slice(0, count)
    .map((holder, i) => ({ holder, share: shares.subarray(i * SHARE_BYTES, (i + 1) * SHARE_BYTES) }));
}

/** The 32-byte secret that these t shares reconstruct; undefined if they are shares of none. */
export function reconstruct(shares: readonly HeldShare[]): Uint8Array | undefined {
  const values = shares.map(({ share }) => toNumber(share));
  if (values.some((value) => value >= SHARE_FIELD.modulus)) return undefined;
  const secret = secretAtIntegers(
    SHARE_FIELD,
    shares.map(({ holder }) => pointOf(holder)),
    values,
  );
  return secret < 1n << 256n ? toBytes(secret, KEY_BYTES) : undefined;
}

/** Operations of reconstructing one secret of 32 bytes from `threshold` shares by Lagrange interpolation. */
export function reconstructOperations(threshold: number): number {
  return (threshold * threshold + 4 * threshold) * 64;
}

/** The point at which a party's shares are evaluated. */
export function pointOf(party: number): number {
  return party + 1;
}

/** A secret as an element of the field that it is shared in. */
export function toNumber(bytes: Uint8Array): bigint {
  assert(bytes.length > 0, 'a secret has no bytes');
  return BigInt(`0x${toHex(bytes)}`);
}

/** A share as it is sent. */
export function shareBytes(share: bigint): Uint8Array {
  return toBytes(share, SHARE_BYTES);
}

function toBytes(value: bigint, length: number): Uint8Array {
  return fromHex(value.toString(16).padStart(2 * length, '0'));
}
