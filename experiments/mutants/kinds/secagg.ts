/** Sums under pairwise masks, broken: masks, their seeds, and the shares of these. */

import { mufc } from '../../../bin/standard.ts';
import { agreeOnSecret, KEY_BYTES, publicKey } from '../../../actors/blocks/secagg/curve25519.ts';
import {
  pairMask,
  maskedStatement,
  maskInput,
  type MaskInput,
  unmask,
  type UnmaskInput,
} from '../../../actors/blocks/secagg/masks.ts';
import {
  bigEndian,
  openOnce,
  pairSeed,
  sealingKeys,
  sealOnce,
  tagOf,
} from '../../../actors/blocks/secagg/primitives.ts';
import {
  openShares,
  shareSecrets,
  type Sharing,
  type SharingInput,
} from '../../../actors/blocks/secagg/secrets.ts';
import {
  firstShares,
  reconstruct,
  SEED_SHARE,
  SHARE_BYTES,
  SHARE_FIELD,
  sharesAt,
} from '../../../actors/blocks/secagg/shares.ts';
import { joinBytes, sha256, toHex, utf8 } from '../../../src/core/kit/crypto.ts';
import { ModularVectors, shamirShares } from '../../../src/core/kit/field.ts';
import type { Self } from '../../../src/core/kit/index.ts';
import { changed, computing, drawing, replacing, withoutScope } from '../broken.ts';
import type { Mutant } from '../mutant.ts';

/** A masked vector with the tag that belongs to it. */
function tagged(
  { modulus, self, neighbours }: MaskInput,
  vector: Uint32Array,
): ReturnType<typeof maskInput.run> {
  const values = new ModularVectors(modulus).pack(vector);
  return { values, tag: tagOf(self, maskedStatement(values, neighbours)) };
}

const neighboursKey = ({ neighbours }: MaskInput, i: number): Uint8Array =>
  neighbours.keys.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES);

/** The input under the self mask, and under pair masks that `maskOf` gives. */
function masked(
  input: MaskInput,
  maskOf: (shared: Uint8Array, party: number, key: Uint8Array) => Uint32Array | undefined,
): ReturnType<typeof maskInput.run> {
  const vectors = new ModularVectors(input.modulus);
  const vector = vectors.uniform(input.self, input.input.length / vectors.words);
  vectors.add(vector, input.input);
  for (const [i, party] of input.neighbours.parties.entries()) {
    const key = neighboursKey(input, i);
    const shared = agreeOnSecret(input.masking, key);
    const mask = shared && maskOf(shared, party, key);
    if (mask === undefined) continue;
    if (input.own > party) vectors.add(vector, mask);
    else vectors.subtract(vector, mask);
  }
  return tagged(input, vector);
}

/** Pair masks that are changed alike at both ends, so that they still cancel. */
const pairs = (
  name: string,
  what: string,
  change: (mask: Uint32Array, words: number) => Uint32Array | undefined,
): Mutant => ({
  name,
  what,
  setting: 'mufc',
  protocol: computing(mufc, maskInput, (input) =>
    masked(input, (shared, party) => {
      const vectors = new ModularVectors(input.modulus);
      const mask = vectors.uniform(pairSeed(shared, input.own, party), input.input.length / vectors.words);
      return change(mask, vectors.words);
    }),
  ),
});

const seeded = (
  name: string,
  what: string,
  seedOf: (input: MaskInput, party: number, key: Uint8Array, shared: Uint8Array) => Uint8Array,
): Mutant => ({
  name,
  what,
  setting: 'mufc',
  protocol: computing(mufc, maskInput, (input) =>
    masked(input, (shared, party, key) => {
      const vectors = new ModularVectors(input.modulus);
      return vectors.uniform(seedOf(input, party, key, shared), input.input.length / vectors.words);
    }),
  ),
});

/** A sum whose vectors had no self mask: what was subtracted for it is added again. */
function withoutSelf(input: UnmaskInput): Uint32Array | readonly number[] {
  const sum = unmask.run(input);
  if (!(sum instanceof Uint32Array)) return sum;
  const vectors = new ModularVectors(input.modulus);
  for (const { seedShares } of input.survivors) {
    const seed = reconstruct(firstShares(seedShares, input.threshold));
    if (seed !== undefined) vectors.addUniform(sum, seed);
  }
  return sum;
}

const sorted = (keys: readonly Uint8Array[]): Uint8Array[] =>
  keys.toSorted((a, b) => (toHex(a) < toHex(b) ? -1 : 1));

const numberOf = (secret: Uint8Array): bigint =>
  secret.reduce((value, byte) => value * 256n + BigInt(byte), 0n);

const bytesOf = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: SHARE_BYTES }, (_, i) =>
    Number((value >> BigInt(8 * (SHARE_BYTES - 1 - i))) & 0xffn),
  );

/** How shares are encrypted. */
interface Encryption {
  /** The keys of the ciphertexts to the other end and from it, from the secret that both share and from their public keys. */
  keysOf(
    shared: Uint8Array,
    keys: readonly [Uint8Array, Uint8Array],
    own: number,
    other: number,
  ): readonly [Uint8Array, Uint8Array];
  seal(key: Uint8Array, plain: Uint8Array): Uint8Array;
  open(key: Uint8Array, sealed: Uint8Array): Uint8Array | undefined;
}

