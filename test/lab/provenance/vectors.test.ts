import { expect, test } from 'vitest';
import { plus, type Streams } from '../../../src/lab/provenance/vectors.ts';

const P = 10_007n;
const streams = (times: Readonly<Record<string, bigint>>): Streams => ({
  modulus: P,
  times: new Map(Object.entries(times)),
});

test('streams count as often as both vectors have them, modulo the modulus', () => {
  expect(plus(streams({ a: 2n, b: 1n }), streams({ a: 3n, c: 4n }), 5n, P)).toEqual(
    streams({ a: 17n, b: 1n, c: 20n }),
  );
  expect(plus(undefined, streams({ a: 3n }), -1n, P)).toEqual(streams({ a: P - 3n }));
});

test('a stream that is taken away again is no longer there', () => {
  expect(plus(streams({ a: 6n, b: 1n }), streams({ a: 3n }), -2n, P)).toEqual(streams({ b: 1n }));
});
