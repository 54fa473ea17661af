import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import { type Distribution, Sampler } from '../../../../src/core/engine/network/distribution.ts';

const DRAWS = 40_000;
/** Standard errors that a mean or a share may be off: the seeds are fixed, so a pass stays a pass. */
const TOLERANCE = 4;

interface Law {
  readonly distribution: Distribution;
  readonly mean: number;
  readonly deviation: number;
  /** Values, and the probability of a draw not above them. */
  readonly quantiles: readonly (readonly [value: number, probability: number])[];
}

const laws: Record<string, Law> = {
  uniform: {
    distribution: { uniform: { minimum: 10, maximum: 30 } },
    mean: 20,
    deviation: 20 / Math.sqrt(12),
    quantiles: [
      [10, 0],
      [15, 0.25],
      [27, 0.85],
      [30, 1],
    ],
  },
  normal: {
    distribution: { normal: { mean: 100, deviation: 15 } },
    mean: 100,
    deviation: 15,
    quantiles: [
      [100 - 15 * 1.281_551_6, 0.1],
      [100, 0.5],
      [115, 0.841_344_7],
      [100 + 15 * 2.326_347_9, 0.99],
    ],
  },
  lognormal: {
    distribution: { lognormal: { median: 40, sigma: 0.5 } },
    mean: 40 * Math.exp(0.125),
    deviation: 40 * Math.exp(0.125) * Math.sqrt(Math.exp(0.25) - 1),
    quantiles: [
      [40 * Math.exp(-0.5), 1 - 0.841_344_7],
      [40, 0.5],
      [40 * Math.exp(0.5 * 1.281_551_6), 0.9],
    ],
  },
  exponential: {
    distribution: { exponential: { mean: 50 } },
    mean: 50,
    deviation: 50,
    quantiles: [
      [50 * Math.LN2, 0.5],
      [50 * Math.log(10), 0.9],
    ],
  },
  'exponential behind a minimum': {
    distribution: { exponential: { mean: 50, minimum: 30 } },
    mean: 50,
    deviation: 20,
    quantiles: [
      [30, 0],
      [30 + 20 * Math.LN2, 0.5],
      [30 + 20 * Math.log(10), 0.9],
    ],
  },
  pareto: {
    distribution: { pareto: { minimum: 20, shape: 5 } },
    mean: 25,
    deviation: Math.sqrt((400 * 5) / (16 * 3)),
    quantiles: [
      [19.999, 0],
      [20 * 2 ** (1 / 5), 0.5],
      [20 * 10 ** (1 / 5), 0.9],
    ],
  },
  measured: {
    distribution: { measured: [1, 2, 2, 7] },
    mean: 3,
    deviation: Math.sqrt((4 + 1 + 1 + 16) / 4),
    quantiles: [
      [0.9, 0],
      [1, 0.25],
      [2, 0.75],
      [6.9, 0.75],
      [7, 1],
    ],
  },
};

describe.each(Object.entries(laws))('%s', (name, { distribution, mean, deviation, quantiles }) => {
  const draws = drawsOf(distribution, name);

  test('has its mean', () => {
    const sum = draws.reduce((all, draw) => all + draw, 0);
    const error = Math.abs(sum / DRAWS - mean);
    expect(error).toBeLessThan((TOLERANCE * deviation) / Math.sqrt(DRAWS));
  });

  test.each(quantiles)('lies at or below %d with probability %d', (value, probability) => {
    const share = draws.filter((draw) => draw <= value).length / DRAWS;
    const error = Math.sqrt((probability * (1 - probability)) / DRAWS);
    expect(Math.abs(share - probability)).toBeLessThanOrEqual(TOLERANCE * error);
  });

  test('gives the same draws from the same stream, and others from another', () => {
    expect(drawsOf(distribution, name)).toEqual(draws);
    expect(drawsOf(distribution, `${name} again`)).not.toEqual(draws);
  });
});

test('a constant is the same every time and draws nothing from its stream', () => {
  const stream = new Random(1).stream('constant');
  const sampler = new Sampler({ constant: 42 }, stream);
  expect([sampler.draw(), sampler.draw(), sampler.draw()]).toEqual([42, 42, 42]);
  expect(stream.uniform()).toBe(new Random(1).stream('constant').uniform());
});

test('no draw is negative: what lies below 0 counts as 0', () => {
  const draws = drawsOf({ normal: { mean: 0, deviation: 1 } }, 'half below');
  const zeros = draws.filter((draw) => draw === 0).length;
  expect(Math.min(...draws)).toBe(0);
  expect(Math.abs(zeros / DRAWS - 0.5)).toBeLessThan((TOLERANCE * 0.5) / Math.sqrt(DRAWS));
  expect(drawsOf({ constant: -3 }, 'constant')[0]).toBe(0);
  expect(Math.max(...drawsOf({ uniform: { minimum: -2, maximum: -1 } }, 'all below'))).toBe(0);
});

test('no draw leaves the range of exact integers, however heavy the tail', () => {
  const draws = drawsOf({ pareto: { minimum: 1e6, shape: 0.05 } }, 'heavy tail');
  expect(Math.max(...draws)).toBe(1e15);
});

test('an exponential whose mean is its minimum has no tail', () => {
  const draws = drawsOf({ exponential: { mean: 5, minimum: 5 } }, 'no tail');
  expect(new Set(draws)).toEqual(new Set([5]));
});

function drawsOf(distribution: Distribution, name: string): number[] {
  const sampler = new Sampler(distribution, new Random(11).stream(name));
  return Array.from({ length: DRAWS }, () => sampler.draw());
}
