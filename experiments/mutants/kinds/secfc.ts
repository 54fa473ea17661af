/** SecFC, broken as an implementer errs: the noise of shares, and who receives them. */

import { secfc } from '../../../bin/standard.ts';
import { Shares } from '../../../actors/secfc/messages.ts';
import { encodeShares, type EncodeInput } from '../../../actors/secfc/sharing/encode.ts';
import { joinBytes, sha256, utf8 } from '../../../src/core/kit/crypto.ts';
import { quantiseMatrix, toResidues, uniformResidues } from '../../../src/core/kit/field.ts';
import { message, residues, type Self, Stream } from '../../../src/core/kit/index.ts';
import { changed, computing } from '../broken.ts';
import type { Yields } from '../../../src/core/engine/actors/effect.ts';
import type { Mutant } from '../mutant.ts';
import { encodeWith, mapped, type Noise } from '../noise.ts';
import type { SettingName } from '../settings.ts';

const noisy = (
  name: string,
  what: string,
  spoil: (noise: Noise, input: EncodeInput, self: Self) => Noise,
  setting: SettingName = 'secfc',
): Mutant => ({
  name,
  what,
  setting,
  protocol: computing(secfc, encodeShares, (input, self) =>
    encodeWith(input, (noise, same) => spoil(noise, same, self)),
  ),
});

const each = (
  noise: Noise,
  change: (vector: Uint32Array, p: number) => Uint32Array,
  moduli: readonly number[],
) => noise.map((vectors, plane) => vectors.map((vector) => change(vector, moduli[plane])));

const from = (key: Uint8Array, { moduli, code }: EncodeInput, length: number): Noise =>
  uniformResidues(key, moduli, code.t, length);

/** Kept from one client and run to the next. */
const cache = new Map<number, Noise>();

/** To a neighbour, in a message of its own. */
const Gossip = message('gossip', { values: residues });

const isFirst = (self: Self): boolean => self.name === 'client-1';

