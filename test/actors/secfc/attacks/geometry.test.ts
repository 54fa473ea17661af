/** What the server computes from distances: maps of the points, whole, by segments, anchored, and on real data. */

import { describe, expect, test } from 'vitest';
import { secfc } from '../../../../bin/standard.ts';
import { seenRounds, wholeDistances } from '../../../../actors/secfc/attacks/distances.ts';
import { centresOf } from '../../../../src/core/math/cluster/centres.ts';
import { squaredDistance } from '../../../../src/core/math/cluster/squared-distance.ts';
import { lagrangeBasis } from '../../../../src/core/math/field/lagrange.ts';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { quantiseMatrix } from '../../../../src/core/math/field/quantise.ts';
import type { View } from '../../../../src/core/protocol/view.ts';
import { loadScenario } from '../../../../src/run/scenario/load.ts';
import { temporaryFiles } from '../../../support/temporary-files.ts';
import { sharedPath, vectors } from '../../../support/vectors.ts';
import { pointsInOrder, plugins, scenarioFiles, type Setting } from '../../../support/scenarios.ts';
import { attackOf, attempt, findingsOf } from '../../../support/attack-attempts.ts';

const load = scenarioFiles();

interface CodeVector {
  readonly name: string;
  readonly p: string;
  readonly l: string;
  readonly required_results: string;
  readonly alphas: readonly string[];
  readonly betas: readonly string[];
  /** `[j][i][h]` */
  readonly coded_distances: readonly (readonly (readonly string[])[])[];
  /** `[i][h][u]` */
  readonly phi_at_betas: readonly (readonly (readonly string[])[])[];
}

const { title, absent, read } = vectors<{ readonly cases: readonly CodeVector[] }>('lcc.json');

describe.skipIf(absent)(`${title}: distances of segments from answers`, () => {
  test.each((absent ? [] : read().cases).map((vector) => [vector.name, vector] as const))(
    '%s',
    (_, vector) => {
      const field = new PrimeField(BigInt(vector.p));
      const needed = Number(vector.required_results);
      for (const first of [0, vector.alphas.length - needed]) {
        const parties = Array.from({ length: needed }, (__, j) => first + j);
        const basis = lagrangeBasis(
          field,
          parties.map((j) => BigInt(vector.alphas[j])),
          vector.betas.slice(0, Number(vector.l)).map(BigInt),
        );
        const found = vector.phi_at_betas.map((row, i) =>
          row.map((__, h) =>
            basis.map((weights) => {
              const terms = weights.map((weight, at) =>
                field.mul(weight, BigInt(vector.coded_distances[parties[at]][i][h])),
              );
              return `${terms.reduce((sum, term) => field.add(sum, term), 0n)}`;
            }),
          ),
        );
        expect(found).toEqual(vector.phi_at_betas);
      }
    },
  );
});

const mixture = (points: number, dimension: number, components: number, deviation = 4) => ({
  source: 'gaussian-mixture',
  points,
  dimension,
  components,
  deviation,
});

/** A scenario whose server, and its server with one client, try what they can. */
function looking(clients: number, data: object, protocol: object, rest: object = {}): Setting {
  return {
    seed: 4,
    clients,
    data,
    protocol: { name: 'secfc', ...protocol } as Setting['protocol'],
    collusion: [
      { members: ['server'], attacks: ['geometry'] },
      { members: ['server', 'client-1'], attacks: ['anchored-geometry'] },
    ],
    ...rest,
  } as Setting;
}

describe('the server reads', () => {
  test.each([1, 2, 3])('the exact distances of every segment from the answers: l=%i', async (l) => {
    const scenario = load(
      looking(9, mixture(40, 5, 3), { clusters: 3, privacy: 2, segments: l, scale: 100 }),
    );
    const { seen } = await attempt(scenario, secfc, attackOf(secfc, 'geometry'), ['server']);
    const rounds = seenRounds(seen as View<never>);
    expect(rounds.length).toBeGreaterThan(1);
    const points = quantiseMatrix(pointsInOrder(scenario), 100);
    const width = Math.ceil(5 / l);
    for (const round of rounds) {
      const centres = centresOf(points, round.labels, 3);
      const whole = wholeDistances(round).distances;
      for (let i = 0; i < points.rows; i++) {
        for (let h = 0; h < 3; h++) {
          expect(whole.values[3 * i + h]).toBeCloseTo(squaredDistance(points, i, centres, h), 5);
          round.segments.forEach(({ distances }, u) => {
            let expected = 0;
            for (let c = u * width; c < Math.min(5, (u + 1) * width); c++)
              expected += (points.values[5 * i + c] - centres.values[5 * h + c]) ** 2;
            expect(distances.values[3 * i + h]).toBeCloseTo(expected, 5);
          });
        }
      }
    }
  });
});

