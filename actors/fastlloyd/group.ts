/**
 * The key that all clients share and the server does not have, and the masks derived from it (FastLloyd's MSA). The
 * paper leaves key agreement open: here the first client draws the key and encrypts it for every other.
 */

import { joinBytes, sha256, utf8 } from '../../src/core/kit/crypto.ts';
import { ModularVectors, type Packed } from '../../src/core/kit/field.ts';
import { defineTask } from '../../src/core/kit/index.ts';
import { agreeOnSecret, publicKey } from '../blocks/secagg/curve25519.ts';
import { bigEndian, OPERATIONS, open, seal } from '../blocks/secagg/primitives.ts';

/** A client's public key, for encryption to it. */
export const introduce = defineTask('fastlloyd/introduce', {
  operations: (_secret: Uint8Array) => OPERATIONS.scalarMultiplication,
  run: (secret): Uint8Array => publicKey(secret),
});

export interface SealingInput {
  readonly secret: Uint8Array;
  readonly group: Uint8Array;
  readonly own: number;
  readonly others: readonly { readonly party: number; readonly key: Uint8Array }[];
}

/** The common key, encrypted for each of the others; empty for a client whose public key is unusable. */
export const sealForAll = defineTask('fastlloyd/seal', {
  operations: ({ others }: SealingInput) => others.length * OPERATIONS.scalarMultiplication,
  run: ({ secret, group, own, others }): Uint8Array[] =>
    others.map(({ party, key }) => {
      const shared = agreeOnSecret(secret, key);
      return shared === undefined ? new Uint8Array() : seal(shared, own, party, group);
    }),
});

/** Decrypts the common key; undefined if it was not encrypted for this client. */
export const unseal = defineTask('fastlloyd/unseal', {
  operations: (_input: { secret: Uint8Array; key: Uint8Array; own: number; sealed: Uint8Array }) =>
    OPERATIONS.scalarMultiplication,
  run({ secret, key, own, sealed }): Uint8Array | undefined {
    const shared = agreeOnSecret(secret, key);
    return shared && open(shared, 0, own, sealed);
  },
});

/** The key of a separate stream for each client and iteration; none is used twice. */
export function maskKey(group: Uint8Array, party: number, iteration: number): Uint8Array {
  return sha256(joinBytes([utf8('fastlloyd-mask'), bigEndian(party), bigEndian(iteration), group]));
}

export interface MaskingInput {
  readonly modulus: bigint;
  readonly group: Uint8Array;
  readonly party: number;
  readonly iteration: number;
  /** Integers. */
  readonly values: Float64Array;
}

/** Integers modulo m under a client's mask of an iteration. */
export const mask = defineTask('fastlloyd/mask', {
  operations: ({ modulus, values }: MaskingInput) => maskOperations(1, values.length, modulus),
  run({ modulus, group, party, iteration, values }): Packed {
    const vectors = new ModularVectors(modulus);
    const masked = vectors.uniform(maskKey(group, party, iteration), values.length);
    vectors.add(masked, vectors.from(values));
    return vectors.pack(masked);
  },
});

export interface UnmaskingInput {
  readonly modulus: bigint;
  readonly group: Uint8Array;
  /** The clients whose masks are on the sum. */
  readonly parties: readonly number[];
  readonly iteration: number;
  readonly length: number;
  readonly values: Uint32Array;
}

/** A sum after its clients' masks are removed, as the residues nearest to 0. */
export const unmask = defineTask('fastlloyd/unmask', {
  operations: ({ modulus, parties, length }: UnmaskingInput) =>
    maskOperations(parties.length, length, modulus),
  run({ modulus, group, parties, iteration, values }): Float64Array {
    const vectors = new ModularVectors(modulus);
    const rest = values.slice();
    for (const party of parties) vectors.subtractUniform(rest, maskKey(group, party, iteration));
    return vectors.centred(rest);
  },
});

/** Words of key streams, and an addition for each element. */
export function maskOperations(masks: number, length: number, modulus: bigint): number {
  const { bits } = new ModularVectors(modulus);
  const words = Math.ceil((length * Math.ceil(bits / 8)) / 4);
  return masks * (words * OPERATIONS.keystreamWord + length);
}
