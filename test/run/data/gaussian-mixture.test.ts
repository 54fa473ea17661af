import { mean, variance } from 'd3-array';
import { describe, expect, test } from 'vitest';
import { type GaussianMixture, gaussianMixture } from '../../../src/run/data/gaussian-mixture.ts';
import { row } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import { refusal } from '../../support/refusal.ts';
import { expectSound } from '../../support/sound-files.ts';

const SPEC: GaussianMixture = {
  points: 2000,
  dimension: 3,
  components: 4,
  deviation: 0.5,
  spread: 10,
  middle: 0,
  sizes: 'drawn',
  truth: 'component',
};
const draw = (changes: Partial<GaussianMixture> = {}, seed = 1) =>
  gaussianMixture({ ...SPEC, ...changes }, new Random(seed));

/** The coordinates of every point of one class. */
const coordinate = ({ points, truth }: ReturnType<typeof draw>, h: number, c: number) =>
  Array.from({ length: points.rows }, (_, i) => i)
    .filter((i) => truth?.[i] === h)
    .map((i) => row(points, i)[c]);

describe('streams', () => {
  test('the same seed gives the same mixture, another seed another', () => {
    expect(draw()).toEqual(draw());
    expect(draw({}, 2).points.values).not.toEqual(draw().points.values);
  });

  test('a larger mixture begins with the smaller one', () => {
    const small = draw({ points: 100 }).points.values;
    expect(draw().points.values.slice(0, small.length)).toEqual(small);
  });

  test('what the truth is does not move the points', () => {
    expect(draw({ truth: 'nearest-centre' }).points).toEqual(draw().points);
  });

  test('a wider deviation keeps centres and components', () => {
    const [narrow, wide] = [draw({ deviation: 0 }), draw({ deviation: 2 })];
    expect(wide.truth).toEqual(narrow.truth);
    const noise = wide.points.values.map((value, i) => value - narrow.points.values[i]);
    expect(Math.abs(mean(noise) ?? 1)).toBeLessThan(0.1);
    expect(variance(noise)).toBeCloseTo(4, 0);
  });
});

describe('sizes of components', () => {
  test('can be given, and leave centres and noise as they are', () => {
    const sizes = [1000, 700, 299, 1];
    const { truth, classes } = draw({ sizes });
    const counts = sizes.map((_, h) => truth?.filter((one) => one === h).length);
    expect(counts).toEqual(sizes);
    expect(classes).toEqual(['0', '1', '2', '3']);
    const alone = draw({ sizes: [2000, 0, 0, 0], deviation: 0 });
    expect(row(alone.points, 0)).toEqual(row(draw({ sizes, deviation: 0 }).points, 0));
  });

  test('must be as many as components, and add up to the points', () => {
    expect(refusal(() => draw({ sizes: [1000, 1000] }))).toMatchObject({
      message: 'data.sizes: expected 4 numbers, got 2',
    });
    expect(refusal(() => draw({ sizes: [1000, 1000, 1, 1] }))).toMatchObject({
      message: 'data.sizes: expected numbers with the sum 2000, got 2002',
    });
  });
});

