import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { answersNeeded, type Code } from '../../../src/core/math/field/lagrange.ts';
import { exactLloyd } from '../../support/exact-lloyd.ts';
import { clusteringOf, play, playParties, scenarioFiles } from '../../support/scenarios.ts';

const load = scenarioFiles();

interface Instance {
  readonly code: Code;
  readonly clusters: number;
  /** `shards[j][i][c]` in thousandths: what the quantised points are at scale 1000. */
  readonly shards: readonly (readonly (readonly bigint[])[])[];
  readonly scale: 1 | 1000;
  readonly centreSeparation: boolean;
  readonly start: 'random' | 'k-means++';
  readonly maxIterations: number;
  readonly seed: number;
}

/** Mostly small, some a billion away, some between the whole units. */
const coordinate = fc
  .tuple(
    fc.constantFrom(0n, 0n, 0n, 0n, 0n, 10n ** 12n, -(10n ** 12n)),
    fc.bigInt(-1n, 1n),
    fc.constantFrom(0n, 0n, 0n, 0n, 1n, 290n, 500n, 999n),
  )
  .map(([far, near, thousandths]) => far + 1000n * near + thousandths);

/** Points anywhere, or evenly spaced on a line, or but for a hair: halfway between many a pair of means. */
const pools = (d: number, size: number): fc.Arbitrary<bigint[][]> => {
  const line = fc
    .record({
      origin: many(coordinate, d),
      step: many(fc.constantFrom(1000n, 10n ** 13n), d),
      places: many(fc.bigInt(-1n, 1n), size),
      hairs: fc.oneof(many(fc.constant(0n), size), many(fc.constantFrom(0n, 1n, -1000n), size)),
    })
    .map(({ origin, step, places, hairs }) =>
      places.map((place, i) => origin.map((value, c) => value + place * step[c] + hairs[i])),
    );
  return fc.oneof(line, line, many(many(coordinate, d), size));
};

const codes = fc
  .record({ l: fc.integer({ min: 1, max: 3 }), t: fc.integer({ min: 1, max: 3 }), spare: fc.nat(4) })
  .filter((code) => answersNeeded({ n: 0, ...code }) <= 9)
  .map(({ l, t, spare }): Code => ({ n: Math.min(9, answersNeeded({ n: 0, l, t }) + spare), l, t }));

/** The fewer points, the likelier they lie evenly. */
const fewest: Code = { n: 3, l: 1, t: 1 };

/** Up to 14 points, often the same ones, so that ties and empty clusters abound. */
const instances: fc.Arbitrary<Instance> = fc
  .oneof(fc.constant(fewest), codes)
  .chain((code) =>
    fc.record({
      code: fc.constant(code),
      d: fc.oneof(fc.constant(code.l), fc.integer({ min: code.l, max: 6 })),
      different: fc.integer({ min: 1, max: 9 }),
      points: fc.nat(5).map((more) => code.n + more),
    }),
  )
  .chain(({ code, d, different, points }) =>
    fc.record({
      code: fc.constant(code),
      clusters: fc.oneof(fc.constant(2), fc.integer({ min: 1, max: Math.min(5, points) })),
      shards: fc
        .record({
          pool: pools(d, different),
          chosen: many(fc.nat(different - 1), points),
          owners: many(fc.nat(code.n - 1), points - code.n),
        })
        .map(({ pool, chosen, owners }) => {
          // Every client has a point, and some have more.
          const shards = Array.from({ length: code.n }, (_, j) => [pool[chosen[j]]]);
          owners.forEach((owner, i) => shards[owner].push(pool[chosen[code.n + i]]));
          return shards;
        }),
      scale: fc.constantFrom(1 as const, 1000 as const),
      centreSeparation: fc.boolean(),
      start: fc.constantFrom('random' as const, 'k-means++' as const),
      maxIterations: fc.constantFrom(1, 2, 100, 100, 100),
      seed: fc.nat(1000),
    }),
  );

