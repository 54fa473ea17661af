import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrongParties } from '../../../../src/core/math/field/code.ts';
import type { Field } from '../../../../src/core/math/field/field.ts';
import {
  decodingWeights,
  evaluationPoints,
  lagrangeBasis,
} from '../../../../src/core/math/field/lagrange.ts';
import { largestModuli } from '../../../../src/core/math/field/moduli.ts';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { ReedSolomon } from '../../../../src/core/math/field/reed-solomon.ts';
import { WORD_BITS, WordField } from '../../../../src/core/math/field/word-field.ts';
import { vectors } from '../../../support/vectors.ts';
import { thoroughly } from '../../../support/long.ts';

interface Vector {
  readonly name: string;
  readonly p: string;
  readonly l: string;
  readonly dimension: string;
  readonly alphas: readonly string[];
  readonly betas: readonly string[];
  /** Null where nothing came. */
  readonly received: readonly (string | null)[];
  readonly decoding_radius: string;
  readonly expected: string;
  readonly errors_found?: readonly string[];
  readonly decoded_poly_low_to_high?: readonly string[];
  readonly decoded_sum_at_beta_1_to_l?: string;
}

const lcc = vectors<{ reed_solomon: readonly Vector[] }>('lcc.json');
const { reed_solomon: cases } = lcc.absent ? { reed_solomon: [] } : lcc.read();

describe.skipIf(lcc.absent)(`${lcc.title}`, () => {
  test.each(cases)('$name: the wrong symbols and the polynomial are those of the vector', (vector) => {
    expect(replay(new PrimeField(BigInt(vector.p)), vector)).toEqual(stated(vector));
  });

  test.each(cases.filter(({ p }) => Number(p) < 2 ** WORD_BITS))('$name: words give the same', (vector) => {
    expect(replay(new WordField(Number(vector.p)), vector)).toEqual(stated(vector));
  });
});

interface Outcome {
  readonly radius: string;
  readonly errors: readonly string[] | undefined;
  /** The sum of the segments, and the polynomial's values at all points, from the symbols that are right. */
  readonly sum: string | undefined;
  readonly values: readonly string[] | undefined;
}

function stated(vector: Vector): Outcome {
  const { expected, errors_found: errors, decoded_sum_at_beta_1_to_l: sum, p, alphas } = vector;
  const polynomial = vector.decoded_poly_low_to_high?.map(BigInt);
  const field = new PrimeField(BigInt(p));
  const values = polynomial && alphas.map((alpha) => String(evaluate(field, polynomial, BigInt(alpha))));
  expect(errors !== undefined).toBe(expected === 'decode');
  return { radius: vector.decoding_radius, errors, sum, values };
}

function replay<E extends bigint | number>(field: Field<E>, vector: Vector): Outcome {
  const { alphas, betas, received, dimension, l } = vector;
  const came = [...received.keys()].filter((j) => received[j] !== null);
  const all = alphas.map((alpha) => field.from(BigInt(alpha)));
  const word = came.map((j) => field.from(BigInt(received[j] ?? '')));
  const code = new ReedSolomon(
    field,
    came.map((j) => all[j]),
    Number(dimension),
  );
  const errors = code.errors(word);
  const radius = String(code.radius);
  if (errors === undefined) return { radius, errors, sum: undefined, values: undefined };
  const right = [...came.keys()].filter((at) => !errors.includes(at));
  const nodes = right.map((at) => all[came[at]]);
  const symbols = right.map((at) => word[at]);
  const segmentPoints = betas.slice(0, Number(l)).map((beta) => field.from(BigInt(beta)));
  return {
    radius,
    errors: errors.map((at) => String(came[at])),
    sum: String(dot(field, decodingWeights(field, nodes, segmentPoints), symbols)),
    values: lagrangeBasis(field, nodes, all).map((weights) => String(dot(field, weights, symbols))),
  };
}

interface Sent {
  readonly p: number;
  readonly points: readonly number[];
  readonly coefficients: readonly number[];
  /** What is added to the symbols. */
  readonly noise: readonly number[];
}

/** Words of any length and dimension with at most as many errors as the redundancy finds, zero among the points too. */
const correctable: fc.Arbitrary<Sent> = fc
  .record({
    p: fc.constantFrom(31, 97, 65_537, ...largestModuli(1)),
    dimension: fc.integer({ min: 1, max: 9 }),
    redundancy: fc.nat(12),
  })
  .chain(({ p, dimension, redundancy }) => {
    const length = dimension + redundancy;
    const element = fc.nat(p - 1);
    return fc
      .record({
        points: fc.uniqueArray(element, { minLength: length, maxLength: length }),
        coefficients: fc.array(element, { minLength: dimension, maxLength: dimension }),
        wrong: fc.shuffledSubarray([...Array.from({ length }).keys()], {
          maxLength: Math.floor(redundancy / 2),
        }),
        errors: fc.array(fc.integer({ min: 1, max: p - 1 }), { minLength: length, maxLength: length }),
      })
      .map(({ wrong, errors, ...rest }) => ({
        p,
        ...rest,
        noise: errors.map((error, j) => (wrong.includes(j) ? error : 0)),
      }));
  });

