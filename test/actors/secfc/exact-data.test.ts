import { describe, expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { sameLabels } from '../../../src/core/base/labels.ts';
import {
  answersNeeded,
  type Code,
  decodingWeights,
  evaluationPoints,
} from '../../../src/core/math/field/lagrange.ts';
import { largestModuli } from '../../../src/core/math/field/moduli.ts';
import { PrimeField } from '../../../src/core/math/field/prime-field.ts';
import { row } from '../../../src/core/base/matrix.ts';
import { run } from '../../../src/run/execute/run.ts';
import type { ClusterLabels } from '../../../src/core/engine/wire/message.ts';
import { Bus, type Delivered } from '../../../src/core/engine/messages/bus.ts';
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
import { withoutCost } from '../../support/findings.ts';
import { thoroughly } from '../../support/long.ts';

const load = scenarioFiles();

const iris = sharedPath('data/iris/iris.csv');

describe.skipIf(iris === undefined)(
  `Iris${iris === undefined ? ' (skipped: shared/data is missing)' : ''}`,
  () => {
    const cases = thoroughly([1], [1, 2, 3, 4]).flatMap((seed) =>
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
        expect(withoutCost(result.findings)).toEqual(withoutCost(baseline.findings));
      },
    );
  },
);

const celltype = (name: string): string | undefined => sharedPath(`data/celltype/${name}.npy`);

/** That all clients play with a hundred others. */
const ITERATIONS = thoroughly(1, 4);

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
          protocol: {
            name: 'secfc',
            clusters: 4,
            privacy: 33,
            start: 'k-means++',
            maxIterations: ITERATIONS,
          },
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
        expect(history).toHaveLength(ITERATIONS + 1);
        expect(result.findings.equalsLloyd).toBe(true);
        expect([...assignments.keys()]).toEqual(Array.from({ length: ITERATIONS }, (_, i) => i + 1));
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
