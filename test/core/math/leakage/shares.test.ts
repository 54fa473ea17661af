import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subsets } from '../../../../src/lab/attack/coalitions.ts';
import {
  leakedSymbols,
  learnedCombinations,
  noiseSolver,
  solvedForSegments,
} from '../../../../src/core/math/leakage/shares.ts';
import { rank } from '../../../../src/core/math/field/elimination.ts';
import type { Field } from '../../../../src/core/math/field/field.ts';
import { encodingWeights, evaluationPoints } from '../../../../src/core/math/field/lagrange.ts';
import { largestModuli } from '../../../../src/core/math/field/moduli.ts';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { WordField } from '../../../../src/core/math/field/word-field.ts';
import { Random } from '../../../../src/core/base/random.ts';
import { vectors } from '../../../support/vectors.ts';

interface CollusionVector {
  readonly name: string;
  readonly p: string;
  readonly n: string;
  readonly l: string;
  readonly t: string;
  readonly alphas: readonly string[];
  readonly betas: readonly string[];
  readonly t_subsets: string;
  readonly singular_t_subsets: string;
  readonly coalition_first_s: readonly Record<
    's' | 'rank_noise_part' | 'combos_learned' | 'rank_of_learned_data_combos' | 'rank_total',
    string
  >[];
  readonly learned_combinations: readonly {
    readonly s: string;
    readonly combos: readonly {
      readonly share_coeffs: readonly string[];
      readonly data_segment_coeffs: readonly string[];
    }[];
  }[];
}

const { title, absent, read } = vectors<{ readonly collusion: readonly CollusionVector[] }>('lcc.json');

describe.skipIf(absent)(`${title}: what coalitions learn`, () => {
  const cases = absent ? [] : read().collusion;

  test.each(cases.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const field = new PrimeField(BigInt(vector.p));
    const l = Number(vector.l);
    const t = Number(vector.t);
    const weights = encodingWeights(field, {
      alphas: vector.alphas.map(BigInt),
      betas: vector.betas.map(BigInt),
    });
    const noise = weights.map((row) => row.slice(l));
    for (const expected of vector.coalition_first_s) {
      const s = Number(expected.s);
      const held = weights.slice(0, s);
      expect(rank(field, noise.slice(0, s))).toBe(Number(expected.rank_noise_part));
      expect(rank(field, held)).toBe(Number(expected.rank_total));
      expect(leakedSymbols(field, held, l)).toBe(Number(expected.combos_learned));
    }
    for (const { s, combos } of vector.learned_combinations) {
      expect(learnedCombinations(field, weights.slice(0, Number(s)), l)).toEqual(
        combos.map(({ share_coeffs, data_segment_coeffs }) => ({
          shares: share_coeffs.map(BigInt),
          segments: data_segment_coeffs.map(BigInt),
        })),
      );
    }
    const sets = [...subsets(weights.length, t)];
    const singular = sets.filter(
      (set) =>
        rank(
          field,
          set.map((j) => noise[j]),
        ) < t,
    );
    expect({ sets: sets.length, singular: singular.length }).toEqual({
      sets: Number(vector.t_subsets),
      singular: Number(vector.singular_t_subsets),
    });
  });
});

