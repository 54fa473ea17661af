import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secfc } from '../../../actors/index.ts';
import { NO_CLUSTER, sameLabels } from '../../../src/cluster/labels.ts';
import { answersNeeded, type Code, decodingWeights, evaluationPoints } from '../../../src/field/lagrange.ts';
import { largestModuli } from '../../../src/field/moduli.ts';
import { PrimeField } from '../../../src/field/prime-field.ts';
import { row, zeros } from '../../../src/base/matrix.ts';
import { run } from '../../../src/run/run.ts';
import type { ClusterLabels } from '../../../src/wire/message.ts';
import { Bus, type Delivered } from '../../../src/sim/bus.ts';
import { sharedPath, vectors } from '../../support/vectors.ts';
import { exactLloyd } from '../../support/exact-lloyd.ts';
import {
  bodyOf,
  clusteringOf,
  History,
  play,
  playParties,
  pointsInOrder,
  plugins,
  scenarioFiles,
  SERVER,
} from '../../support/scenarios.ts';
import { withoutBytes } from '../../support/findings.ts';

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

const iris = sharedPath('data/iris/iris.csv');

describe.skipIf(iris === undefined)(
  `Iris${iris === undefined ? ' (skipped: shared/data is missing)' : ''}`,
  () => {
    const cases = [1, 2, 3, 4].flatMap((seed) =>
      ['random', 'k-means++'].flatMap((start) =>
        [false, true].map((centreSeparation) => ({ seed, start, centreSeparation })),
      ),
    );

    test.each(cases)(
      'is clustered as by Lloyd: $start start, seed $seed, separation $centreSeparation',
      async (rule) => {
        const { seed, ...settings } = rule;
        const data = {
          source: 'csv',
          file: iris,
          label: 'label',
          partition: { by: 'class', classesPerClient: 2 },
        };
        const setting = { seed, clients: 10, data, network: { preset: 'mobile' } };
        const scenario = load({
          ...setting,
          protocol: { name: 'secfc', clusters: 3, privacy: 2, segments: 3, scale: 10, ...settings },
        });
        const result = await play(scenario);
        const { history, converged } = clusteringOf(result);
        // Iris has one decimal, so at scale 10 nothing is lost.
        const points = pointsInOrder(scenario);
        const tenths = Array.from({ length: points.rows }, (_, i) =>
          Array.from(row(points, i), (value) => BigInt(value.toFixed(1).replace('.', ''))),
        );
        const expected = exactLloyd(tenths, [...history[0]], {
          clusters: 3,
          centreSeparation: settings.centreSeparation,
          maxIterations: 100,
        });
        expect(history.map((labels) => [...labels])).toEqual(expected.history);
        expect(converged).toBe(true);
        expect(history.length).toBeGreaterThan(2);

        const plain = load({ ...setting, protocol: { name: 'lloyd', clusters: 3, scale: 10, ...settings } });
        const baseline = await play(plain);
        expect(clusteringOf(baseline).history).toEqual(history);
        expect(baseline.labels).toEqual(result.labels);
        expect(withoutBytes(result.findings)).toEqual(withoutBytes(baseline.findings));
      },
    );
  },
);

const celltype = (name: string): string | undefined => sharedPath(`data/celltype/${name}.npy`);
const celltypeAbsent = celltype('points') === undefined;

describe.skipIf(celltypeAbsent)(
  `Celltype${celltypeAbsent ? ' (skipped: shared/data is missing)' : ''}`,
  () => {
    test(
      'is clustered by 100 clients, any 33 of whom learn nothing, as by Lloyd',
      { timeout: 120_000 },
      async () => {
        const scenario = load({
          clients: 100,
          data: {
            source: 'npy',
            points: celltype('points'),
            labels: celltype('labels'),
            clients: celltype('clients'),
            partition: { by: 'client' },
          },
          protocol: { name: 'secfc', clusters: 4, privacy: 33, start: 'k-means++', maxIterations: 4 },
          network: { preset: 'lan' },
        });
        // Only what is needed, as a history of everything would hold all the shares.
        const bus = new Bus();
        const assignments = new Map<number, Uint16Array[]>();
        bus.on('sent', ({ type, payload }) => {
          if (type !== 'assignment') return;
          const { body } = bodyOf<{ round: number; labels: ClusterLabels }>(secfc, payload);
          assignments.set(body.round, [...(assignments.get(body.round) ?? []), body.labels.values]);
        });
        const result = await run(scenario, { plugins, bus });
        const { history } = clusteringOf(result);
        expect(history).toHaveLength(5);
        expect(result.findings.equalsLloyd).toBe(true);
        expect([...assignments.keys()]).toEqual([1, 2, 3, 4]);
        for (const [round, sent] of assignments) {
          expect(sent).toHaveLength(100);
          expect(sent.every((labels) => sameLabels(labels, history[round - 1]))).toBe(true);
        }

        const quantised = pointsInOrder(scenario);
        quantised.values.forEach((value, at) => {
          quantised.values[at] = Math.floor(value * 1000);
        });
        const rows = Array.from({ length: quantised.rows }, (_, i) => [...row(quantised, i)]);
        for (const [i, labels] of history.slice(1).entries()) {
          expect(sameLabels(labels, plainStep(rows, history[i], 4))).toBe(true);
        }
      },
    );
  },
);

