/** A client's secrets: those of the set-up, from which the masks of all sums follow, and those of one sum. */

import { hmac, joinBytes, tellDerived, toLatin1, utf8 } from '../../../src/core/kit/crypto.ts';
import { defineTask, type Random, RememberedOnce } from '../../../src/core/kit/index.ts';
import { KEY_BYTES, publicKey, verificationKey } from '../secagg/curve25519.ts';
import { OPERATIONS } from '../secagg/primitives.ts';
import { hashToGroup, type Point } from './group.ts';

/** Both public keys of a party. */
export const KEYS_BYTES = 2 * KEY_BYTES;

/** Keys of 32 bytes each that a client keeps for all sums of a set-up. */
export interface LongTermSecrets {
  /** a_i: for secrets that it has in common with another. */
  readonly agreeing: Uint8Array;
  readonly signing: Uint8Array;
  /** From which a decryptor draws the polynomial that it deals. */
  readonly dealing: Uint8Array;
}

/** Keys of 32 bytes each, for one sum. */
export interface SumSecrets {
  /** m_{i,t}: the seed of the individual mask. */
  readonly individual: Uint8Array;
  /** From which the polynomial that shares it is drawn. */
  readonly sharing: Uint8Array;
  /** From which the randomness of ciphertexts is drawn. */
  readonly encrypting: Uint8Array;
}

/** Draws them from a client's cryptographic streams, separately for each set-up. */
export function longTermSecrets(random: Random, setUp: number): LongTermSecrets {
  const scope = random.scope('flamingo', 'set-up', `${setUp}`);
  return {
    agreeing: scope.secretKey('agreeing'),
    signing: scope.secretKey('signing'),
    dealing: scope.secretKey('dealing'),
  };
}

/** Draws them separately for each sum. */
export function sumSecrets(random: Random, aggregation: number): SumSecrets {
  const scope = random.scope('aggregation', `${aggregation}`);
  return {
    individual: scope.secretKey('individual mask'),
    sharing: scope.secretKey('sharing'),
    encrypting: scope.secretKey('encrypting'),
  };
}

/** The public keys of a client: to agree on secrets with it, and to verify its signatures. */
export const makeLongTermKeys = defineTask('flamingo/keys', {
  operations: (_secrets: LongTermSecrets) => 2 * OPERATIONS.scalarMultiplication,
  run: ({ agreeing, signing }): Uint8Array => joinBytes([publicKey(agreeing), verificationKey(signing)]),
});

/** The keys of the party at place i of a roster. */
export function keysAt(keys: Uint8Array, i: number): { agreeing: Uint8Array; verifying: Uint8Array } {
  const at = KEYS_BYTES * i;
  return {
    agreeing: keys.subarray(at, at + KEY_BYTES),
    verifying: keys.subarray(at + KEY_BYTES, at + KEYS_BYTES),
  };
}

/** What the mask of a pair in one sum follows from. */
export interface PairElement {
  readonly point: Point;
  readonly encoded: Uint8Array;
}

/** Elements cached for the other end of a pair: enough for a thousand parties with a hundred neighbours each. */
const pairElements = new RememberedOnce<PairElement>(2 ** 16);

/** h_{i,j,t} = PRF(r_{i,j}, t), in the group. */
export function pairElement(shared: Uint8Array, aggregation: number): PairElement {
  const derived = hmac(shared, utf8(`flamingo-mask ${aggregation}`));
  const element = pairElements.of(toLatin1(derived), () => {
    const point = hashToGroup(derived);
    return { point, encoded: point.toBytes() };
  });
  tellDerived(derived, element.encoded);
  return element;
}

/** The secret under which a client's share of its individual mask goes to a decryptor, in one sum only. */
export function sharingSecret(shared: Uint8Array, aggregation: number): Uint8Array {
  return hmac(shared, utf8(`flamingo-share ${aggregation}`));
}

/** The secret under which a decryptor deals a share to another. */
export function dealingSecret(shared: Uint8Array): Uint8Array {
  return hmac(shared, utf8('flamingo-deal'));
}

/** What a client signs of the ciphertext for a neighbour: a decryptor decrypts it in this sum and for this pair only. */
export function pairStatement(aggregation: number, own: number, other: number, c0: Uint8Array): Uint8Array {
  return joinBytes([utf8(`flamingo-pair ${aggregation} ${own} ${other} `), c0]);
}

/** What a decryptor signs of the system's key. */
export function keyStatement(setUp: number, key: Uint8Array, dealers: ArrayLike<number>): Uint8Array {
  return joinBytes([utf8(`flamingo-key ${setUp} ${Array.from(dealers).join()} `), key]);
}
