/** Masks over vectors (Bonawitz et al. 2017, rounds 2 and 4). */

import { areSameBytes } from '../../../src/core/kit/crypto.ts';
import { ModularVectors, type Packed, type UniformTerm } from '../../../src/core/kit/field.ts';
import { defineTask } from '../../../src/core/kit/index.ts';
import { Agreed, KEY_BYTES, publicKey } from './curve25519.ts';
import { OPERATIONS, pairSeed, putBigEndian, tagOf } from './primitives.ts';
import { firstShares, type GatheredShares, reconstruct, reconstructOperations } from './shares.ts';

/** Neighbours, ascending, and their public keys for masks, `KEY_BYTES` each. */
export interface Neighbours {
  readonly parties: readonly number[];
  readonly keys: Uint8Array;
}

/** A neighbour in the statement of a masked vector: its number and its key. */
const NEIGHBOUR_BYTES = 4 + KEY_BYTES;

export interface MaskInput {
  readonly modulus: bigint;
  /** x_u: elements modulo m. */
  readonly input: Uint32Array;
  readonly own: number;
  /** s^SK and b. */
  readonly masking: Uint8Array;
  readonly self: Uint8Array;
  /** Those that shared their secrets too. */
  readonly neighbours: Neighbours;
}

/**
 * y_u = x_u + PRG(b_u) + sum of PRG(s_uv) over the v below u - sum of PRG(s_uv) over the v above u; undefined if a
 * neighbour's key is unusable.
 */
export const maskInput = defineTask('secagg/mask', {
  operations: ({ modulus, input, neighbours }: MaskInput) =>
    maskOperations(neighbours.parties.length, input.length / new ModularVectors(modulus).words, modulus),
  run({ modulus, input, own, masking, self, neighbours }): MaskedVector | undefined {
    const vectors = new ModularVectors(modulus);
    const length = input.length / vectors.words;
    const masks: UniformTerm[] = [{ key: self, times: 1 }];
    for (const [i, party] of neighbours.parties.entries()) {
      const mask = pairMask(masking, keyAt(neighbours, i), own, party);
      if (mask === undefined) return undefined;
      masks.push(mask);
    }
    const masked = vectors.zeros(length);
    vectors.add(masked, input);
    vectors.addUniforms(masked, masks);
    const values = vectors.pack(masked);
    return { values, tag: tagOf(self, maskedStatement(values, neighbours)) };
  },
});

/**
 * A masked vector, with the neighbours and keys that its masks are from: if a client was sent other neighbours
 * than the server knows of, by mistake or by tampering, its masks do not cancel out.
 */
export function maskedStatement({ bytes }: Packed, neighbours: Neighbours): Uint8Array {
  const { parties } = neighbours;
  const statement = new Uint8Array(bytes.length + parties.length * NEIGHBOUR_BYTES);
  statement.set(bytes);
  for (const [i, party] of parties.entries()) {
    const at = bytes.length + i * NEIGHBOUR_BYTES;
    putBigEndian(statement, at, party);
    statement.set(keyAt(neighbours, i), at + NEIGHBOUR_BYTES - KEY_BYTES);
  }
  return statement;
}

/** The public key of the neighbour at a place. */
function keyAt({ keys }: Neighbours, place: number): Uint8Array {
  return keys.subarray(place * KEY_BYTES, (place + 1) * KEY_BYTES);
}

/** A key agreement and a mask per neighbour, the self mask, and the tag. */
export function maskOperations(neighbours: number, length: number, modulus: bigint): number {
  return (
    neighbours * OPERATIONS.scalarMultiplication +
    (neighbours + 1) * expandOperations(length, modulus) +
    tagOperations(length, modulus)
  );
}

function tagOperations(length: number, modulus: bigint): number {
  return length * new ModularVectors(modulus).words * OPERATIONS.hashedWord;
}