const published: Encryption = {
  keysOf: (shared, _keys, own, other) => sealingKeys(shared, own, other),
  seal: sealOnce,
  open: openOnce,
};

/** Shares with other coefficients: `coefficients(drawn ones, which secret: 0 or 1)`. */
function sharing(
  { secrets, own, parties, keys, threshold }: SharingInput,
  coefficients: (drawn: readonly bigint[], secret: number) => readonly bigint[],
  encryption: Encryption,
): Sharing | undefined {
  const vectors = new ModularVectors(SHARE_FIELD.modulus);
  const drawn = vectors.toBigints(vectors.uniform(secrets.sharing, 2 * (threshold - 1)));
  const points = parties.map((party) => BigInt(party + 1));
  const [keyShares, seedShares] = [secrets.masking, secrets.self].map((secret, s) =>
    shamirShares(SHARE_FIELD, [numberOf(secret), ...coefficients(drawn, s)], points).map(bytesOf),
  );
  const keyAt = (i: number): Uint8Array => keys.subarray(64 * i, 64 * i + 32);
  const place = parties.indexOf(own);
  const sealed: Uint8Array[] = [];
  const opening: Uint8Array[] = [];
  for (const [i, party] of parties.entries()) {
    if (party === own) continue;
    const shared = agreeOnSecret(secrets.sealing, keyAt(i));
    if (shared === undefined) return undefined;
    const [to, from] = encryption.keysOf(shared, [keyAt(place), keyAt(i)], own, party);
    const plain = joinBytes([bigEndian(own), bigEndian(party), keyShares[i], seedShares[i]]);
    sealed.push(encryption.seal(to, plain));
    opening.push(from);
  }
  return {
    sealed: joinBytes(sealed),
    opening: joinBytes(opening),
    kept: joinBytes([keyShares[place], seedShares[place]]),
  };
}

const halves = (drawn: readonly bigint[], secret: number): readonly bigint[] =>
  drawn.slice((secret * drawn.length) / 2, ((secret + 1) * drawn.length) / 2);

/** With the same key in both directions. */
const oneKey = (
  keyOf: (shared: Uint8Array, keys: readonly [Uint8Array, Uint8Array]) => Uint8Array,
): Encryption => ({
  ...published,
  keysOf(shared, keys) {
    const key = keyOf(shared, keys);
    return [key, key];
  },
});

const polynomials = (
  name: string,
  what: string,
  coefficients: (drawn: readonly bigint[], secret: number) => readonly bigint[],
): Mutant => ({
  name,
  what,
  setting: 'mufc three',
  protocol: computing(mufc, shareSecrets, (input) => sharing(input, coefficients, published)),
});

const encrypted = (name: string, what: string, encryption: Encryption): Mutant => ({
  name,
  what,
  setting: 'mufc',
  protocol: computing(
    computing(mufc, shareSecrets, (input) => sharing(input, halves, encryption)),
    openShares,
    ({ parties, sealed, keys }) => {
      const bytes = sealed.length / Math.max(1, parties.length);
      const opened = parties.map((_, i) =>
        encryption.open(
          keys.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES),
          sealed.subarray(i * bytes, (i + 1) * bytes),
        ),
      );
      if (opened.includes(undefined)) return undefined;
      return joinBytes((opened as Uint8Array[]).map((text) => text.subarray(8)));
    },
  ),
});

/** A secret of a client, from another of its streams or from elsewhere. */
const secret = (
  name: string,
  what: string,
  stream: string,
  other: (draw: (...name: string[]) => Uint8Array, self: Self) => Uint8Array,
): Mutant => ({
  name,
  what,
  setting: 'mufc',
  protocol: drawing(mufc, (self) =>
    replacing(self.random, (full, scope, draw) =>
      scope[0] === 'aggregation' && full[0] === stream ? other(draw, self) : undefined,
    ),
  ),
});

/** The same secret in all sums. */
const kept = (name: string, what: string, stream: string): Mutant => ({
  name,
  what,
  setting: 'mufc',
  protocol: drawing(mufc, (self) => withoutScope(self.random, 'aggregation', stream)),
});