interface Run {
  readonly name: string;
  readonly n: string;
  readonly l: string;
  readonly t: string;
  readonly k: string;
  readonly signed_data: readonly (readonly string[])[];
  readonly initial_assignment: readonly string[];
  readonly assignments_per_iteration: readonly (readonly string[])[];
  readonly iterations: readonly {
    readonly d_prime: readonly (readonly string[])[];
    readonly new_assignment: readonly string[];
  }[];
  readonly status: string;
}

const lcc = vectors<{ readonly secfc_runs: readonly Run[] }>('lcc.json');

describe.skipIf(lcc.absent)(`${lcc.title}`, () => {
  test.each(lcc.absent ? [] : lcc.read().secfc_runs)(
    '$name: assignments, and the distances that the answers on the wire decode to, are those of the vector',
    async (vector) => {
      const { signed_data, initial_assignment, assignments_per_iteration, iterations, status } = vector;
      const code: Code = { n: Number(vector.n), l: Number(vector.l), t: Number(vector.t) };
      const clusters = Number(vector.k);
      const points = signed_data.map((x) => x.map(Number));
      const { clustering, history } = await playParties({
        protocol: secfc,
        settings: { clusters, privacy: code.t, segments: code.l, scale: 1, moduli: 3 },
        shards: Array.from({ length: code.n }, (_, j) =>
          points.slice(
            Math.floor((j * points.length) / code.n),
            Math.floor(((j + 1) * points.length) / code.n),
          ),
        ),
        start: Uint16Array.from(initial_assignment, Number),
      });

      const labels = clustering.history.map((iteration) => Array.from(iteration, String));
      // The vectors list neither the repetition at the end nor what follows an empty cluster.
      const listed =
        status === 'converged'
          ? [...assignments_per_iteration, iterations[iterations.length - 1].new_assignment]
          : [...assignments_per_iteration, ...labels.slice(assignments_per_iteration.length)];
      expect(labels).toEqual(listed);
      expect(clustering.converged).toBe(true);

      const decoded = iterations.map((_, i) => decodeRound(history, code, i + 1, clusters));
      expect(decoded).toEqual(iterations.map(({ d_prime }) => d_prime));
    },
  );
});

describe('revealed centres', () => {
  const shards = [
    [[-7.5, 1e6, 3, 0.25, 9]],
    [[-6.5, 1e6 + 1, 3, 0.125, 9]],
    [[4, 2e6, -3, -0.0005, -9]],
    [[5, 2e6, -4, -0.5, -9]],
    [
      [5, 2e6 + 3, -4.0625, -0.5, -9],
      [-7, 1e6, 2, 0, 8],
    ],
  ];
  const settings = { clusters: 3, privacy: 1, segments: 2, scale: 1000, maxIterations: 1 };
  const play3 = (reveal: boolean, start: readonly number[], serverBelieves = {}) =>
    playParties({
      protocol: secfc,
      settings: { ...settings, reveal },
      shards,
      start: Uint16Array.from(start),
      serverBelieves,
    });

  test('are the means of the quantised points, and NaN for a cluster that is empty', async () => {
    // Cluster 2 loses all its points in the first iteration.
    const { clustering } = await play3(true, [0, 2, 1, 2, 1, 0]);
    expect([...(clustering.labels ?? [])]).toEqual([0, 0, 1, 1, 1, 0]);
    const points = shards.flat().map((x) => x.map((value) => Math.floor(value * 1000)));
    const means = [0, 1].map((h) => {
      const members = points.filter((_, i) => clustering.labels?.[i] === h);
      return points[0].map((_, c) => members.reduce((sum, x) => sum + x[c], 0) / members.length / 1000);
    });
    const { rows, columns, values } = clustering.centres ?? zeros(0, 0);
    expect([rows, columns]).toEqual([3, 5]);
    means.flat().forEach((mean, at) => {
      expect(Math.abs(values[at] - mean)).toBeLessThanOrEqual(1e-12 * Math.abs(mean));
    });
    expect(values.slice(10)).toEqual(Float64Array.from({ length: 5 }, () => Number.NaN));
  });

  test('are right for points far from zero and close to each other', async () => {
    const { clustering } = await playParties({
      protocol: secfc,
      settings: { clusters: 1, privacy: 1, scale: 1000, reveal: true },
      shards: [[[1e6]], [[1e6 + 1]], [[1e6 + 2]], [[1e6]]],
      start: Uint16Array.of(0, 0, 0, 0),
    });
    expect(clustering.centres?.values).toEqual(Float64Array.of(1e6 + 0.75));
  });

  test('are never spoken of where the parties did not agree to reveal them', async () => {
    const { clustering, history } = await play3(false, [0, 2, 1, 2, 1, 0]);
    expect(clustering.labels).toBeDefined();
    expect(clustering.centres).toBeUndefined();
    expect(history.sent('centre-shares')).toEqual([]);
    const asked = history.sent('outcome').map(({ payload }) => bodyOf<{ reveal: boolean }>(secfc, payload));
    expect(asked.map(({ body }) => body.reveal)).toEqual([false, false, false, false, false]);
  });

  test('are kept back by clients that did not agree, though the server asks', async () => {
    const { clustering, history, result } = await play3(false, [0, 2, 1, 2, 1, 0], { reveal: true });
    const asked = history.sent('outcome').map(({ payload }) => bodyOf<{ reveal: boolean }>(secfc, payload));
    expect(asked.map(({ body }) => body.reveal)).toEqual([true, true, true, true, true]);
    expect(history.sent('centre-shares')).toEqual([]);
    expect(history.of('computing').map(({ task }) => task)).not.toContain('secfc/coded-centres');
    expect(clustering.centres).toBeUndefined();
    expect(clustering.labels).toBeDefined();
    expect(result.ending).toBe('done');
  });
});

