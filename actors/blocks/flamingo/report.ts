/** What a client sends in a sum, all at once (Ma et al. 2023, Figure 4, the report step). */

import { joinBytes } from '../../../src/core/kit/crypto.ts';
import { ModularVectors, type Packed, shamirShares } from '../../../src/core/kit/field.ts';
import { assert, defineTask } from '../../../src/core/kit/index.ts';
import { agreeOnSecret, sign, SIGNATURE_BYTES } from '../secagg/curve25519.ts';
import { bigEndian, OPERATIONS, seal, sealedBytes, tagOf } from '../secagg/primitives.ts';
import { SHARE_BYTES, SHARE_FIELD, shareBytes, toNumber } from '../secagg/shares.ts';
import { decryptorPoint } from './set-up/dealing.ts';
import {
  CHECK_BYTES,
  checkOf,
  encrypt,
  ENCRYPT_OPERATIONS,
  GROUP_OPERATIONS,
  POINT_BYTES,
  publicPoint,
  scalars,
  seedOf,
} from './group.ts';
import {
  type LongTermSecrets,
  pairElement,
  pairStatement,
  sharingSecret,
  type SumSecrets,
} from './secrets.ts';

/** The ciphertext of a share for a decryptor. */
export const SEALED_BYTES = sealedBytes(SHARE_BYTES);
/** An ElGamal ciphertext, and the check of what is in it. */
export const CIPHERTEXT_BYTES = 2 * POINT_BYTES + CHECK_BYTES;
/** That, and the signature of its first half. */
export const PAIR_BYTES = CIPHERTEXT_BYTES + SIGNATURE_BYTES;

/** Another party, and its public key to agree on secrets. */
export interface Peer {
  readonly party: number;
  readonly key: Uint8Array;
}

export interface ReportInput {
  readonly modulus: bigint;
  readonly number: number;
  /** x_i: elements modulo m. */
  readonly input: Uint32Array;
  readonly own: number;
  readonly secrets: LongTermSecrets & SumSecrets;
  /** A_t(i), ascending, without itself. */
  readonly neighbours: readonly Peer[];
  /** Ascending; itself included, if it is one. */
  readonly decryptors: readonly Peer[];
  /** PK */
  readonly key: Uint8Array;
  /** The number of shares that open an individual mask. */
  readonly threshold: number;
}

/** What a report holds, as it is sent. */
export interface Reported {
  readonly values: Packed;
  readonly tag: Uint8Array;
  readonly sealed: Uint8Array;
  readonly pairs: Uint8Array;
}

/**
 * x_i + PRG(m_i) + sum of PRG(h_ij) over the j below i - sum of PRG(h_ij) over the j above i, shares of m_i, and ciphertexts of
 * the h_ij; undefined if somebody's key is unusable.
 */
export const makeReport = defineTask('flamingo/report', {
  operations: ({ modulus, input, neighbours, decryptors, threshold }: ReportInput) =>
    reportOperations({
      modulus,
      length: input.length / new ModularVectors(modulus).words,
      neighbours: neighbours.length,
      decryptors: decryptors.length,
      threshold,
    }),
  run({
    modulus,
    number,
    input,
    own,
    secrets,
    neighbours,
    decryptors,
    key,
    threshold,
  }): Reported | undefined {
    const vectors = new ModularVectors(modulus);
    const systemKey = publicPoint(key);
    if (systemKey === undefined) return undefined;
    const masked = vectors.uniform(secrets.individual, input.length / vectors.words);
    vectors.add(masked, input);
    const randomness = scalars(secrets.encrypting, neighbours.length);
    const pairs: Uint8Array[] = [];
    for (const [i, { party, key: theirs }] of neighbours.entries()) {
      const shared = agreeOnSecret(secrets.agreeing, theirs);
      if (shared === undefined) return undefined;
      const { point, encoded } = pairElement(shared, number);
      if (own > party) vectors.addUniform(masked, seedOf(encoded));
      else vectors.subtractUniform(masked, seedOf(encoded));
      const ciphertext = encrypt(systemKey, point, randomness[i]);
      const statement = pairStatement(number, own, party, ciphertext.subarray(0, POINT_BYTES));
      pairs.push(ciphertext, checkOf(encoded), Uint8Array.from(sign(secrets.signing, statement)));
    }
    const sealed = sealShares({ number, own, secrets, decryptors, threshold });
    if (sealed === undefined) return undefined;
    const values = vectors.pack(masked);
    const tag = tagOf(secrets.individual, reportStatement(number, own, values));
    return { values, tag, sealed, pairs: joinBytes(pairs) };
  },
});