test(
  'every iteration equals Lloyd on the quantised points, whatever is tied, repeated, empty or far away',
  { timeout: 120_000 },
  async () => {
    const met = {
      ties: 0,
      halfway: 0,
      close: 0,
      empty: 0,
      separatedOut: 0,
      keptOwn: 0,
      unconverged: 0,
      padded: 0,
    };
    const instance = fc.asyncProperty(instances, async ({ code, shards, scale, seed, ...rule }) => {
      const text = shards.map((points) => points.map((x) => x.map(decimalText)));
      const setting = { seed, shards: text, network: { preset: 'wan' } };
      const settings = { ...rule, scale };
      const secure = load({
        ...setting,
        protocol: { name: 'secfc', privacy: code.t, segments: code.l, ...settings },
      });
      const result = await play(secure);
      const { history, converged, labels } = clusteringOf(result);

      const quantised = shards.flat().map((x) => x.map((value) => (scale === 1 ? floorOf(value) : value)));
      const expected = exactLloyd(quantised, [...history[0]], rule);
      expect(history.map((iteration) => [...iteration])).toEqual(expected.history);
      expect(result.ending).toBe('done');
      expect(converged).toBe(expected.converged);
      expect(labels).toEqual(history.at(-1));
      expect(result.findings.equalsLloyd).toBe(true);

      const plain = await play(load({ ...setting, protocol: { name: 'lloyd', ...settings } }));
      expect(clusteringOf(plain).history).toEqual(history);
      expect(plain.labels).toEqual(result.labels);

      met.ties += expected.ties;
      met.halfway += expected.halfway;
      met.empty += expected.empty;
      met.separatedOut += expected.separatedOut;
      met.keptOwn += expected.keptOwn;
      met.unconverged += Number(!converged);
      met.padded += Number(quantised[0].length % code.l > 0);
    });
    await fc.assert(instance, { seed: 6, numRuns: 200 });
    // The instances are as hard as they are meant to be.
    const least = {
      ties: 80,
      halfway: 10,
      empty: 100,
      separatedOut: 20,
      keptOwn: 100,
      unconverged: 20,
      padded: 10,
    };
    const rare = Object.entries(least).filter(([what, times]) => met[what as keyof typeof least] < times);
    expect(rare).toEqual([]);
  },
);

test.each(
  [-1, 0, 1].flatMap((thousandths) =>
    [-1, 1].flatMap((first) => [1, 3].map((members) => ({ thousandths, first, members }))),
  ),
)(
  'a hair decides far from everything: $thousandths thousandths, cluster 0 at $first with $members points',
  async ({ thousandths, first, members }) => {
    // The squared distances differ by less than 2^-38 of themselves, which is settled in integers.
    const points = [first, first, first, -first].map((side) => [side * 1e10]);
    const start = [...[0, 1, 2].map((i) => (i < members ? 0 : NO_CLUSTER)), 1, NO_CLUSTER];
    const { clustering } = await playParties({
      protocol: secfc,
      settings: { clusters: 2, privacy: 1, scale: 1000 },
      shards: [points.slice(0, 3), points.slice(3), [[thousandths / 1000]]],
      start: Uint16Array.from(start),
    });
    const nearest = thousandths === 0 || thousandths === first ? 0 : 1;
    expect([...clustering.history[1]]).toEqual([0, 0, 0, 1, nearest]);
  },
);

/** Thousandths as a decimal number. */
function decimalText(thousandths: bigint): string {
  const digits = (thousandths < 0n ? -thousandths : thousandths).toString().padStart(4, '0');
  return `${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}

/** The whole units below or at this many thousandths. */
function floorOf(thousandths: bigint): bigint {
  const units = thousandths / 1000n;
  return units * 1000n > thousandths ? units - 1n : units;
}

function many<T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength: length, maxLength: length });
}
