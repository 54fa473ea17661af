/**
 * The key of the decryptors, which none of them knows: each deals a polynomial by Feldman's verifiable sharing, and the key's
 * is their sum (Ma et al. 2023, section 4.1 and Appendix B; Pedersen 1991).
 */

import { joinBytes } from '../../../../src/core/kit/crypto.ts';
import { shamirShares } from '../../../../src/core/kit/field.ts';
import { defineTask } from '../../../../src/core/kit/index.ts';
import { agreeOnSecret } from '../../secagg/curve25519.ts';
import { OPERATIONS, open, seal, sealedBytes } from '../../secagg/primitives.ts';
import {
  combination,
  GROUP_OPERATIONS,
  ofGenerator,
  type Point,
  POINT_BYTES,
  pointOf,
  SCALAR_BYTES,
  scalarBytes,
  scalarOf,
  SCALARS,
  scalars,
} from '../group.ts';
import { dealingSecret, keysAt, type LongTermSecrets } from '../secrets.ts';

/** The bytes of the share that one decryptor deals to another. */
export const DEALT_BYTES = sealedBytes(SCALAR_BYTES);

export interface DealInput {
  readonly secrets: LongTermSecrets;
  readonly own: number;
  /** All decryptors, ascending, itself included, and their public keys in that order. */
  readonly parties: readonly number[];
  readonly keys: Uint8Array;
  /** The number of coefficients: so many shares decrypt. */
  readonly threshold: number;
}

export interface Dealt {
  /** Multiples of the generator by the coefficients, the constant one first. */
  readonly commitments: Uint8Array;
  /** A ciphertext for each other decryptor, in their order. */
  readonly sealed: Uint8Array;
}

/** A polynomial dealt; undefined if a decryptor's key is unusable. */
export const dealKey = defineTask('flamingo/deal', {
  operations: ({ parties, threshold }: DealInput) => dealOperations(parties.length, threshold),
  run({ secrets, own, parties, keys, threshold }): Dealt | undefined {
    const coefficients = scalars(secrets.dealing, threshold);
    const shares = shamirShares(SCALARS, coefficients, parties.map(decryptorPoint));
    const sealed: Uint8Array[] = [];
    for (const [i, party] of parties.entries()) {
      if (party === own) continue;
      const shared = agreeOnSecret(secrets.agreeing, keysAt(keys, i).agreeing);
      if (shared === undefined) return undefined;
      sealed.push(seal(dealingSecret(shared), own, party, scalarBytes(shares[i])));
    }
    return {
      commitments: joinBytes(coefficients.map((coefficient) => ofGenerator(coefficient).toBytes())),
      sealed: joinBytes(sealed),
    };
  },
});

/** Commitments, shares, and a key agreement and a ciphertext for each other decryptor. */
export function dealOperations(parties: number, threshold: number): number {
  return (
    threshold * (GROUP_OPERATIONS.multiple + GROUP_OPERATIONS.encoding) +
    parties * (threshold - 1) * 64 +
    (parties - 1) * sharedOperations()
  );
}

function sharedOperations(): number {
  return OPERATIONS.scalarMultiplication + (DEALT_BYTES / 4) * OPERATIONS.keystreamWord;
}

export interface HoldInput {
  readonly secrets: LongTermSecrets;
  readonly own: number;
  /** Who dealt, ascending, and their public keys in that order. */
  readonly dealers: readonly number[];
  readonly keys: Uint8Array;
  readonly threshold: number;
  /** Of all dealers, one after the other. */
  readonly commitments: Uint8Array;
  /** A ciphertext of each other dealer, in their order. */
  readonly sealed: Uint8Array;
}