const fields: [string, (p: number) => Field<bigint> | Field<number>][] = [
  ['bigint', (p) => new PrimeField(BigInt(p))],
  ['words', (p) => new WordField(p)],
];

describe.each(fields)('over %s', (_, fieldOf) => {
  test('up to half of the redundancy of wrong symbols are found, and no others', () => {
    fc.assert(
      fc.property(correctable, ({ p, points, coefficients, noise }) => {
        const wrong = [...noise.keys()].filter((j) => noise[j] !== 0);
        const found = decode(fieldOf(p) as Field<unknown>, points, coefficients, noise);
        expect(found).toEqual(wrong);
      }),
    );
  });

  test('any word gives what a search of all polynomials finds: the only one near enough, or none', () => {
    const p = 7;
    const field = fieldOf(p) as Field<unknown>;
    const words = fc.record({
      dimension: fc.constantFrom(1, 2, 3),
      points: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 3 }),
      word: fc.array(fc.nat(p - 1), { minLength: 7, maxLength: 7 }),
    });
    fc.assert(
      fc.property(words, ({ dimension, points, word }) => {
        const radius = Math.floor(Math.max(0, points.length - dimension) / 2);
        const near = polynomials(p, dimension).flatMap((coefficients) => {
          const wrong = points.flatMap((point, j) =>
            coefficients.reduceRight((value, c) => value * point + c, 0) % p === word[j] ? [] : [j],
          );
          return wrong.length <= radius ? [wrong] : [];
        });
        const code = new ReedSolomon(field, points.map(field.from, field), dimension);
        const found = code.errors(points.map((__, j) => field.from(word[j])));
        // Where nothing is redundant every word is of the code.
        expect(found === undefined ? [] : [found]).toEqual(points.length < dimension ? [[]] : near);
      }),
      { numRuns: thoroughly(90, 300) },
    );
  });
});

test('parties that lie in any word, in any plane, are found together; too many are refused', () => {
  const code = { n: 12, l: 2, t: 1 };
  const moduli = largestModuli(2);
  const parties = [0, 1, 3, 4, 5, 6, 8, 9, 11]; // nine answer, five decode: two byzantine
  const lies = fc.uniqueArray(
    fc.record({
      at: fc.nat(parties.length - 1),
      plane: fc.nat(1),
      word: fc.nat(2),
      error: fc.integer({ min: 1, max: 2 ** 20 }),
    }),
    { selector: ({ at, plane, word }) => `${at} ${plane} ${word}`, maxLength: 5 },
  );
  fc.assert(
    fc.property(lies, fc.array(fc.nat(2 ** 20), { minLength: 5, maxLength: 5 }), (errors, coefficients) => {
      const words = parties.map((party, at) =>
        moduli.map((p, plane) => {
          const field = new WordField(p);
          const value = evaluate(field, coefficients, evaluationPoints(field, code).alphas[party]);
          return [0, 1, 2].map((word) =>
            errors
              .filter((lie) => lie.at === at && lie.plane === plane && lie.word === word)
              .reduce((sum, { error }) => field.add(sum, error), value),
          );
        }),
      );
      const byzantine = [...new Set(errors.map(({ at }) => parties[at]))].toSorted((a, b) => a - b);
      expect(wrongParties(code, moduli, parties, 5, words)).toEqual(
        byzantine.length <= 2 ? byzantine : undefined,
      );
    }),
  );
});

/** What is found in the values of a polynomial with noise. */
function decode<E>(
  field: Field<E>,
  points: readonly number[],
  coefficients: readonly number[],
  noise: readonly number[],
): number[] | undefined {
  const nodes = points.map((point) => field.from(point));
  const polynomial = coefficients.map((value) => field.from(value));
  const word = nodes.map((node, j) => field.add(evaluate(field, polynomial, node), field.from(noise[j])));
  return new ReedSolomon(field, nodes, coefficients.length).errors(word);
}

function evaluate<E>(field: Field<E>, coefficients: readonly E[], point: E): E {
  return coefficients.reduceRight((value, c) => field.add(field.mul(value, point), c), field.zero);
}

function dot<E>(field: Field<E>, a: readonly E[], b: readonly E[]): E {
  return a.reduce((sum, value, i) => field.add(sum, field.mul(value, b[i])), field.zero);
}

/** All polynomials of degree below `dimension`, by their coefficients. */
function polynomials(p: number, dimension: number): number[][] {
  if (dimension === 0) return [[]];
  return polynomials(p, dimension - 1).flatMap((rest) => Array.from({ length: p }, (_, c) => [...rest, c]));
}