describe('what a coalition of the published code learns', () => {
  const [p] = largestModuli(1);
  const field = new WordField(p);
  const weightsOf = (n: number, l: number, t: number): number[][] =>
    encodingWeights(field, evaluationPoints(field, { n, l, t }));
  /** 0 up to t, then one symbol more for each member, and never more than l. */
  const ramp = (size: number, l: number, t: number): number => Math.min(l, Math.max(0, size - t));

  test.each([
    { n: 10, l: 1, t: 4 },
    { n: 12, l: 3, t: 3 },
  ])('is the ramp for every coalition whatever: n=$n, l=$l, t=$t', ({ n, l, t }) => {
    const weights = weightsOf(n, l, t);
    const wrong: string[] = [];
    for (let size = 1; size <= n; size++) {
      for (const set of subsets(n, size)) {
        const leaked = leakedSymbols(
          field,
          set.map((j) => weights[j]),
          l,
        );
        if (leaked !== ramp(size, l, t)) wrong.push(`${set.join()} learn ${leaked}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    { n: 16, l: 4, t: 3, draws: 300 },
    { n: 40, l: 5, t: 8, draws: 100 },
    { n: 100, l: 5, t: 20, draws: 10 },
  ])('is the ramp for sampled ones: n=$n, l=$l, t=$t', ({ n, l, t, draws }) => {
    const weights = weightsOf(n, l, t);
    const stream = new Random(1).stream('coalitions');
    const places = Uint32Array.from({ length: n }, (_, j) => j);
    for (let size = 1; size <= l + t + 1; size++) {
      for (let draw = 0; draw < draws; draw++) {
        const set = Array.from(stream.shuffle(places).slice(0, size));
        expect(
          leakedSymbols(
            field,
            set.map((j) => weights[j]),
            l,
          ),
        ).toBe(ramp(size, l, t));
      }
    }
  });

  test('combines shares so that the noise cancels, and solves for the segments from l+t on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 3 }),
        fc.infiniteStream(fc.integer({ min: 0, max: p - 1 })),
        (l, t, more, draw) => {
          const next = (): number => draw.next().value as number;
          const size = Math.min(l + t, t + more);
          const weights = weightsOf(2 * (l + t) - 1, l, t).slice(0, size);
          const secret = Array.from({ length: l + t }, next);
          const dot = (row: readonly number[], values: readonly number[]): number =>
            row.reduce((sum, weight, i) => field.add(sum, field.mul(weight, values[i])), 0);
          const shares = weights.map((row) => dot(row, secret));
          const learned = learnedCombinations(field, weights, l);
          expect(learned.length).toBe(size - t);
          for (const { shares: coefficients, segments } of learned) {
            expect(dot(coefficients, shares)).toBe(dot(segments, secret));
          }
          const solved = solvedForSegments(field, weights, l);
          for (const one of solved) expect(dot(one.shares, shares)).toBe(dot(one.segments, secret));
          if (size < l + t) return;
          expect(solved.map(({ shares: coefficients }) => dot(coefficients, shares))).toEqual(
            secret.slice(0, l),
          );
        },
      ),
    );
  });

  test('with t shares and the segments known is the noise, and with fewer or more it is not defined', () => {
    const weights = weightsOf(10, 2, 3);
    const solver = noiseSolver(field, weights.slice(0, 3), 2);
    const noise = weights.slice(0, 3).map((row) => row.slice(2));
    const product = solver?.map((row) =>
      noise[0].map((_, c) => row.reduce((sum, value, i) => field.add(sum, field.mul(value, noise[i][c])), 0)),
    );
    expect(product).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    expect(noiseSolver(field, weights.slice(0, 2), 2)).toBeUndefined();
    expect(noiseSolver(field, weights.slice(0, 4), 2)).toBeUndefined();
    expect(noiseSolver(field, [], 2)).toBeUndefined();
  });
});

test('an alpha that is a beta hands its party that segment, in any field', () => {
  const fields: Field<unknown>[] = [
    new PrimeField(101n) as Field<unknown>,
    new WordField(101) as Field<unknown>,
  ];
  for (const field of fields) {
    const { betas } = evaluationPoints(field, { n: 5, l: 2, t: 1 });
    const weights = encodingWeights(field, { alphas: [betas[1], field.from(50)], betas });
    expect(leakedSymbols(field, [weights[0]], 2)).toBe(1);
    expect(solvedForSegments(field, [weights[0]], 2)[0].segments).toEqual([field.zero, field.one]);
    expect(leakedSymbols(field, [weights[1]], 2)).toBe(0);
    // At a point of the noise there is only noise.
    const [harmless] = encodingWeights(field, { alphas: [betas[2]], betas });
    expect(leakedSymbols(field, [harmless], 2)).toBe(0);
  }
});
