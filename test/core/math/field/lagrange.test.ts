import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CahootsError } from '../../../../src/core/base/errors.ts';
import type { Field } from '../../../../src/core/math/field/field.ts';
import {
  answersNeeded,
  type Code,
  decodingWeights,
  encodingWeights,
  evaluationPoints,
  lagrangeBasis,
} from '../../../../src/core/math/field/lagrange.ts';
import { largestModuli } from '../../../../src/core/math/field/moduli.ts';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { WordField } from '../../../../src/core/math/field/word-field.ts';
import { checkCode } from '../../../support/checked-code.ts';
import { dot, total } from '../../../support/field-sums.ts';

const mersenne61 = new PrimeField(2n ** 61n - 1n);

const fields: [string, Field<bigint> | Field<number>][] = [
  ['bigint modulo 97', new PrimeField(97n)],
  ['bigint modulo 2^61-1', mersenne61],
  ['words modulo 97', new WordField(97)],
  ['words modulo the largest prime', new WordField(largestModuli(1)[0])],
];

const codes = fc
  .record({ l: fc.integer({ min: 1, max: 4 }), t: fc.nat(3), spare: fc.nat(3) })
  .map(({ l, t, spare }): Code => ({ n: 2 * (l + t) - 1 + spare, l, t }));

describe.each(fields)('a Lagrange code over %s', (_, field) => {
  laws(field as Field<bigint>);
});

function laws<E>(field: Field<E>): void {
  const element = fc.bigInt(0n, field.modulus - 1n).map((x) => field.from(x));

  test('the points of the house are accepted, with not one party too few', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(refusal(() => checkCode(field, code, evaluationPoints(field, code)))).toBeUndefined();
        const short = { ...code, n: answersNeeded(code) - 1 };
        expect(refusal(() => checkCode(field, short, evaluationPoints(field, short)))).toBe(
          `expected n >= 2(l+t)-1 = ${short.n + 1} parties, got ${short.n}`,
        );
      }),
    );
  });

  test('a basis sums to one everywhere and is the unit matrix on its nodes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(element, { minLength: 1, maxLength: 8 }), element, (nodes, point) => {
        const [weights] = lagrangeBasis(field, nodes, [point]);
        expect(total(field, weights)).toBe(field.one);
        const unit = nodes.map((a) => nodes.map((b) => (a === b ? field.one : field.zero)));
        expect(lagrangeBasis(field, nodes, nodes)).toEqual(unit);
      }),
    );
  });

  test('any l+t shares give the segments and the noise back', () => {
    const instances = codes.chain((code) =>
      fc.record({
        code: fc.constant(code),
        secret: many(element, code.l + code.t),
        parties: someOf(code.n, code.l + code.t),
      }),
    );
    fc.assert(
      fc.property(instances, ({ code, secret, parties }) => {
        const points = evaluationPoints(field, code);
        const shares = encodingWeights(field, points).map((weights) => dot(field, weights, secret));
        const basis = lagrangeBasis(field, pick(points.alphas, parties), points.betas);
        expect(basis.map((weights) => dot(field, weights, pick(shares, parties)))).toEqual(secret);
      }),
    );
  });

  test('any 2(l+t)-1 products of shares decode to the sum of products of segments', () => {
    const instances = codes.chain((code) => products(element, code, answersNeeded(code)));
    fc.assert(
      fc.property(instances, ({ code, a, b, parties }) => {
        expect(decodeProducts(field, code, a, b, parties)).toBe(
          dot(field, a.slice(0, code.l), b.slice(0, code.l)),
        );
      }),
    );
  });
}

test('the number of answers is tight: one fewer decodes to another value', () => {
  // On uniform secrets: the chance that one of 100 runs decodes after all is below 2^-50.
  const uniform = fc.noBias(fc.bigInt(0n, mersenne61.modulus - 1n));
  const instances = codes.chain((code) => products(uniform, code, answersNeeded(code) - 1));
  fc.assert(
    fc.property(instances, ({ code, a, b, parties }) => {
      expect(decodeProducts(mersenne61, code, a, b, parties)).not.toBe(
        dot(mersenne61, a.slice(0, code.l), b.slice(0, code.l)),
      );
    }),
  );
});

/** Two secrets, whose shares are to be multiplied, and `count` parties that answer. */
function products<E>(element: fc.Arbitrary<E>, code: Code, count: number) {
  const secret = many(element, code.l + code.t);
  return fc.record({ code: fc.constant(code), a: secret, b: secret, parties: someOf(code.n, count) });
}

function decodeProducts<E>(field: Field<E>, code: Code, a: E[], b: E[], parties: number[]): E {
  const points = evaluationPoints(field, code);
  const answers = encodingWeights(field, points).map((weights) =>
    field.mul(dot(field, weights, a), dot(field, weights, b)),
  );
  const weights = decodingWeights(field, pick(points.alphas, parties), points.betas.slice(0, code.l));
  return dot(field, weights, pick(answers, parties));
}

/** `decoded[i][h]` from `answers[j][i][h]`. */
function pick<T>(items: readonly T[], indices: readonly number[]): T[] {
  return indices.map((index) => items[index]);
}

function many<T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength: length, maxLength: length });
}

/** Some of n parties, in any order. */
function someOf(n: number, count: number): fc.Arbitrary<number[]> {
  return fc.shuffledSubarray([...Array.from({ length: n }).keys()], { minLength: count, maxLength: count });
}

/** Why a {@link CahootsError} was thrown; undefined when none was. */
function refusal(act: () => void): string | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof CahootsError) return error.message;
    throw error;
  }
  return undefined;
}