/** Thousandths as a decimal number. */
function decimalText(thousandths: bigint): string {
  const digits = (thousandths < 0n ? -thousandths : thousandths).toString().padStart(4, '0');
  return `${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}

/** The whole units below or at so many thousandths. */
function floorOf(thousandths: bigint): bigint {
  const units = thousandths / 1000n;
  return units * 1000n > thousandths ? units - 1n : units;
}

/** One iteration of Lloyd in doubles, as anybody would write it. */
function plainStep(points: readonly (readonly number[])[], labels: Uint16Array, k: number): Uint16Array {
  const centres = Array.from({ length: k }, (_, h) => {
    const members = points.filter((__, i) => labels[i] === h);
    return points[0].map((__, c) => members.reduce((sum, x) => sum + x[c], 0) / members.length);
  });
  return Uint16Array.from(points, (x) => {
    const distances = centres.map((centre) => centre.reduce((sum, value, c) => sum + (value - x[c]) ** 2, 0));
    return distances.indexOf(Math.min(...distances));
  });
}

/**
 * The scaled distances that the answers of a round decode to, as decimal strings, by the reference field: from the
 * first answers that suffice and from the last, which must agree.
 */
function decodeRound(history: History, code: Code, round: number, clusters: number): string[][] {
  const answers = history.of('delivered').flatMap(({ to, from, payload }: Delivered) => {
    if (to !== SERVER) return [];
    const { type, body } = bodyOf<{ round: number; values: readonly Uint32Array[] }>(secfc, payload);
    return type === 'distances' && body.round === round ? [{ party: from - 1, values: body.values }] : [];
  });
  expect(answers).toHaveLength(code.n);
  const needed = answersNeeded(code);
  const decode = (chosen: typeof answers): bigint[] => {
    const residues = largestModuli(chosen[0].values.length).map((p, plane) => {
      const field = new PrimeField(BigInt(p));
      const { alphas, betas } = evaluationPoints(field, code);
      const answering = chosen.map(({ party }) => alphas[party]);
      const weights = decodingWeights(field, answering, betas.slice(0, code.l));
      return Array.from(chosen[0].values[plane], (_, at) =>
        chosen.reduce(
          (sum, { values }, j) => field.add(sum, field.mul(weights[j], BigInt(values[plane][at]))),
          0n,
        ),
      );
    });
    return residues[0].map((_, at) =>
      chineseRemainder(
        residues.map((plane) => plane[at]),
        largestModuli(residues.length).map(BigInt),
      ),
    );
  };
  const values = decode(answers.slice(0, needed));
  expect(decode(answers.slice(-needed))).toEqual(values);
  return Array.from({ length: values.length / clusters }, (_, i) =>
    values.slice(i * clusters, (i + 1) * clusters).map(String),
  );
}

/** The smallest natural number with these residues. */
function chineseRemainder(residues: readonly bigint[], moduli: readonly bigint[]): bigint {
  let value = 0n;
  let product = 1n;
  residues.forEach((residue, i) => {
    const p = moduli[i];
    const field = new PrimeField(p);
    const step = field.mul(field.sub(residue, field.from(value)), field.inv(field.from(product)));
    value += product * step;
    product *= p;
  });
  return value;
}

function many<T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength: length, maxLength: length });
}
