import { createCipheriv } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import {
  type MaskedVector,
  maskedStatement,
  maskInput,
  type Neighbours,
  unmask,
} from '../../../../actors/blocks/secagg/masks.ts';
import { agreeOnSecret, publicKey } from '../../../../actors/blocks/secagg/curve25519.ts';
import { pairSeed, tagOf } from '../../../../actors/blocks/secagg/primitives.ts';
import { type GatheredShares, SHARE_BYTES, SHARE_FIELD } from '../../../../actors/blocks/secagg/shares.ts';
import { joinBytes } from '../../../../src/core/kit/crypto.ts';
import { ModularVectors } from '../../../../src/core/math/field/modular-vectors.ts';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { shamirShares } from '../../../../src/core/math/field/shamir.ts';
import { keystream } from '../../../../src/core/base/random.ts';
import { shamirSecret } from '../../../support/shamir-secret.ts';
import { vectors } from '../../../support/vectors.ts';

type Texts = readonly string[];
type ByUser<T> = Readonly<Record<string, T>>;

interface SecaggVectors {
  readonly x25519: {
    readonly rfc7748_5_2: readonly { readonly scalar: string; readonly u: string; readonly out: string }[];
    readonly rfc7748_iterated: {
      readonly start: string;
      readonly after_1: string;
      readonly after_1000: string;
    };
    readonly rfc7748_6_1: Readonly<Record<string, string>>;
  };
  readonly hkdf: { readonly rfc5869: readonly Readonly<Record<string, string>>[] };
  readonly chacha20: {
    readonly rfc8439_blocks: readonly Readonly<Record<string, string>>[];
    readonly rfc8439_2_4_2: Readonly<Record<string, string>>;
    readonly rfc8439_aead_2_8_2: Readonly<Record<string, string>>;
    readonly rfc8439_A_2_3: Readonly<Record<string, string>>;
  };
  readonly shamir: readonly {
    readonly name: string;
    readonly p: string;
    readonly t: string;
    readonly coefficients_low_to_high: Texts;
    readonly x: Texts;
    readonly shares: Texts;
    readonly reconstruct: readonly { readonly share_indices: Texts; readonly secret: string }[];
    readonly t_minus_1_shares: {
      readonly share_indices: Texts;
      readonly every_secret_is_consistent: readonly {
        readonly candidate_secret: string;
        readonly consistent_polynomial: Texts;
      }[];
    } | null;
  }[];
  readonly prg_expansion: {
    readonly vectors: readonly {
      readonly seed: string;
      readonly chacha20_zero_nonce_ctr0_keystream_128: string;
      readonly u32_little_endian_first_16: Texts;
      readonly field: readonly { readonly p: string; readonly first_20: Texts }[];
    }[];
  };
  readonly bonawitz_rounds: {
    readonly rounds: readonly {
      readonly name: string;
      readonly users: Texts;
      readonly t: string;
      readonly modulus: string;
      readonly vector_length: string;
      readonly inputs: ByUser<Texts>;
      readonly mask_secret_keys: ByUser<string>;
      readonly mask_public_keys: ByUser<string>;
      readonly self_seeds: ByUser<string>;
      readonly pairwise: ByUser<{ readonly x25519: string; readonly seed: string }>;
      readonly masked_inputs: ByUser<Texts>;
      readonly shares_of_self_seeds: ByUser<{
        readonly coefficients: Texts;
        readonly shares: ByUser<string>;
      }>;
      readonly shares_of_secret_keys: ByUser<{
        readonly coefficients: Texts;
        readonly shares: ByUser<string>;
      }>;
      readonly dropped_before_masked_input: Texts;
      readonly unmask_responders: Texts;
      readonly expected_sum: Texts;
    }[];
  };
}

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');
const integers = (texts: Texts): bigint[] => texts.map(BigInt);

/** The stream cipher that keystreams are made with. */
function streamed(key: string, nonce: string, counter: string, plain: Uint8Array): Uint8Array {
  const start = new Uint8Array(16);
  new DataView(start.buffer).setUint32(0, Number(counter), true);
  start.set(hex(nonce), 4);
  return createCipheriv('chacha20', hex(key), start).update(plain);
}

/** A masked vector as it travels. */
function tagged(
  ring: ModularVectors,
  masked: readonly bigint[],
  seed: Uint8Array,
  neighbours: Neighbours,
): MaskedVector {
  const values = ring.pack(ring.from(masked));
  return { values, tag: tagOf(seed, maskedStatement(values, neighbours)) };
}

const rfcs = vectors<SecaggVectors>('secagg.json');

