import { describe, expect, test } from 'vitest';
import { keystream, Random, Stream } from '../../../src/core/base/random.ts';

const draws = (random: Random, ...name: string[]): number[] => {
  const stream = random.stream(...name);
  return Array.from({ length: 5 }, () => stream.uniform());
};

describe('named streams', () => {
  test('a name gives the same draws whatever else was drawn', () => {
    const other = new Random(7);
    draws(other, 'noise');
    expect(draws(new Random(7), 'client-3', 'latency')).toEqual(draws(other, 'client-3', 'latency'));
  });

  test('another seed, another name or another split of a name gives other draws', () => {
    const all = [
      draws(new Random(1), 'a', 'b'),
      draws(new Random(2), 'a', 'b'),
      draws(new Random(1), 'a', 'c'),
      draws(new Random(1), 'ab'),
      draws(new Random(1), 'a,b'),
    ];
    expect(new Set(all.map(String)).size).toBe(all.length);
  });

  test('a name used twice is an error, in any scope', () => {
    const random = new Random(1);
    random.scope('client-1').stream('noise');
    expect(() => random.stream('client-1', 'noise')).toThrow('asked for twice');
    random.secretKey('client-1', 'noise'); // another kind is another stream
    expect(() => random.scope('client-1').secretKey('noise')).toThrow('asked for twice');
  });

  test('an error about a stream contains neither the seed nor the secret that it follows from', () => {
    const random = new Random(9_876_543, ['actors'], new Set(), 'secret');
    for (const ask of [() => random.stream('noise'), () => random.secretKey('noise')]) {
      ask();
      expect(ask).toThrow(/^the \w+ stream actors noise is asked for twice$/);
    }
  });

  test('the key of a stream gives that stream, whoever draws from it, and is asked for once', () => {
    const key = new Random(1).scope('client-1').streamKey('seeding');
    const stream = new Random(1).stream('client-1', 'seeding');
    const drawn = new Stream(key);
    expect([1, 2, 3].map(() => drawn.uniform())).toEqual([1, 2, 3].map(() => stream.uniform()));
    const random = new Random(1);
    random.streamKey('seeding');
    expect(() => random.stream('seeding')).toThrow('asked for twice');
  });

  test('a seed that a double cannot hold is an error', () => {
    for (const seed of [-1, 0.5, 2 ** 53, Number.NaN])
      expect(() => new Random(seed)).toThrow('not an integer');
  });
});

test('integers are uniform below their bound and shuffles keep every item', () => {
  const stream = new Random(3).stream('integers');
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 70_000; i++) counts[stream.integer(7)]++;
  const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  expect(chiSquare).toBeLessThan(27.9); // 6 degrees of freedom, p = 1e-4
  const shuffled = stream.shuffle(Uint32Array.from({ length: 100 }, (_, i) => i));
  expect([...shuffled].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
});

test('keys expand to the ChaCha20 keystream of RFC 8439, in pieces or at once', () => {
  const key = new Uint8Array(32);
  // RFC 8439, appendix A.1, test vectors 1 and 2: zero key and nonce, blocks 0 and 1.
  const block0 = '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7';
  const words = keystream(key)(32);
  expect(Buffer.from(words.buffer).subarray(0, 32).toString('hex')).toBe(block0);
  expect(Buffer.from(words.buffer).subarray(64, 80).toString('hex')).toBe('9f07e7be5551387a98ba977c732d080d');
  const draw = keystream(key);
  expect([...draw(3), ...draw(29)]).toEqual([...words]);
});
