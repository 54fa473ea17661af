/** What clients sign in the malicious setting (Bonawitz et al. 2017, section 6). */

import { joinBytes, utf8 } from '../../../src/core/kit/crypto.ts';
import { defineTask } from '../../../src/core/kit/index.ts';
import { sign, verificationKey, verify } from './curve25519.ts';
import { bigEndian, OPERATIONS } from './primitives.ts';

/** That these are the public keys of the signer in this aggregation. */
export function keysStatement(aggregation: number, signer: number, keys: Uint8Array): Uint8Array {
  return joinBytes([utf8(`secagg-keys ${aggregation} ${signer} `), keys]);
}

/** That the signer received these survivors, in this order. */
export function survivorsStatement(aggregation: number, survivors: ArrayLike<number>): Uint8Array {
  const parties = Array.from(survivors, bigEndian);
  return joinBytes([utf8(`secagg-survivors ${aggregation} `), ...parties]);
}

/** The signer's verification key and signature; one scalar multiplication each. */
export const signStatement = defineTask('secagg/sign', {
  operations: (_input: { signing: Uint8Array; statement: Uint8Array }) => signOperations(),
  run: ({ signing, statement }) => ({
    key: verificationKey(signing),
    signature: sign(signing, statement),
  }),
});

/** Operations of one Ed25519 signature. */
export function signOperations(): number {
  return 2 * OPERATIONS.scalarMultiplication;
}

export interface Signed {
  readonly key: Uint8Array;
  readonly statement: Uint8Array;
  readonly signature: Uint8Array;
}

/** Whether every signature holds. */
export const verifyStatements = defineTask('secagg/verify', {
  operations: ({ signed }: { signed: readonly Signed[] }) => verifyOperations(signed.length),
  run: ({ signed }): boolean =>
    signed.every(({ key, statement, signature }) => verify(key, statement, signature)),
});

/** Operations of verifying this many Ed25519 signatures. */
export function verifyOperations(signatures: number): number {
  return signatures * 2 * OPERATIONS.scalarMultiplication;
}