describe.skipIf(rfcs.absent)(`${rfcs.title}`, () => {
  const found = rfcs.absent ? undefined : rfcs.read();
  const file = found as SecaggVectors;

  test('X25519', { timeout: 30_000 }, () => {
    for (const { scalar, u, out } of file.x25519.rfc7748_5_2)
      expect(text(agreeOnSecret(hex(scalar), hex(u)))).toBe(out);
    let [k, u] = [hex(file.x25519.rfc7748_iterated.start), hex(file.x25519.rfc7748_iterated.start)];
    const iterated: string[] = [];
    for (let i = 1; i <= 1000; i++) {
      [k, u] = [x25519.scalarMult(k, u), k];
      iterated.push(text(k));
    }
    const { after_1, after_1000 } = file.x25519.rfc7748_iterated;
    expect([iterated[0], iterated[999]]).toEqual([after_1, after_1000]);
    const { alice_private, alice_public, bob_private, bob_public, shared } = file.x25519.rfc7748_6_1;
    expect(text(publicKey(hex(alice_private)))).toBe(alice_public);
    expect(text(agreeOnSecret(hex(alice_private), hex(bob_public)))).toBe(shared);
    expect(text(agreeOnSecret(hex(bob_private), hex(alice_public)))).toBe(shared);
  });

  test('HKDF', () => {
    for (const { hash, ikm, salt, info, length, okm } of file.hkdf.rfc5869) {
      const digest = hash === 'sha1' ? sha1 : sha256;
      expect(text(hkdf(digest, hex(ikm), hex(salt), hex(info), Number(length)))).toBe(okm);
    }
  });

  test('ChaCha20 and its expansion of a seed', () => {
    for (const { key, counter, nonce, block } of file.chacha20.rfc8439_blocks)
      expect(text(streamed(key, nonce, counter, new Uint8Array(64)))).toBe(block);
    for (const c of [file.chacha20.rfc8439_2_4_2, file.chacha20.rfc8439_A_2_3])
      expect(text(streamed(c.key, c.nonce, c.counter, hex(c.plaintext_hex)))).toBe(c.ciphertext);
    const { key, nonce, aad, plaintext_hex, ciphertext, tag } = file.chacha20.rfc8439_aead_2_8_2;
    expect(text(chacha20poly1305(hex(key), hex(nonce), hex(aad)).encrypt(hex(plaintext_hex)))).toBe(
      ciphertext + tag,
    );
    for (const { seed, chacha20_zero_nonce_ctr0_keystream_128: stream, ...rest } of file.prg_expansion
      .vectors) {
      const words = keystream(hex(seed))(32);
      expect(text(new Uint8Array(words.buffer))).toBe(stream);
      expect([...words.subarray(0, 16)]).toEqual(rest.u32_little_endian_first_16.map(Number));
    }
  });

  test('masks: uniform elements from a seed', () => {
    for (const { seed, field } of file.prg_expansion.vectors) {
      for (const { p, first_20 } of field) {
        const ring = new ModularVectors(BigInt(p));
        expect(ring.toBigints(ring.uniform(hex(seed), 20))).toEqual(integers(first_20));
        expect(ring.toBigints(ring.uniform(hex(seed), 3))).toEqual(integers(first_20).slice(0, 3));
      }
    }
  });

  test("Shamir's shares, any t of which reconstruct, and t-1 of which fit every secret", () => {
    for (const { p, coefficients_low_to_high, x, shares, reconstruct, t_minus_1_shares } of file.shamir) {
      const field = new PrimeField(BigInt(p));
      const points = integers(x);
      const expected = integers(shares);
      expect(shamirShares(field, integers(coefficients_low_to_high), points)).toEqual(expected);
      for (const { share_indices, secret } of reconstruct) {
        const which = share_indices.map(Number);
        const recovered = shamirSecret(
          field,
          which.map((i) => points[i]),
          which.map((i) => expected[i]),
        );
        expect(recovered).toBe(BigInt(secret));
      }
      for (const {
        candidate_secret,
        consistent_polynomial,
      } of t_minus_1_shares?.every_secret_is_consistent ?? []) {
        const which = (t_minus_1_shares?.share_indices ?? []).map(Number);
        expect(consistent_polynomial[0]).toBe(candidate_secret);
        const refit = shamirShares(field, integers(consistent_polynomial), points);
        for (const i of which) expect(refit[i]).toBe(expected[i]);
      }
    }
  });

  describe.each((found?.bonawitz_rounds.rounds ?? []).map((round) => ({ ...round, title: round.name })))(
    'a round of the protocol: $title',
    (round) => {
      const modulus = BigInt(round.modulus);
      const ring = new ModularVectors(modulus);
      const place = (user: string): number => Number(user) - 1;
      const neighbours = (users: readonly string[]): Neighbours => ({
        parties: users.map(place),
        keys: joinBytes(users.map((user) => hex(round.mask_public_keys[user]))),
      });
      const othersOf = (user: string): Neighbours =>
        neighbours(round.users.filter((other) => other !== user));

      test('pairs agree on seeds, and vectors are masked', () => {
        for (const user of round.users) {
          expect(text(publicKey(hex(round.mask_secret_keys[user])))).toBe(round.mask_public_keys[user]);
        }
        for (const [pair, { x25519: shared, seed }] of Object.entries(round.pairwise)) {
          const [u, v] = pair.split(',');
          expect(text(agreeOnSecret(hex(round.mask_secret_keys[u]), hex(round.mask_public_keys[v])))).toBe(
            shared,
          );
          expect(text(pairSeed(hex(shared), place(u), place(v)))).toBe(seed);
          expect(text(pairSeed(hex(shared), place(v), place(u)))).toBe(seed);
        }
        for (const user of round.users) {
          const masked = maskInput.run({
            modulus,
            input: ring.from(integers(round.inputs[user])),
            own: place(user),
            masking: hex(round.mask_secret_keys[user]),
            self: hex(round.self_seeds[user]),
            neighbours: othersOf(user),
          });
          const expected = tagged(
            ring,
            integers(round.masked_inputs[user]),
            hex(round.self_seeds[user]),
            othersOf(user),
          );
          expect(masked).toEqual(expected);
        }
      });

      test('secrets are shared', () => {
        for (const { coefficients, shares } of [
          ...Object.values(round.shares_of_self_seeds),
          ...Object.values(round.shares_of_secret_keys),
        ]) {
          const users = Object.keys(shares);
          expect(shamirShares(SHARE_FIELD, integers(coefficients), integers(users))).toEqual(
            users.map((user) => BigInt(shares[user])),
          );
        }
      });

      test('the survivors unmask their sum', () => {
        const held = (shares: ByUser<string>): GatheredShares => ({
          holders: round.unmask_responders.map(place),
          shares: joinBytes(
            round.unmask_responders.map((user) =>
              hex(
                BigInt(shares[user])
                  .toString(16)
                  .padStart(2 * SHARE_BYTES, '0'),
              ),
            ),
          ),
        });
        const gone = round.dropped_before_masked_input;
        const alive = round.users.filter((user) => !gone.includes(user));
        const sum = unmask.run({
          modulus,
          length: Number(round.vector_length),
          threshold: Number(round.t),
          survivors: alive.map((user) => ({
            party: place(user),
            neighbours: othersOf(user),
            ...tagged(ring, integers(round.masked_inputs[user]), hex(round.self_seeds[user]), othersOf(user)),
            seedShares: held(round.shares_of_self_seeds[user].shares),
          })),
          dropped: gone.map((user) => ({
            party: place(user),
            key: hex(round.mask_public_keys[user]),
            keyShares: held(round.shares_of_secret_keys[user].shares),
            neighbours: neighbours(alive),
          })),
        });
        expect(ring.toBigints(sum as Uint32Array)).toEqual(integers(round.expected_sum));
      });
    },
  );
});