/** A mask: drawn and added, word by word. */
function expandOperations(length: number, modulus: bigint): number {
  return length * new ModularVectors(modulus).words * (OPERATIONS.keystreamWord + 1);
}

/** A masked vector as it is sent, and the tag that binds it to the seed of its self mask. */
export interface MaskedVector {
  readonly values: Packed;
  readonly tag: Uint8Array;
}

export interface UnmaskInput {
  readonly modulus: bigint;
  readonly length: number;
  readonly threshold: number;
  readonly survivors: readonly (MaskedVector & {
    readonly party: number;
    /** All who shared their secrets with it. */
    readonly neighbours: Neighbours;
    /** At least t. */
    readonly seedShares: GatheredShares;
  })[];
  /** Parties that shared secrets and sent no vector. */
  readonly dropped: readonly {
    readonly party: number;
    readonly key: Uint8Array;
    readonly keyShares: GatheredShares;
    /** Those among the survivors. */
    readonly neighbours: Neighbours;
  }[];
}

/** The sum of the survivors' vectors, or the parties whose secrets do not match what they sent. */
export const unmask = defineTask('secagg/unmask', {
  operations: (input: UnmaskInput) =>
    unmaskOperations(
      input.survivors.length,
      input.dropped.map(({ neighbours }) => neighbours.parties.length),
      input,
    ),
  run({ modulus, length, threshold, survivors, dropped }): Uint32Array | readonly number[] {
    const vectors = new ModularVectors(modulus);
    const sum = vectors.zeros(length);
    const masks: UniformTerm[] = [];
    const wrong: number[] = [];
    for (const { party, values, tag, seedShares, neighbours } of survivors) {
      const seed = reconstruct(firstShares(seedShares, threshold));
      const masked = vectors.unpack(values);
      if (
        seed === undefined ||
        masked === undefined ||
        !areSameBytes(tagOf(seed, maskedStatement(values, neighbours)), tag)
      ) {
        wrong.push(party);
        continue;
      }
      vectors.add(sum, masked);
      masks.push({ key: seed, times: -1 });
    }
    for (const { party, key, keyShares, neighbours } of dropped) {
      const secret = reconstruct(firstShares(keyShares, threshold));
      if (secret === undefined || !areSameBytes(publicKey(secret), key)) {
        wrong.push(party);
        continue;
      }
      for (const [i, neighbour] of neighbours.parties.entries()) {
        // What the dropped party would have added cancels its neighbour's mask.
        const mask = pairMask(secret, keyAt(neighbours, i), party, neighbour);
        if (mask !== undefined) masks.push(mask);
      }
    }
    vectors.addUniforms(sum, masks);
    return wrong.length === 0 ? sum : wrong;
  },
});

/** @param dropped how many neighbours among the survivors each party had that dropped out */
export function unmaskOperations(
  survivors: number,
  dropped: readonly number[],
  { modulus, length, threshold }: Pick<UnmaskInput, 'modulus' | 'length' | 'threshold'>,
): number {
  const agreements = dropped.reduce((sum, neighbours) => sum + neighbours, 0);
  return (
    (survivors + dropped.length) * reconstructOperations(threshold) +
    (dropped.length + agreements) * OPERATIONS.scalarMultiplication +
    (survivors + agreements) * expandOperations(length, modulus) +
    survivors * tagOperations(length, modulus)
  );
}

/** The seeds of the masks of pairs. */
const seeds = new Agreed('secagg/mask');

/**
 * `own`'s mask of a pair: negative for the lower of the two, so that the two cancel out; undefined if the other's key is
 * unusable.
 */
export function pairMask(
  secret: Uint8Array,
  key: Uint8Array,
  own: number,
  other: number,
): UniformTerm | undefined {
  const [low, high] = own < other ? [own, other] : [other, own];
  const seed = seeds.of(secret, key, [low, high], (shared) => pairSeed(shared, low, high));
  return seed && { key: seed, times: own > other ? 1 : -1 };
}