export const secaggMutants: readonly Mutant[] = [
  seeded(
    'pair masks from public keys',
    "a pair's mask is derived from its two public keys",
    ({ masking }, _party, key) => sha256(joinBytes(sorted([publicKey(masking), key]))),
  ),
  seeded('pair masks from numbers', "a pair's mask is derived from its numbers", ({ own }, party) =>
    sha256(utf8(`mask ${Math.min(own, party)} ${Math.max(own, party)}`)),
  ),
  seeded(
    'pair masks of 16 bits of entropy',
    "a pair's mask is derived from two bytes of the shared secret",
    (_input, _party, _key, shared) => sha256(shared.slice(0, 2)),
  ),
  pairs('no pair masks', 'only the self mask is added, which the server learns', () => undefined),
  pairs('half of a pair mask', 'pair masks cover half of a vector', (mask) => mask.fill(0, mask.length / 2)),
  pairs('first entry bare', 'pair masks begin at the second entry', (mask, words) => mask.fill(0, 0, words)),
  pairs('last entry bare', 'pair masks end before the last entry', (mask, words) =>
    mask.fill(0, mask.length - words),
  ),
  pairs('one word for all', 'a pair mask is one element, added to all entries', (mask, words) =>
    mask.map((_, i) => mask[i % words]),
  ),
  pairs('masks of 8 bits', 'pair masks are below 256', (mask, words) =>
    mask.map((x, i) => (i % words === 0 ? x & 255 : 0)),
  ),
  pairs('even masks', 'pair masks are even', (mask, words) =>
    mask.map((x, i) => (i % words === 0 ? x & ~1 : x)),
  ),
  pairs('mask in pairs', 'every second element of a pair mask is the one before', (mask, words) =>
    mask.map((_, i) => mask[i - (Math.floor(i / words) % 2 === 0 ? 0 : words)]),
  ),
  {
    name: 'no self mask',
    what: 'vectors have pair masks only: a late vector is opened',
    setting: 'mufc',
    protocol: computing(
      computing(mufc, maskInput, (input) => {
        const vectors = new ModularVectors(input.modulus);
        const vector = input.input.slice();
        for (const [i, party] of input.neighbours.parties.entries()) {
          const mask = pairMask(input.masking, neighboursKey(input, i), input.own, party);
          if (mask !== undefined) vectors.addUniforms(vector, [mask]);
        }
        return tagged(input, vector);
      }),
      unmask,
      withoutSelf,
    ),
  },
  secret(
    'self mask from public values',
    "the self mask's seed is a hash of the client's name",
    'self mask',
    (_, self) => sha256(utf8(self.name)),
  ),
  secret('one secret for both', 'the self mask is drawn with the key of pair masks', 'self mask', (draw) =>
    draw('masking'),
  ),
  secret('mask key in the code', 'the key of pair masks is a constant and the name', 'masking', (_, self) =>
    sha256(utf8(`masking ${self.name}`)),
  ),
  secret('polynomials from public values', 'coefficients are drawn with a key in the code', 'sharing', () =>
    sha256(utf8('coefficients')),
  ),
  secret(
    'polynomials of the self mask',
    'coefficients are drawn with the seed of the self mask',
    'sharing',
    (draw) => draw('self mask'),
  ),
  kept('pair masks reused', 'keys of pair masks are the same in all sums', 'masking'),
  kept('self masks reused', 'the seed of the self mask is the same in all sums', 'self mask'),
  kept('polynomials reused', 'coefficients are the same in all sums', 'sharing'),
  polynomials(
    'one polynomial for both secrets',
    'both secrets are shared with the same coefficients',
    (drawn) => drawn.slice(0, drawn.length / 2),
  ),
  polynomials('degree zero', 'coefficients are forgotten: every share is the secret', () => []),
  polynomials('degree one too low', 'the last coefficient is forgotten', (drawn, s) =>
    halves(drawn, s).slice(0, -1),
  ),
  polynomials('small coefficients', 'coefficients are below 2^16', (drawn, s) =>
    halves(drawn, s).map((one) => one & 0xffffn),
  ),
  polynomials('one coefficient for all', 'all coefficients of a polynomial are one number', (drawn, s) => {
    const own = halves(drawn, s);
    return own.map(() => own[0]);
  }),
  encrypted('shares in the clear', 'shares are not encrypted, and go through the server', {
    ...published,
    seal: (_key, text) => joinBytes([text, new Uint8Array(16)]),
    open: (_key, sealed) => sealed.slice(0, -16),
  }),
  encrypted(
    'encrypted with public keys',
    'shares are encrypted with a hash of both public keys',
    oneKey((_shared, keys) => sha256(joinBytes(sorted(keys)))),
  ),
  encrypted(
    'one nonce in both directions',
    'both directions of a pair encrypt with one key and one nonce',
    oneKey((shared) => sha256(shared)),
  ),
  {
    name: 'both shares of the dropped',
    what: 'of clients that dropped out both shares are revealed, so a late vector is opened',
    setting: 'mufc',
    protocol: revealing(),
  },
];

/** Clients that reveal shares of the self masks of clients that dropped out, beside those of their keys. */
function revealing(): Mutant['protocol'] {
  const held = new WeakMap<Self, Uint8Array>();
  const opening = computing(mufc, openShares, (input, self) => {
    const opened = openShares.run(input);
    const places = input.parties.map((_, i) => i);
    if (opened !== undefined) held.set(self, sharesAt(opened, places, SEED_SHARE));
    return opened;
  });
  return changed(opening, (effect, self) => {
    const seedShares = held.get(self);
    if (effect.kind !== 'send' || effect.type.name !== 'unmasking' || seedShares === undefined)
      return [effect];
    const { keyShares } = effect.body as { keyShares: Uint8Array };
    if (keyShares.length === 0) return [effect];
    return [effect, { ...effect, body: { ...effect.body, seedShares } }];
  });
}