interface Wycheproof {
  readonly x25519: { readonly tests: readonly Readonly<Record<string, string>>[] };
  readonly hkdf_sha256: { readonly tests: readonly Readonly<Record<string, string>>[] };
  readonly chacha20_poly1305: { readonly tests: readonly Readonly<Record<string, string>>[] };
}

const nasty = vectors<Wycheproof>('secagg-wycheproof.json');

describe.skipIf(nasty.absent)(`${nasty.title}`, () => {
  const file = nasty.absent ? undefined : nasty.read();

  test('X25519, keys of small order refused', () => {
    for (const { private: secret, public: key, shared } of file?.x25519.tests ?? []) {
      const expected = /^0+$/.test(shared) ? '' : shared;
      expect(text(agreeOnSecret(hex(secret), hex(key)))).toBe(expected);
    }
  });

  test('HKDF', () => {
    for (const { ikm, salt, info, size, okm, result } of file?.hkdf_sha256.tests ?? []) {
      const derived = orNothing(() => text(hkdf(sha256, hex(ikm), hex(salt), hex(info), Number(size))));
      expect(derived).toBe(result === 'valid' ? okm : undefined);
    }
  });

  test('ChaCha20-Poly1305', () => {
    for (const { key, iv, aad, msg, ct, tag, result } of file?.chacha20_poly1305.tests ?? []) {
      const plain = orNothing(() =>
        text(chacha20poly1305(hex(key), hex(iv), hex(aad)).decrypt(hex(ct + tag))),
      );
      expect(plain).toBe(result === 'valid' ? msg : undefined);
    }
  });
});

/** Undefined for what is refused. */
function orNothing<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}
