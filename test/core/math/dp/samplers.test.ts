import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Coin, Fraction } from '../../../../src/core/math/dp/coin.ts';
import { DiscreteGaussian } from '../../../../src/core/math/dp/discrete-gaussian.ts';
import { discreteLaplace } from '../../../../src/core/math/dp/discrete-laplace.ts';
import { gaussianProbabilities } from '../../../support/noise-probabilities.ts';
import { QuickCoins } from '../../../../src/core/math/dp/quick-coins.ts';
import { laplaceShare, polya } from '../../../../src/core/math/dp/polya.ts';
import { Random } from '../../../../src/core/base/random.ts';
import { dp, fraction, section } from '../../../support/dp-vectors.ts';
import { thoroughly } from '../../../support/long.ts';

const coinOf = (...name: string[]): Coin => new Coin(new Random(11).secretKey(...name));

/** Chi-squared of draws against probabilities of `first`, `first` + 1, ...; all others are one bin. */
function chiSquared(draw: () => number, draws: number, first: number, masses: readonly number[]) {
  const seen = masses.map(() => 0);
  let others = 0;
  for (let i = 0; i < draws; i++) {
    const at = draw() - first;
    if (at >= 0 && at < seen.length) seen[at]++;
    else others++;
  }
  const rest = 1 - masses.reduce((sum, mass) => sum + mass, 0);
  const bins = [...masses.map((mass, i) => [seen[i], mass * draws]), [others, rest * draws]];
  const large = bins.filter(([, expected]) => expected >= 5);
  const small = bins.filter(([, expected]) => expected < 5);
  const tail = small.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  if (tail[1] >= 1) large.push(tail);
  const statistic = large.reduce((sum, [got, expected]) => sum + (got - expected) ** 2 / expected, 0);
  const freedom = large.length - 1;
  // 99.9999% quantile, by Wilson and Hilferty; seeds are fixed, so this never fails by chance.
  const limit = freedom * (1 - 2 / (9 * freedom) + 4.75 * Math.sqrt(2 / (9 * freedom))) ** 3;
  return { statistic, limit };
}

const DRAWS = thoroughly(25_000, 100_000);

describe.skipIf(dp.absent)(`${dp.title}`, () => {
  test.each(section(({ discrete_gaussian: { cases } }) => cases))(
    'discrete Gaussians of variance $sigma_squared are drawn as often as they should be',
    ({ sigma_squared, pmf, at, variance }) => {
      const [numerator, denominator = 1n] = sigma_squared.split('/').map(BigInt);
      const gaussian = new DiscreteGaussian({ numerator, denominator });
      const coin = coinOf('gaussian', sigma_squared);
      const probabilities = gaussianProbabilities(fraction(sigma_squared));
      const middle = (probabilities.length - 1) / 2;
      at.forEach((x, i) => expect(probabilities[middle + x]).toBeCloseTo(Number(pmf[i]), 14));
      const { statistic, limit } = chiSquared(() => gaussian.draw(coin), DRAWS, -middle, probabilities);
      expect(statistic).toBeLessThan(limit);
      const square = mean(() => gaussian.draw(coin) ** 2);
      expect(square / Number(variance)).toBeGreaterThan(0.97);
      expect(square / Number(variance)).toBeLessThan(1.03);
    },
  );

  test.each(section(({ discrete_laplace_shares: { cases } }) => cases))(
    'discrete Laplace noise of epsilon $epsilon, and its shares',
    ({ epsilon, discrete_laplace_pmf_0_to_6: whole, polya_share_pmf_0_to_4: shares }) => {
      const [s, t] = [Math.round(Number(epsilon) * 10), 10];
      const coin = coinOf('laplace', epsilon);
      const both = [...whole.slice(1).toReversed(), ...whole].map(Number);
      const drawn = chiSquared(() => discreteLaplace(coin, s, t), DRAWS, 1 - whole.length, both);
      expect(drawn.statistic).toBeLessThan(drawn.limit);
      for (const [part, masses] of Object.entries(shares)) {
        const [numerator, denominator] = part.split('/').map(Number);
        const single = () => polya(coin, { numerator, denominator }, s, t);
        const polyas = chiSquared(single, DRAWS, 0, masses.map(Number));
        expect(polyas.statistic).toBeLessThan(polyas.limit);
      }
    },
  );

  test.each(section(({ discrete_laplace_shares: { cases } }) => cases.slice(0, 2)))(
    'three shares of epsilon $epsilon add up to discrete Laplace noise',
    ({ epsilon, discrete_laplace_pmf_0_to_6: whole }) => {
      const coin = coinOf('shares', epsilon);
      const share = () =>
        laplaceShare(coin, { numerator: 1, denominator: 3 }, Math.round(Number(epsilon) * 10), 10);
      const both = [...whole.slice(1).toReversed(), ...whole].map(Number);
      const { statistic, limit } = chiSquared(
        () => share() + share() + share(),
        DRAWS,
        1 - whole.length,
        both,
      );
      expect(statistic).toBeLessThan(limit);
    },
  );
});

