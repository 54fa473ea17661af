/**
 * The group in which decryptors hold their key (ristretto255, RFC 9496; the paper's program takes P-256), and ElGamal
 * encryption in it, with the key's shares on a polynomial over its scalars.
 */

import { type CurvePoint, type CurvePointCons, mulAddUnsafe } from '@noble/curves/abstract/curve.js';
import { ristretto255, ristretto255_hasher } from '@noble/curves/ed25519.js';
import { fromHex, joinBytes, sha256, toHex, toLatin1 } from '../../../src/core/kit/crypto.ts';
import { ModularVectors, PrimeField } from '../../../src/core/kit/field.ts';
import { Remembered } from '../../../src/core/kit/index.ts';

/** An element of the group. */
export interface Point extends CurvePoint<bigint, Point> {}

// Not before it is used, as few runs need the curve.
const group = (): CurvePointCons<Point> => ristretto255.Point;

export const POINT_BYTES = 32;
export const SCALAR_BYTES = 32;

/** The integers modulo the order of the group. */
export const SCALARS = new PrimeField(2n ** 252n + 27742317777372353535851937790883648493n, true);

/**
 * Elementary operations, as tasks count them: a multiple of a point as on Curve25519; an addition is 10 multiplications
 * of 8 by 8 words; encoding and decoding take a power in the field, 255 of these; hashing to the group four.
 */
export const GROUP_OPERATIONS = {
  multiple: 255 * 10 * 64,
  addition: 10 * 64,
  encoding: 255 * 64,
  hash: 4 * 255 * 64,
} as const;

/** Decoded points: enough for the commitments of sixty decryptors to each other. */
const decoded = new Remembered<Point | undefined>(2 ** 14);

/** The element that these bytes encode; undefined if there is none. */
export function pointOf(bytes: Uint8Array): Point | undefined {
  return decoded.of(toLatin1(bytes), () => {
    try {
      return group().fromBytes(bytes);
    } catch {
      return undefined;
    }
  });
}

/** Bits of a scalar that a table of multiples takes at a time: with more, searching takes longer than they save. */
const WINDOW_BITS = 8;

let tabledGenerator: Point | undefined;

/**
 * With a table of its own: the library's is for blinded scalars, which take half as long again, while a public key is
 * multiplied by the same scalar unblinded.
 */
function generator(): Point {
  tabledGenerator ??= group().fromBytes(group().BASE.toBytes()).precompute(WINDOW_BITS);
  return tabledGenerator;
}

/** Points with a table of their multiples, for keys with which a client encrypts many times. */
const tabled = new Remembered<Point | undefined>(2 ** 4);

/** The public key that these bytes encode; undefined if there is none, or it hides nothing. */
export function publicPoint(bytes: Uint8Array): Point | undefined {
  return tabled.of(toLatin1(bytes), () => {
    const point = pointOf(bytes);
    return point === undefined || point.equals(group().ZERO)
      ? undefined
      : point.precompute(WINDOW_BITS, false);
  });
}

/** The multiple of a point by a secret scalar, in a time that does not depend on it. */
export function times(point: Point, scalar: bigint): Point {
  return scalar === 0n ? group().ZERO : point.multiply(scalar);
}

/** The multiple of the generator. */
export function ofGenerator(scalar: bigint): Point {
  return times(generator(), scalar);
}

/** A combination of points with public weights. */
export function combination(points: readonly Point[], weights: readonly bigint[]): Point {
  return mulAddUnsafe(group(), [...points], [...weights]);
}

/** An element that nobody knows the logarithm of. */
export function hashToGroup(bytes: Uint8Array): Point {
  return ristretto255_hasher.hashToCurve(bytes, { DST: 'cahoots-flamingo-ristretto255' });
}

/** Scalars from a key, uniform. */
export function scalars(key: Uint8Array, count: number): bigint[] {
  const vectors = new ModularVectors(SCALARS.modulus);
  return vectors.toBigints(vectors.uniform(key, count));
}

/** A scalar in 32 bytes, big-endian. */
export function scalarBytes(scalar: bigint): Uint8Array {
  return fromHex(scalar.toString(16).padStart(2 * SCALAR_BYTES, '0'));
}

/** The scalar that these bytes encode; undefined if they are none. */
export function scalarOf(bytes: Uint8Array): bigint | undefined {
  const value = BigInt(`0x${toHex(bytes)}`);
  return bytes.length === SCALAR_BYTES && value < SCALARS.modulus ? value : undefined;
}

/** ElGamal: (g^w, m + w PK), encoded. */
export function encrypt(key: Point, message: Point, w: bigint): Uint8Array {
  return joinBytes([ofGenerator(w).toBytes(), times(key, w).add(message).toBytes()]);
}

/** Of one ElGamal ciphertext: two points and their encodings. */
export const ENCRYPT_OPERATIONS = 2 * GROUP_OPERATIONS.multiple + 2 * GROUP_OPERATIONS.encoding;

/** The seed of a mask that an element stands for, given as it is encoded. */
export function seedOf(element: Uint8Array): Uint8Array {
  return sha256(joinBytes([MASK, element]));
}

const MASK = Uint8Array.of(0x6d);
const CHECK = Uint8Array.of(0x63);

export const CHECK_BYTES = 16;

/** By which an element is recognised once it is decrypted, and that does not tell the seed. */
export function checkOf(element: Uint8Array): Uint8Array {
  return sha256(joinBytes([CHECK, element])).slice(0, CHECK_BYTES);
}
