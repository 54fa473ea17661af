import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestModuli } from '../../../../src/core/math/field/moduli.ts';
import { randomCombinations } from '../../../../src/core/math/field/random-combinations.ts';
import { WordField } from '../../../../src/core/math/field/word-field.ts';

const moduli = largestModuli(2);
const COUNT = 2;
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });
const vectorsOf = (count: number, length: number): fc.Arbitrary<Uint32Array[][]> =>
  fc
    .array(
      fc.tuple(...moduli.map((p) => fc.array(fc.nat(p - 1), { minLength: length, maxLength: length }))),
      { minLength: count, maxLength: count },
    )
    .map((vectors) => vectors.map((planes) => planes.map((plane) => Uint32Array.from(plane))));

test('combinations are linear: those of a sum are the sum of those', () => {
  const cases = fc.nat(300).chain((length) => fc.tuple(keys, vectorsOf(2, length)));
  fc.assert(
    fc.property(cases, ([key, [a, b]]) => {
      const add = (plane: number, x: number, y: number): number => new WordField(moduli[plane]).add(x, y);
      const sum = a.map((values, plane) => values.map((value, i) => add(plane, value, b[plane][i])));
      const [ofA, ofB, ofSum] = randomCombinations(key, moduli, [a, b, sum], COUNT);
      expect(ofSum).toEqual(
        ofA.map((checks, plane) => checks.map((value, check) => add(plane, value, ofB[plane][check]))),
      );
    }),
  );
});

test('a vector that differs in one entry has other combinations, all of them', () => {
  const cases = fc
    .tuple(fc.integer({ min: 1, max: 300 }), fc.nat())
    .chain(([length, at]) => fc.tuple(keys, vectorsOf(1, length), fc.constant(at % length)));
  fc.assert(
    fc.property(cases, fc.nat(moduli.length - 1), ([key, [vector], at], plane) => {
      const changed = vector.map((values, i) =>
        i === plane ? values.with(at, (values[at] + 1) % moduli[plane]) : values,
      );
      const [one, other] = randomCombinations(key, moduli, [vector, changed], COUNT);
      for (let check = 0; check < COUNT; check++) expect(one[plane][check]).not.toBe(other[plane][check]);
    }),
  );
});

test('another key gives other combinations', () => {
  const vector = moduli.map(() => Uint32Array.of(1, 2, 3));
  const [one] = randomCombinations(new Uint8Array(32), moduli, [vector], COUNT);
  const [other] = randomCombinations(new Uint8Array(32).fill(1), moduli, [vector], COUNT);
  expect(one).not.toEqual(other);
});