/** What the tag of a report binds to the individual mask. */
export function reportStatement(number: number, own: number, { bytes }: Packed): Uint8Array {
  return joinBytes([bigEndian(own), bytes, new TextEncoder().encode(` ${number}`)]);
}

/** The individual mask's seed in shares, a ciphertext for each decryptor. */
function sealShares({
  number,
  own,
  secrets,
  decryptors,
  threshold,
}: Pick<ReportInput, 'number' | 'own' | 'secrets' | 'decryptors' | 'threshold'>): Uint8Array | undefined {
  const random = new ModularVectors(SHARE_FIELD.modulus);
  const drawn = random.toBigints(random.uniform(secrets.sharing, threshold - 1));
  const shares = shamirShares(
    SHARE_FIELD,
    [toNumber(secrets.individual), ...drawn],
    decryptors.map(({ party }) => decryptorPoint(party)),
  );
  const sealed: Uint8Array[] = [];
  for (const [i, { party, key }] of decryptors.entries()) {
    const shared = agreeOnSecret(secrets.agreeing, key);
    if (shared === undefined) return undefined;
    sealed.push(seal(sharingSecret(shared, number), own, party, shareBytes(shares[i])));
  }
  return joinBytes(sealed);
}

interface ReportShape {
  readonly modulus: bigint;
  readonly length: number;
  readonly neighbours: number;
  readonly decryptors: number;
  readonly threshold: number;
}

/**
 * For each neighbour a key agreement, an element, a ciphertext, its signature and a mask; for each decryptor a key agreement and
 * a share; the individual mask, and the tag.
 */
export function reportOperations({
  modulus,
  length,
  neighbours,
  decryptors,
  threshold,
}: ReportShape): number {
  const { words } = new ModularVectors(modulus);
  const mask = length * words * (OPERATIONS.keystreamWord + 1);
  const perPair =
    OPERATIONS.scalarMultiplication + GROUP_OPERATIONS.hash + ENCRYPT_OPERATIONS + SIGN_OPERATIONS + mask;
  const perShare =
    (threshold - 1) * 64 + OPERATIONS.scalarMultiplication + (SEALED_BYTES / 4) * OPERATIONS.keystreamWord;
  return neighbours * perPair + decryptors * perShare + mask + length * words * OPERATIONS.hashedWord;
}

const SIGN_OPERATIONS = 2 * OPERATIONS.scalarMultiplication;

/** The parts of what a report holds about one neighbour. */
export interface Pair {
  readonly c0: Uint8Array;
  readonly c1: Uint8Array;
  readonly check: Uint8Array;
  readonly signature: Uint8Array;
}

/** Takes the pair at place i out of a report. */
export function pairAt(pairs: Uint8Array, i: number): Pair {
  const at = i * PAIR_BYTES;
  assert(at + PAIR_BYTES <= pairs.length, 'a report was accepted without all of its pairs');
  return {
    c0: pairs.subarray(at, at + POINT_BYTES),
    c1: pairs.subarray(at + POINT_BYTES, at + 2 * POINT_BYTES),
    check: pairs.subarray(at + 2 * POINT_BYTES, at + CIPHERTEXT_BYTES),
    signature: pairs.subarray(at + CIPHERTEXT_BYTES, at + PAIR_BYTES),
  };
}