describe('samplers', () => {
  test('coins fall as often as their rational or exponential probability says', () => {
    const coin = coinOf('coins');
    const heads = (toss: () => boolean): number => mean(() => (toss() ? 1 : 0));
    expect(heads(() => coin.tossed(new Fraction(2, 7)))).toBeCloseTo(2 / 7, 2);
    expect(heads(() => coin.tossedExponential(new Fraction(1, 3)))).toBeCloseTo(Math.exp(-1 / 3), 2);
    expect(heads(() => coin.tossedExponential(new Fraction(9, 4)))).toBeCloseTo(Math.exp(-9 / 4), 2);
    expect(heads(() => coin.tossedExponential(new Fraction(2, 1)))).toBeCloseTo(Math.exp(-2), 2);
    expect(coin.tossed(new Fraction(0, 5))).toBe(false);
    expect(coin.tossed(new Fraction(5, 5))).toBe(true);
    expect(coin.tossedExponential(new Fraction(0, 5))).toBe(true);
  });

  test('doubles that cannot tell are helped by integers', () => {
    // So coarse an approximation that every toss near it has to be decided exactly.
    const half = { approximate: 0.5, exact: () => [1n, 2n] as const };
    const coin = coinOf('exact');
    // 2^31 is the first word at which a half is undecided, and the next words decide against.
    const words = [2 ** 31, 7];
    const scripted = Object.assign(coin, { word: () => words.shift() ?? 0 });
    expect(scripted.tossed(half)).toBe(false);
    const third = { approximate: 1 / 3, exact: () => [1n, 3n] as const };
    words.splice(0, 2, 0x55555555, 0x55555555, 0x55555554);
    expect(scripted.tossed(third)).toBe(true);
    words.splice(0, 3, 0x55555555, 0x55555556);
    expect(scripted.tossed(third)).toBe(false);
  });

  test('uniform integers reach every value, of small bounds and of bounds beyond one word', () => {
    const coin = coinOf('below');
    expect(mean(() => coin.below(7))).toBeCloseTo(3, 1);
    const large = 3 * 2 ** 40;
    expect(mean(() => coin.below(large)) / large).toBeCloseTo(0.5, 2);
    for (let i = 0; i < 1000; i++) expect(coin.below(2 ** 52 + 1)).toBeLessThanOrEqual(2 ** 52);
  });

  test('large variances have their spread', () => {
    const gaussian = new DiscreteGaussian({ numerator: 3n ** 40n, denominator: 2n });
    const coin = coinOf('large');
    expect(mean(() => gaussian.draw(coin) ** 2) / (3 ** 40 / 2)).toBeCloseTo(1, 1);
  });

  test.each([1n, 2n, 6n, 50n, 4999n, 10n ** 9n, 10n ** 18n])(
    'Gaussians of variance %i/3 are the same, and take the same words, whether doubles decide or not',
    (numerator) => {
      const gaussian = new DiscreteGaussian({ numerator, denominator: 3n });
      const quick = coinOf('quick', `${numerator}`);
      const slow = Object.assign(coinOf('quick', `${numerator}`), { settle: () => false });
      for (let i = 0; i < thoroughly(3000, 100_000); i++) {
        expect(gaussian.draw(quick)).toBe(gaussian.draw(slow));
        expect(quick.consumed).toBe(slow.consumed);
      }
    },
  );

  test('what a double does not decide is drawn again from the same words', () => {
    const quick = new QuickCoins();
    // A word at a third, and one just below one.
    quick.begin(Uint32Array.of(0x55555555), 0);
    quick.tossedExponential(1 / 3);
    expect(quick.undecided).toBe(true);
    quick.begin(Uint32Array.of(0xffffffff, 0), 0);
    quick.runs();
    expect(quick.undecided).toBe(true);
    // Nearly a whole number, and too few words.
    for (const [p, words] of [
      [2 + 2 ** -40, [0, 0, 0, 0, 0, 0]],
      [0.5, [1]],
    ] as const) {
      quick.begin(Uint32Array.from(words), 0);
      quick.tossedExponential(p);
      expect(quick.undecided).toBe(true);
    }
    quick.begin(Uint32Array.of(0xc0000000), 0);
    expect(quick.tossedExponential(0.5)).toBe(true);
    expect(quick.undecided).toBe(false);
  });

  test('every machine draws the same bytes', () => {
    const coin = new Coin(new Uint8Array(32));
    const gaussian = new DiscreteGaussian({ numerator: 10n ** 15n, denominator: 7n });
    const drawn = Array.from({ length: 2000 }, () => [
      gaussian.draw(coin),
      discreteLaplace(coin, 2, 9),
      laplaceShare(coin, { numerator: 1, denominator: 100 }, 1, 50),
    ]);
    const digest = createHash('sha256').update(drawn.flat().join(' ')).digest('hex');
    expect(digest.slice(0, 16)).toBe('e9ca3fd8a42923ce');
  });

  test('two releases of one client are independent; from one stream they are not', () => {
    const draws = 4000;
    const gaussian = new DiscreteGaussian({ numerator: 10n ** 8n, denominator: 1n });
    const sums = (coin: Coin): number[] => Array.from({ length: draws }, () => gaussian.draw(coin));
    const counts = (coin: Coin): number[] =>
      Array.from({ length: draws }, () => discreteLaplace(coin, 1, 5000));
    const apart = rankCorrelation(sums(coinOf('release', 'sums')), counts(coinOf('release', 'counts')));
    expect(Math.abs(apart)).toBeLessThan(4 / Math.sqrt(draws));
    // As where sums and counts of one message take their noise from one seed: each pair begins at the same words.
    const shared = Array.from({ length: draws }, (_, i) => {
      const key = new Random(5).secretKey(`${i}`);
      return [gaussian.draw(new Coin(key)), discreteLaplace(new Coin(key), 1, 5000)] as const;
    });
    const together = rankCorrelation(
      shared.map(([a]) => a),
      shared.map(([, b]) => b),
    );
    expect(Math.abs(together)).toBeGreaterThan(0.3);
  });
});

function mean(draw: () => number): number {
  let sum = 0;
  for (let i = 0; i < DRAWS; i++) sum += draw();
  return sum / DRAWS;
}

function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const ranks = (values: readonly number[]): number[] => {
    const order = values.map((_, i) => i).toSorted((i, j) => values[i] - values[j]);
    const rank = Array<number>(values.length);
    order.forEach((i, place) => (rank[i] = place));
    return rank;
  };
  const [x, y] = [ranks(a), ranks(b)];
  const middle = (a.length - 1) / 2;
  const covariance = x.reduce((sum, rank, i) => sum + (rank - middle) * (y[i] - middle), 0);
  return covariance / x.reduce((sum, rank) => sum + (rank - middle) ** 2, 0);
}