describe('the distribution', () => {
  test('it is sound, and every component has a class', () => {
    const data = draw();
    expectSound(data);
    expect(data.classes?.toSorted()).toEqual(['0', '1', '2', '3']);
  });

  test('components are equally likely', () => {
    const { truth } = draw({ points: 40_000, dimension: 1 });
    for (let h = 0; h < 4; h++) {
      const count = truth?.filter((drawn) => drawn === h).length ?? 0;
      // Five standard deviations of a binomial count.
      expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(40_000 * 0.25 * 0.75));
    }
  });

  test('every coordinate of a component has the mean of its centre and the deviation asked for', () => {
    const [data, centred] = [draw({ points: 40_000 }), draw({ points: 40_000, deviation: 0 })];
    for (let h = 0; h < 4; h++) {
      for (let c = 0; c < 3; c++) {
        const values = coordinate(data, h, c);
        const centre = coordinate(centred, h, c)[0];
        const error = 5 / Math.sqrt(values.length);
        expect(Math.abs((mean(values) ?? Infinity) - centre)).toBeLessThan(0.5 * error);
        expect(Math.abs((variance(values) ?? Infinity) / 0.25 - 1)).toBeLessThan(Math.SQRT2 * error);
      }
    }
  });

  test('the noise of two coordinates is uncorrelated', () => {
    const data = draw({ points: 40_000, components: 1, dimension: 2 });
    const [x, y] = [coordinate(data, 0, 0), coordinate(data, 0, 1)];
    const [meanX = 0, meanY = 0] = [mean(x), mean(y)];
    const covariance = mean(x, (value, i) => (value - meanX) * (y[i] - meanY)) ?? 1;
    expect(Math.abs(covariance / 0.25)).toBeLessThan(5 / Math.sqrt(40_000));
  });

  test('components of equal size take turns, and the centres stay what they are', () => {
    const data = draw({ points: 10, sizes: 'equal', deviation: 0 });
    expect(Array.from(data.truth ?? [], (h) => data.classes?.[h])).toEqual([...'0123012301']);
    const drawn = draw({ deviation: 0 });
    for (const h of [0, 1, 2, 3]) {
      const other = drawn.truth?.findIndex((class_) => drawn.classes?.[class_] === String(h)) ?? -1;
      expect(row(data.points, h)).toEqual(row(drawn.points, other));
    }
  });

  test('the middle moves every coordinate of every centre', () => {
    const [there, moved] = [draw(), draw({ middle: 100 })];
    there.points.values.forEach((value, i) => expect(moved.points.values[i]).toBeCloseTo(value + 100, 9));
    const { values } = draw({ middle: 0.5, spread: 0.5, deviation: 0 }).points;
    expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
  });

  test('centres are uniform in the cube of the spread', () => {
    const { values } = draw({ points: 2000, components: 100_000, deviation: 0, dimension: 10 }).points;
    expect(values.every((value) => Math.abs(value) <= 10)).toBe(true);
    expect(Math.abs(mean(values) ?? 1)).toBeLessThan(0.3);
    expect((variance(values) ?? 0) / (400 / 12)).toBeCloseTo(1, 1);
  });
});

describe('truth by the nearest centre', () => {
  test('it is the component where the components lie far apart', () => {
    const far = { spread: 1000, deviation: 0.1 };
    expect(draw({ ...far, truth: 'nearest-centre' })).toEqual(draw(far));
  });

  test('no other centre is closer', () => {
    const spec = { deviation: 8, truth: 'nearest-centre', points: 500 } as const;
    const data = draw(spec);
    const drawn = draw({ ...spec, truth: 'component' });
    const centred = draw({ ...spec, deviation: 0, truth: 'component' });
    const centres = new Map(
      Array.from({ length: 500 }, (_, i) => [drawn.classes?.[drawn.truth?.[i] ?? 0], row(centred.points, i)]),
    );
    expect(centres.size).toBe(4);
    const distance = (i: number, centre: Float64Array) =>
      Math.hypot(...row(data.points, i).map((x, c) => x - centre[c]));
    data.truth?.forEach((h, i) => {
      const own = centres.get(data.classes?.[h]) ?? new Float64Array();
      for (const centre of centres.values())
        expect(distance(i, own)).toBeLessThanOrEqual(distance(i, centre) + 1e-9);
    });
    expect(data.truth).not.toEqual(drawn.truth);
  });
});

test('a component that draws no point names no class', () => {
  const data = draw({ points: 3, components: 50 });
  expectSound(data);
  expect(data.classes?.length).toBeLessThanOrEqual(3);
});

test.each([
  ['points', 0, 'a positive integer'],
  ['points', 1.5, 'a positive integer'],
  ['points', 2 ** 40, 'at most 268435456 coordinates in all'],
  ['dimension', -1, 'a positive integer'],
  ['points', 1e8, 'at most 268435456 coordinates in all'],
  ['dimension', 1e6, 'points of at most 500000 coordinates'],
  ['middle', Infinity, 'a number from -1e+100 to 1e+100'],
  ['components', Number.NaN, 'a positive integer'],
  ['components', 2 ** 40, 'at most 268435456 coordinates in all'],
  ['deviation', -1, 'a number from 0 to 1e+100'],
  ['deviation', Infinity, 'a number from 0 to 1e+100'],
  ['spread', Number.NaN, 'a number from 0 to 1e+100'],
])('%s %d are refused', (key, value, expected) => {
  const error = refusal(() => draw({ [key]: value }));
  expect(error.message).toContain(`: expected ${expected}, got `);
  expect(error.place).toEqual({ path: key === 'dimension' && value > 0 ? 'data.points' : `data.${key}` });
});