/** The shares that fit their commitments, by dealer. */
export const holdShares = defineTask('flamingo/hold', {
  operations: ({ own, dealers, threshold }: HoldInput) =>
    holdOperations(dealers.filter((dealer) => dealer !== own).length, dealers.length, threshold),
  run({ secrets, own, dealers, keys, threshold, commitments, sealed }): ReadonlyMap<number, Uint8Array> {
    const held = new Map<number, Uint8Array>();
    let at = 0;
    for (const [i, dealer] of dealers.entries()) {
      const points = commitmentsOf(commitments, i, threshold);
      const share =
        dealer === own
          ? ownShare(secrets, own, threshold)
          : openDealt(
              secrets,
              keysAt(keys, i).agreeing,
              dealer,
              own,
              sealed.subarray(at, (at += DEALT_BYTES)),
            );
      if (share !== undefined && points !== undefined && fits(points, own, share))
        held.set(dealer, scalarBytes(share));
    }
    return held;
  },
});

/** A ciphertext, and the commitments evaluated, for each dealer. */
export function holdOperations(others: number, dealers: number, threshold: number): number {
  const { multiple, addition, encoding } = GROUP_OPERATIONS;
  return others * sharedOperations() + dealers * (multiple + threshold * (encoding + 12 * addition));
}

/** What a decryptor deals to itself. */
function ownShare({ dealing }: LongTermSecrets, own: number, threshold: number): bigint {
  const point = decryptorPoint(own);
  return scalars(dealing, threshold).reduceRight(
    (value, coefficient) => SCALARS.add(SCALARS.mul(value, point), coefficient),
    0n,
  );
}

/** The share that one decryptor dealt to another; undefined if there is none in the ciphertext. */
function openDealt(
  { agreeing }: LongTermSecrets,
  dealersKey: Uint8Array,
  dealer: number,
  own: number,
  sealed: Uint8Array,
): bigint | undefined {
  const shared = agreeOnSecret(agreeing, dealersKey);
  const plain = shared && open(dealingSecret(shared), dealer, own, sealed);
  return plain && scalarOf(plain);
}

/** The commitments of the dealer at place i; undefined if one of them is no element. */
export function commitmentsOf(commitments: Uint8Array, i: number, threshold: number): Point[] | undefined {
  const points = Array.from({ length: threshold }, (_, k) => {
    const at = (i * threshold + k) * POINT_BYTES;
    return pointOf(commitments.subarray(at, at + POINT_BYTES));
  });
  return points.includes(undefined) ? undefined : (points as Point[]);
}

/** Whether a share is that of the polynomial behind the commitments. */
function fits(points: readonly Point[], own: number, share: bigint): boolean {
  const at = decryptorPoint(own);
  const value = points.reduceRight((sum, point) => combination([sum, point], [at, 1n]));
  return ofGenerator(share).equals(value);
}

export interface CombineInput {
  /** Commitments of those whose polynomials make the key, to the constant coefficients: 32 bytes each. */
  readonly constants: Uint8Array;
  /** Their shares for this decryptor; none for whoever holds none. */
  readonly shares: readonly Uint8Array[];
}

export interface SystemKeyShare {
  /** PK */
  readonly key: Uint8Array;
  readonly share: Uint8Array;
}

/** The public key, and this decryptor's share of the secret one. */
export const combineKey = defineTask('flamingo/combine', {
  operations: ({ constants }: CombineInput) => combineOperations(constants.length / POINT_BYTES),
  run({ constants, shares }): SystemKeyShare {
    const points = Array.from({ length: constants.length / POINT_BYTES }, (_, i) =>
      pointOf(constants.subarray(i * POINT_BYTES, (i + 1) * POINT_BYTES)),
    );
    const known = points.filter((point) => point !== undefined);
    const sum = shares.reduce((all, share) => SCALARS.add(all, scalarOf(share) ?? 0n), 0n);
    return {
      key: combination(
        known,
        known.map(() => 1n),
      ).toBytes(),
      share: scalarBytes(sum),
    };
  },
});

/** An addition and a decoding for each dealer. */
export function combineOperations(dealers: number): number {
  return dealers * (GROUP_OPERATIONS.addition + GROUP_OPERATIONS.encoding) + GROUP_OPERATIONS.encoding;
}

/** The point at which polynomials are evaluated for a party. */
export function decryptorPoint(party: number): bigint {
  return BigInt(party + 1);
}
