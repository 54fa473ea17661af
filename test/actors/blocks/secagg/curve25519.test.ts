import { createHash } from 'node:crypto';
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import {
  agreeOnSecret,
  isUsableKey,
  publicKey,
  sign,
  verificationKey,
  verify,
} from '../../../../actors/blocks/secagg/curve25519.ts';

/** 32 bytes for every text, the same in every run. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(text).digest());
}

const P = 2n ** 255n - 19n;

function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex').toReversed());
}

function agreedByNoble(own: Uint8Array, other: Uint8Array): Uint8Array | undefined {
  try {
    return x25519.getSharedSecret(own, other);
  } catch {
    return undefined;
  }
}

describe('X25519 agrees with another implementation', () => {
  test('for random keys, each used again and again', () => {
    const secrets = Array.from({ length: 20 }, (_, i) => bytesOf(`secret ${i}`));
    for (const own of secrets) {
      expect(publicKey(own)).toEqual(x25519.getPublicKey(own));
      for (const other of secrets.slice(0, 10)) {
        const shared = agreeOnSecret(own, publicKey(other));
        expect(shared).toEqual(agreedByNoble(own, x25519.getPublicKey(other)));
        expect(shared).toEqual(agreeOnSecret(other, publicKey(own)));
      }
    }
  });

  test('for both ends of a pair, repeatedly, even if the other overwrites its secret', () => {
    const [one, other] = [bytesOf('one'), bytesOf('other')];
    const expected = agreedByNoble(one, publicKey(other));
    agreeOnSecret(one, publicKey(other))?.fill(0);
    expect(agreeOnSecret(other, publicKey(one))).toEqual(expected);
    expect(agreeOnSecret(other, publicKey(one))).toEqual(expected);
    expect(agreeOnSecret(other, publicKey(other))).toEqual(agreedByNoble(other, publicKey(other)));
  });

  test('for keys encoded with p added or with the highest bit set, and for arbitrary bytes', () => {
    const own = bytesOf('own');
    const values = [
      ...Array.from({ length: 20 }, (_, i) => BigInt(i)),
      ...Array.from({ length: 40 }, (_, i) => P - 20n + BigInt(i)).filter((value) => value < 2n ** 255n),
      325606250916557431795983626356110631294008115727848805560023387167927233504n,
      39382357235489614581723060781553021112529911719440698176882885853963445705823n,
      ...Array.from({ length: 30 }, (_, i) => BigInt(`0x${Buffer.from(bytesOf(`${i}`)).toString('hex')}`)),
    ];
    for (const value of values) {
      for (const key of [littleEndian(value % 2n ** 256n), littleEndian((value % 2n ** 255n) + 2n ** 255n)]) {
        const expected = agreedByNoble(own, key);
        expect(agreeOnSecret(own, key), `${value}`).toEqual(expected);
        expect(isUsableKey(key), `${value}`).toBe(expected !== undefined);
      }
    }
  });

  test('bytes of any other length are no key', () => {
    for (const length of [0, 31, 33, 64]) {
      expect(isUsableKey(new Uint8Array(length).fill(9))).toBe(false);
      expect(agreeOnSecret(bytesOf('own'), new Uint8Array(length).fill(9))).toBe(undefined);
    }
  });

  test('changing a returned public key does not change the cached one', () => {
    publicKey(bytesOf('kept')).fill(0);
    verificationKey(bytesOf('kept')).fill(0);
    expect(publicKey(bytesOf('kept'))).toEqual(x25519.getPublicKey(bytesOf('kept')));
    expect(verificationKey(bytesOf('kept'))).toEqual(ed25519.getPublicKey(bytesOf('kept')));
  });
});

describe('Ed25519 agrees with another implementation', () => {
  const statement = new TextEncoder().encode('survivors 1 2 3');

  test('for the keys and signatures of random secrets', () => {
    for (let i = 0; i < 20; i++) {
      const secret = bytesOf(`signer ${i}`);
      expect(verificationKey(secret)).toEqual(ed25519.getPublicKey(secret));
      expect(sign(secret, statement)).toEqual(ed25519.sign(statement, secret));
      expect(verify(verificationKey(secret), statement, ed25519.sign(statement, secret))).toBe(true);
    }
  });

  test('a flipped bit anywhere, another statement, another key and malformed bytes do not verify', () => {
    const secret = bytesOf('signer');
    const key = verificationKey(secret);
    const signature = sign(secret, statement);
    for (let bit = 0; bit < 512; bit += 7) {
      const changed = signature.slice();
      changed[bit >> 3] ^= 1 << (bit & 7);
      expect(verify(key, statement, changed)).toBe(false);
      expect(ed25519.verify(changed, statement, key)).toBe(false);
    }
    expect(verify(key, statement.slice(1), signature)).toBe(false);
    expect(verify(verificationKey(bytesOf('other')), statement, signature)).toBe(false);
    for (const length of [0, 31, 33])
      expect(verify(new Uint8Array(length), statement, signature)).toBe(false);
    for (const length of [0, 63, 65]) expect(verify(key, statement, new Uint8Array(length))).toBe(false);
    for (let i = 0; i < 50; i++) expect(verify(bytesOf(`no key ${i}`), statement, signature)).toBe(false);
  });
});