describe('the map of a semi-honest server', () => {
  test.each([
    { d: 2, k: 3 },
    { d: 6, k: 3 },
    { d: 5, k: 8 },
  ])('has every distance of d=$d when the centres of a few rounds of k=$k span it', async ({ d, k }) => {
    const scenario = load(looking(9, mixture(200, d, 4), { clusters: k, privacy: 4 }));
    const [alone, anchored] = await findingsOf(scenario);
    expect(alone.exposed.most).toBe(1);
    expect(Number(alone.measures['full after round'])).toBeLessThanOrEqual(Math.ceil(d / (k - 1)) + 2);
    expect(alone.measures['distances exact']).toBe('100.0 %');
    expect(anchored.exposed.most).toBe(1);
    expect(Number(anchored.measures['largest error in steps'])).toBeLessThan(0.01);
  });

  test('is graded if the centres never span the space: no distance is exact, and their accuracy is reported', async () => {
    const scenario = load(looking(9, mixture(200, 30, 4, 1), { clusters: 4, privacy: 4 }));
    const [alone, anchored] = await findingsOf(scenario);
    expect(alone.measures['full after round']).toBe('never');
    expect(alone.measures['distances exact']).toBe('0.0 %');
    expect(alone.exposed.most).toBeGreaterThan(0.05);
    expect(alone.meaning).toContain('do not span');
    expect(anchored.measures['coordinates back']).toMatch(/^[0-9] of 5310$/);
    // Regression of the client's own points on the map explains most of the others' columns.
    const [, above90] = `${anchored.measures['columns with R2 above 0.5 | 0.9 | 0.99']}`.match(/\d+/g) ?? [];
    expect(Number(above90)).toBeGreaterThan(0);
  });

  test('is exact if points lie in a plane, which is all that the centres need to span', async () => {
    const shards = Array.from({ length: 5 }, (_, j) =>
      Array.from({ length: 12 }, (__, i) => [i * i + j, 3 * j - i, 7, 2 * (i * i + j)]),
    );
    const setting = looking(5, {}, { clusters: 4, privacy: 2, scale: 1 });
    const { data: _data, clients: _clients, ...rest } = setting;
    const [alone, anchored] = await findingsOf(load({ ...rest, shards }));
    expect(alone.exposed.most).toBe(1);
    expect(alone.measures['full after round']).toBe('never');
    expect(anchored.exposed.most).toBe(1);
  });

  test('is determined up to a mirror image if the own points lie in a hyperplane: integers tell which', async () => {
    const shards = [
      [
        [1, 2],
        [3, 4],
      ],
      ...Array.from({ length: 4 }, (_, j) => Array.from({ length: 9 }, (__, i) => [i * j, i * i])),
    ];
    const setting = looking(5, {}, { clusters: 4, privacy: 2, scale: 1 });
    const { data: _data, clients: _clients, ...rest } = setting;
    const [alone, anchored] = await findingsOf(load({ ...rest, shards }));
    expect(alone.exposed.most).toBe(1);
    expect(anchored.measures['coordinates back']).toBe('72 of 72');
  });

  test('of a column that is constant at the client leaves a mirror image open, and announced ranges tell which', async () => {
    const rest = Array.from({ length: 4 }, (_, j) =>
      Array.from({ length: 15 }, (__, i) => [i * j - 5, (i * i) % 11, (7 * i + j) % 13, Number(i === 3)]),
    );
    const own = Array.from({ length: 15 }, (_, i) => [(3 * i) % 17, (i * i * i) % 7, (5 * i) % 11, 0]);
    const setting = looking(5, {}, { clusters: 4, privacy: 2, scale: 1 });
    const { data: _data, clients: _clients, ...others } = setting;
    const [, anchored] = await findingsOf(load({ ...others, shards: [own, ...rest] }));
    expect(anchored.measures['coordinates back']).toBe('240 of 240');
  });

  test('follows from any sufficient answers, including those that the protocol did not wait for', async () => {
    const links = [{ from: '*', to: 'server', loss: 0.3 }];
    const network = { latency: '1ms', transport: 'datagram', links };
    const devices = { overrides: [{ actors: ['client-1'], rate: '100Kop/s' }] };
    const protocol = { clusters: 3, privacy: 1, maxIterations: 6, timeout: '1s' };
    const scenario = load(looking(9, mixture(60, 2, 3), protocol, { network, devices }));
    const { seen } = await attempt(scenario, secfc, attackOf(secfc, 'geometry'), ['server']);
    const points = quantiseMatrix(pointsInOrder(scenario), 1000);
    const rounds = seenRounds(seen as View<never>);
    expect(rounds.length).toBeGreaterThan(1);
    for (const round of rounds) {
      const centres = centresOf(points, round.labels, 3);
      const { distances } = wholeDistances(round);
      for (let i = 0; i < points.rows; i++) {
        const expected = squaredDistance(points, i, centres, 1);
        expect(Math.abs(distances.values[3 * i + 1] / expected - 1)).toBeLessThan(1e-9);
      }
    }
  });
});

