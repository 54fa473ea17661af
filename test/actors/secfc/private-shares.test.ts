import { describe, expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { segmentWeights } from '../../../src/core/math/field/code.ts';
import { evaluationPoints } from '../../../src/core/math/field/lagrange.ts';
import { largestModuli } from '../../../src/core/math/field/moduli.ts';
import { WordField } from '../../../src/core/math/field/word-field.ts';

import { bodyOf, type History, type PartiesPlayed, playParties } from '../../support/scenarios.ts';

/** What every party of SecFC is sent, read from the bytes themselves. */

const SCALE = 1000;

const MODULI = largestModuli(3);

describe('shares', () => {
  // The same point again and again, so that whatever shows through the noise shows clearly.
  const code = { n: 5, l: 1, t: 2 };
  const shards = Array.from({ length: code.n }, () => Array.from({ length: 60 }, () => [1, 2, 3, 4]));
  const start = Uint16Array.from({ length: 300 }, (_, i) => i % 2);
  const playWith = (seed: number): Promise<PartiesPlayed> =>
    playParties({
      protocol: secfc,
      settings: { clusters: 2, privacy: code.t, scale: SCALE, reveal: true, moduli: MODULI.length },
      shards,
      start,
      seed,
    });

  test('depend on the noise, and the result does not', async () => {
    const [one, two] = await Promise.all([playWith(1), playWith(2)]);
    expect(two.clustering).toEqual(one.clustering);
    for (const client of [1, 2, 3, 4, 5]) {
      for (const other of [1, 2, 3, 4, 5].filter((to) => to !== client)) {
        const a = sharesBetween(one.history, client, other);
        const b = sharesBetween(two.history, client, other);
        MODULI.forEach((p, plane) => {
          expect(a[plane].filter((value, i) => value === b[plane][i])).toHaveLength(0);
          expect(chiSquare(difference(a[plane], b[plane], p), p)).toBeLessThan(CRITICAL);
        });
      }
    }
  });

  test('of the same points from two clients are independent', async () => {
    const { history } = await playWith(3);
    MODULI.forEach((p, plane) => {
      const a = sharesBetween(history, 1, 3)[plane];
      const b = sharesBetween(history, 2, 3)[plane];
      expect(a.filter((value, i) => value === b[i])).toHaveLength(0);
      expect(chiSquare(difference(a, b, p), p)).toBeLessThan(CRITICAL);
    });
  });

  test('that t clients pool look uniform, each, together and their difference', async () => {
    const { history } = await playWith(4);
    MODULI.forEach((p, plane) => {
      const [a, b] = [3, 4].map((client) => sharesBetween(history, 1, client)[plane]);
      for (const values of [a, b, difference(a, b, p)]) expect(chiSquare(values, p)).toBeLessThan(CRITICAL);
      const cells = Array.from(a, (value, i) => 4 * bucketOf(value, p, 4) + bucketOf(b[i], p, 4));
      expect(statistic(cells)).toBeLessThan(CRITICAL);
    });
  });

  test('that l+t clients pool reveal the points, which the same statistic detects', async () => {
    const { history } = await playWith(4);
    const holders = [3, 4, 5];
    const weights = segmentWeights(
      code,
      MODULI,
      holders.map((client) => client - 1),
    );
    MODULI.forEach((p, plane) => {
      const field = new WordField(p);
      const held = holders.map((client) => sharesBetween(history, 1, client)[plane]);
      const segment = held[0].map((_, i) =>
        held.reduce((sum, values, j) => field.add(sum, field.mul(weights[plane][0][j], values[i])), 0),
      );
      expect(segment).toEqual(Uint32Array.from(shards[0].flat(), (value) => value * SCALE));
      expect(chiSquare(segment, p)).toBeGreaterThan(10 * CRITICAL);
    });
  });

  test('have distinct evaluation points: no alpha or beta repeats, modulo any of the moduli', () => {
    const codes = [code, { n: 3, l: 1, t: 1 }, { n: 100, l: 1, t: 33 }, { n: 1000, l: 200, t: 300 }];
    for (const { n, l, t } of codes) {
      const population = {
        clients: Array.from({ length: n }, (_, j) => `client-${j + 1}`),
        sizes: Array.from({ length: n }, () => 1),
        points: n,
        dimension: l,
        minimum: Array.from({ length: l }, () => -1e5),
        maximum: Array.from({ length: l }, () => 1e5),
      };
      const parameters = secfc.parameters.parse({ clusters: 2, segments: l, privacy: t });
      expect(secfc.check(parameters as never, population)).toEqual([]);
      const agreed = secfc.agree(parameters as never, population);
      expect(agreed.code).toEqual({ n, l, t });
      expect(agreed.moduli.length).toBeGreaterThan(1);
      for (const p of agreed.moduli) {
        const { alphas, betas } = evaluationPoints(new WordField(p), agreed.code);
        expect(new Set([...alphas, ...betas]).size).toBe(n + l + t);
      }
    }
  });
});

/** The shares that one client sent to another, plane by plane. */
function sharesBetween(history: History, from: number, to: number): readonly Uint32Array[] {
  const sent = history.sent('shares').filter((message) => message.from === from && message.to === to);
  expect(sent).toHaveLength(1);
  return bodyOf<{ values: readonly Uint32Array[] }>(secfc, sent[0].payload).body.values;
}

function difference(a: Uint32Array, b: Uint32Array, p: number): Uint32Array {
  return a.map((value, i) => (value + p - b[i]) % p);
}

/** Uniform values exceed this once in 10,000 times: chi-square with 15 degrees of freedom. */
const CRITICAL = 44.263;

/** How far residues are from uniform, by their upper and by their lower bits. */
function chiSquare(values: Uint32Array, p: number): number {
  return Math.max(
    statistic(Array.from(values, (value) => bucketOf(value, p, 16))),
    statistic(Array.from(values, (value) => value % 16)),
  );
}

function bucketOf(value: number, p: number, buckets: number): number {
  return Math.floor((value / p) * buckets);
}

/** Pearson's statistic of values that should be uniform over 0 to 15. */
function statistic(cells: readonly number[]): number {
  const expected = cells.length / 16;
  const counts = Array.from({ length: 16 }, (_, cell) => cells.filter((value) => value === cell).length);
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