export const secfcMutants: readonly Mutant[] = [
  noisy('half of the range', 'noise is below half of the prime', (noise, { moduli }) =>
    mapped(noise, moduli, (value) => value >>> 1),
  ),
  noisy('24 bits', 'noise is below 2^24, a sixteenth of the prime', (noise, { moduli }) =>
    mapped(noise, moduli, (value) => value & 0xff_ffff),
  ),
  noisy('even noise', 'noise is even', (noise, { moduli }) => mapped(noise, moduli, (value) => value & ~1)),
  noisy('last point bare', 'the loop over points ends one too early: the last has no noise', (noise, input) =>
    each(noise, (vector) => vector.map((x, i) => (i < vector.length - input.width ? x : 0)), input.moduli),
  ),
  noisy('first point bare', 'the loop over points begins one too late', (noise, input) =>
    each(noise, (vector) => vector.map((x, i) => (i < input.width ? 0 : x)), input.moduli),
  ),
  noisy('last place bare', 'the last entry of a share has no noise', (noise, { moduli }) =>
    each(noise, (vector) => vector.map((x, i) => (i === vector.length - 1 ? 0 : x)), moduli),
  ),
  noisy(
    'beyond 512 places',
    'a buffer of 512 entries is not filled again: what follows has no noise',
    (noise, { moduli }) => each(noise, (vector) => vector.map((x, i) => (i < 512 ? x : 0)), moduli),
    'secfc large',
  ),
  noisy(
    'buffer used again',
    'a buffer of 512 entries is used again for what follows',
    (noise, { moduli }) => each(noise, (vector) => vector.map((_, i) => vector[i % 512]), moduli),
    'secfc large',
  ),
  noisy('points in pairs', 'every second point has the noise of the one before', (noise, { moduli, width }) =>
    each(noise, (vector) => vector.map((_, i) => vector[i % (2 * width) < width ? i : i - width]), moduli),
  ),
  noisy(
    'opposite noise',
    'the noise of every second point is that of the one before, negated',
    (noise, input) =>
      each(
        noise,
        (vector, p) =>
          vector.map((x, i) => (i % (2 * input.width) < input.width ? x : (p - vector[i - input.width]) % p)),
        input.moduli,
      ),
  ),
  noisy(
    'noise in steps',
    "a point's noise is that of the point before plus one",
    (noise, { moduli, width }) =>
      each(
        noise,
        (vector, p) => vector.map((_, i) => (vector[i % width] + Math.floor(i / width)) % p),
        moduli,
      ),
  ),
  noisy('mirrored noise', 'the second half of the noise is the first, backwards', (noise, { moduli }) =>
    each(
      noise,
      (vector) => vector.map((x, i) => (2 * i < vector.length ? x : vector[vector.length - 1 - i])),
      moduli,
    ),
  ),
  noisy(
    'one word for all coordinates',
    'all coordinates of a point have one noise',
    (noise, { moduli, width }) =>
      each(noise, (vector) => vector.map((_, i) => vector[i - (i % width)]), moduli),
  ),
  noisy('sum of noise zero', 'the last noise vector is such that all add up to zero', (noise, { moduli }) =>
    noise.map((vectors, plane) => {
      const rest = vectors.slice(0, -1);
      const p = moduli[plane];
      return [...rest, rest[0].map((_, i) => (p - (rest.reduce((sum, one) => sum + one[i], 0) % p)) % p)];
    }),
  ),
  noisy('key from a name', "the key of the noise is a hash of the client's name", (noise, input, self) =>
    from(sha256(utf8(`noise of ${self.name}`)), input, noise[0][0].length),
  ),
  noisy('key from the points', "the key of the noise is a hash of the client's points", (noise, input) =>
    from(sha256(new Uint8Array(input.points.values.slice().buffer)), input, noise[0][0].length),
  ),
  noisy(
    '32 bits of entropy',
    'noise is from a statistical generator with a seed of four bytes',
    (noise, input) => {
      const key = joinBytes([input.noiseKey.slice(0, 4), new Uint8Array(12).fill(1)]);
      const stream = new Stream(key);
      return mapped(noise, input.moduli, (_value, _at, _before, p) => stream.integer(p));
    },
  ),
  noisy('cached noise', 'noise is cached by its length, for all clients and runs', (noise, { points }) => {
    const known = cache.get(points.rows) ?? noise;
    cache.set(points.rows, known);
    return known;
  }),
  noisy(
    'first client bare',
    'the client that the code was tried with uses no noise',
    (noise, { moduli }, self) => (isFirst(self) ? mapped(noise, moduli, () => 0) : noise),
  ),
  {
    name: 'everybody gets one share more',
    what: "a client's shares go to the client after it too",
    protocol: changed(secfc, (effect) => {
      if (effect.kind !== 'send-each' || effect.type.name !== Shares.name) return [effect];
      const { to, body } = effect;
      return [effect, { ...effect, body: (place: number) => body((place + 1) % to.length) }];
    }),
  },
  {
    name: 'broadcast instead of each',
    what: "every client is sent the first client's shares too",
    protocol: changed(secfc, (effect) =>
      effect.kind === 'send-each' && effect.type.name === Shares.name
        ? [effect, { kind: 'send', to: effect.to, type: effect.type, body: effect.body(0) } as Yields]
        : [effect],
    ),
  },
  {
    name: 'second channel',
    what: 'a client passes the shares that it received on to its neighbour, in a message of their own',
    protocol: changed({ ...secfc, messages: [...secfc.messages, Gossip] }, (effect, self, _shard, last) => {
      const received = sharesIn(last);
      if (received.length === 0) return [effect];
      const [own, number] = [self.name, Number(self.name.replace('client-', ''))];
      const next = `client-${(number % 5) + 1}`;
      if (next === own) return [effect];
      return [
        ...received.map((values) => ({ kind: 'send', to: next, type: Gossip, body: { values } }) as Yields),
        effect,
      ];
    }),
  },
  {
    name: 'bare when somebody is missing',
    what: 'where a client is missing, the others send their points again, without noise',
    protocol: changed(secfc, (effect, self, shard) => {
      const body = (effect as { body?: { missing?: Uint32Array } }).body;
      if (effect.kind !== 'send' || effect.type.name !== 'ready' || body?.missing?.length === 0)
        return [effect];
      const values = toResidues(quantiseMatrix(shard, 1000), [2 ** 28 - 57]).planes;
      const next = `client-${(Number(self.name.replace('client-', '')) % 5) + 1}`;
      return [{ kind: 'send', to: next, type: Shares, body: { values } } as Yields, effect];
    }),
  },
];

/** The shares in a batch of messages; none if they are others. */
function sharesIn(last: unknown): readonly (readonly Uint32Array[])[] {
  if (!Array.isArray(last)) return [];
  return (last as { type?: unknown; body?: { values?: readonly Uint32Array[] } }[]).flatMap((one) =>
    one.type === Shares && one.body?.values !== undefined ? [one.body.values] : [],
  );
}