describe('segments', () => {
  test('are each placed with d/l + 1 centres, long before whole points', async () => {
    const scenario = load({
      ...looking(16, mixture(160, 8, 4), { clusters: 4, privacy: 3, segments: 4, maxIterations: 1 }),
      collusion: [
        { members: ['server'], attacks: ['geometry', 'segments'] },
        { members: ['server', 'client-2'], attacks: ['anchored-geometry'] },
      ],
    } as Setting);
    const [whole, segments, anchored] = await findingsOf(scenario);
    expect(whole.measures['distances exact']).toBe('0.0 %');
    expect(segments.exposed.most).toBe(1);
    expect(segments.measures).toMatchObject({ 'segments placed': '4 of 4', 'full after round': 1 });
    expect(anchored.exposed.most).toBe(1);
  });

  test('with l = d are single coordinates, for which two centres suffice', async () => {
    const scenario = load({
      ...looking(11, mixture(60, 4, 2), { clusters: 2, privacy: 1, segments: 4, maxIterations: 1 }),
      collusion: [{ members: ['server'], attacks: ['segments'] }],
    } as Setting);
    const [{ exposed, measures }] = await findingsOf(scenario);
    // But for pairs that are much nearer to each other than rounding allows for.
    expect(exposed.most).toBeGreaterThan(0.999);
    expect(measures['rank by round']).toBe('1 | 1 | 1 | 1');
  });

  test('that are padding only are no segments', async () => {
    // Three coordinates in segments of two: the second is half padding, the third would be nothing else.
    const scenario = load({
      ...looking(9, mixture(60, 4, 3), { clusters: 3, privacy: 2, segments: 3, maxIterations: 3 }),
      collusion: [{ members: ['server'], attacks: ['segments'] }],
    } as Setting);
    const [{ measures, exposed }] = await findingsOf(scenario);
    expect(measures['segments placed']).toBe('2 of 2');
    expect(exposed.most).toBe(1);
  });
});

describe('a server that steers', () => {
  const steered = (d: number, k: number, rest: object = {}): Setting =>
    ({
      ...looking(9, mixture(120, d, 3), { clusters: k, privacy: 4, ...rest }),
      collusion: [{ members: ['server'], adversary: 'steering', attacks: ['geometry'] }],
    }) as Setting;

  test.each([
    [10, 11, 1],
    [10, 6, 2],
    [20, 3, 7],
    [20, 7, 3],
  ])('knows everything of dimension %i after (d+1)/k rounds with k=%i: %i', async (d, k, rounds) => {
    const [{ exposed, measures, adversary }] = await findingsOf(load(steered(d, k)));
    expect(adversary).toBe('steering');
    expect(exposed.most).toBe(1);
    expect(measures['full after round']).toBe(rounds);
  });

  test('does equally well with clusters of the smallest size that clients accept', async () => {
    const [{ exposed, measures }] = await findingsOf(load(steered(10, 6, { minimumCluster: 9 })));
    expect(exposed.most).toBe(1);
    expect(measures['full after round']).toBe(2);
  });
});

const celltype = sharedPath('data/celltype/points.npy');
const iris = sharedPath('data/iris/iris.csv');
const write = temporaryFiles();

describe.skipIf(celltype === undefined || iris === undefined)(
  `real data${celltype === undefined ? ' (skipped: shared/data is not there)' : ''}`,
  () => {
    test.each([
      ['Iris', { source: 'csv', file: iris, label: 'label' }, 3, 4],
      ['Celltype', { source: 'npy', points: celltype }, 4, 8],
    ])('%s is reconstructed wholly within a few iterations', async (_name, data, k, rounds) => {
      const text = JSON.stringify({
        ...looking(10, data, { clusters: k, privacy: 4, maxIterations: rounds }),
        network: { preset: 'lan' },
      });
      const [alone, anchored] = await findingsOf(loadScenario(write('real.yaml', text), { plugins }));
      expect(alone.exposed.most).toBe(1);
      expect(Number(alone.measures['full after round'])).toBeLessThanOrEqual(rounds);
      expect(anchored.exposed.most).toBe(1);
      expect(Number(anchored.measures['largest error in steps'])).toBeLessThan(1e-3);
    });
  },
);
