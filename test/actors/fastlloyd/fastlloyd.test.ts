import { describe, expect, test } from 'vitest';
import type { Agreed } from '../../../actors/fastlloyd/agreed.ts';
import { intoCube, outOfCube } from '../../../actors/fastlloyd/cube.ts';
import { COUNT_STEPS, localSums, movedCentres } from '../../../actors/fastlloyd/iteration.ts';
import { begin } from '../../../actors/fastlloyd/tasks.ts';
import type { NoisyOutcome } from '../../../actors/blocks/noise/spent.ts';
import { fastlloyd } from '../../../bin/standard.ts';
import type { Matrix } from '../../../src/core/base/matrix.ts';
import type { Scenario } from '../../../src/run/scenario/load.ts';
import { counted, stated } from '../../support/counts.ts';
import { bodyOf, play, pointsInOrder, scenarioFiles, type Setting } from '../../support/scenarios.ts';
import { shardsOf } from '../../support/feddp-parties.ts';

const load = scenarioFiles();
const ROWS = shardsOf(6, 20).flat();

/** The same points over this many clients. */
function scenario(clients: number, settings: object = {}, rest: Partial<Setting> = {}): Scenario {
  const each = ROWS.length / clients;
  const shards = Array.from({ length: clients }, (_, j) => ROWS.slice(j * each, (j + 1) * each));
  return load({
    shards,
    protocol: { name: 'fastlloyd', clusters: 3, timeout: '10s', budget: { epsilon: 4 }, ...settings },
    ...rest,
  });
}

async function played(all: Scenario) {
  const run = await play(all);
  const agreed = fastlloyd.agree(all.parameters as never, all.population) as Agreed;
  const outcome = run.outcome?.kind === 'clustered' ? (run.outcome as NoisyOutcome) : undefined;
  const figure = (name: string) => run.findings.figures?.find((one) => one.name === name)?.value;
  return { ...run, agreed, clustered: outcome, figure };
}

const centresIn = (outcome: NoisyOutcome | undefined): number[] => [...(outcome?.centres?.values ?? [])];

/** All points in one place, with no noise: the centres in the end. */
function central(all: Scenario, agreed: Agreed): Matrix {
  const { clusters, dimension, bits, packingSeed: seed } = agreed;
  const points = intoCube(pointsInOrder(all), agreed, bits);
  let centres = begin.run({ clusters, dimension, bits, seed });
  for (const { step } of agreed.stages)
    centres = movedCentres(localSums(points, centres, step), centres, step);
  return outOfCube(centres, agreed, bits);
}

/** Lloyd's iterations on the grid in integers, written down once more: means of nearest points, rounded. */
function lloydOnGrid(all: Scenario, agreed: Agreed): number[] {
  const { clusters: k, dimension: d, bits, packingSeed: seed } = agreed;
  const points = intoCube(pointsInOrder(all), agreed, bits);
  let centres = [...begin.run({ clusters: k, dimension: d, bits, seed }).values];
  for (let t = 0; t < agreed.stages.length; t++) {
    const sums = Array<number>(k * d).fill(0);
    const counts = Array<number>(k).fill(0);
    for (let i = 0; i < points.rows; i++) {
      const x = [...points.values.subarray(i * d, (i + 1) * d)];
      const distances = Array.from({ length: k }, (_, h) =>
        x.reduce((sum, v, c) => sum + (v - centres[h * d + c]) ** 2, 0),
      );
      const h = distances.indexOf(Math.min(...distances));
      counts[h]++;
      x.forEach((v, c) => (sums[h * d + c] += v));
    }
    centres = centres.map((x, at) => {
      const count = counts[Math.floor(at / d)];
      return count === 0 ? x : x + Math.round((sums[at] - count * x) / (count + 1e-9));
    });
  }
  return [...outOfCube({ rows: k, columns: d, values: Float64Array.from(centres) }, agreed, bits).values];
}

describe('without noise FastLloyd', () => {
  const off = { noise: { by: 'nobody' }, least: 1 };

  test.each([1, 2, 10])(
    'equals Lloyd on the grid, bit for bit, if no radius binds, with %d clients',
    async (n) => {
      const all = scenario(n, { ...off, reach: 100, shrinks: false });
      const { clustered, agreed } = await played(all);
      expect(centresIn(clustered)).toEqual(lloydOnGrid(all, agreed));
      expect(clustered?.iterations).toBe(7);
    },
  );

  test.each([1, 3, 20])('equals the central run if radii bind, with %d clients', async (n) => {
    const all = scenario(n, { ...off, reach: 0.3 });
    const { clustered, agreed } = await played(all);
    expect(centresIn(clustered)).toEqual([...central(all, agreed).values]);
  });
});

describe('FastLloyd', () => {
  test.each([
    ['noise of the server', {}],
    ['no noise', { noise: { by: 'nobody' } }],
    ['shares', { noise: { by: 'clients' } }],
    ['surplus', { noise: { by: 'clients', policy: 'enforced', dropouts: 2, colluding: 1 } }],
  ])('costs what its formulas say with %s', async (_, settings) => {
    const all = scenario(6, { rounds: 2, ...settings });
    const { ledger } = await played(all);
    const [said, got] = [
      stated(
        fastlloyd.cost({ ...fastlloyd.agree(all.parameters as never, all.population) }, all.population, 2),
      ),
      counted(ledger),
    ];
    expect(got).toEqual(said);
  });

  test('costs K(d+1) elements up and down for each client and iteration', async () => {
    const { ledger } = await played(scenario(6, { rounds: 3 }));
    const { messages } = counted(ledger);
    expect(messages['mask masked-sums']).toEqual({ messages: 18, elements: 18 * 3 * 4 });
    expect(messages['release masked-total']).toEqual({ messages: 18, elements: 18 * 3 * 4 });
  });

  test('gives all clients the same centres, with noise that costs the whole epsilon', async () => {
    const { history, figure, agreed, clustered } = await played(scenario(5));
    const ends = history.of('finished').length;
    expect(ends).toBe(6);
    expect(clustered?.opened.map(({ survivors }) => survivors)).toEqual(agreed.stages.map(() => 5));
    expect(figure('epsilon')).toBeCloseTo(4, 3);
    expect(figure('epsilon')).toBeLessThanOrEqual(4);
    expect(figure('epsilon')).toBe(figure('epsilonAgreed'));
  });

  test('continues without clients that drop out, with all of the noise, and says who is missing', async () => {
    const crash = (j: number) => ({ fault: 'dropout', who: `client-${j}`, when: { round: 2 } });
    const { clustered, figure, findings } = await played(
      scenario(6, { rounds: 3 }, { faults: [crash(2), crash(5)] }),
    );
    expect(clustered?.opened.map(({ survivors }) => survivors)).toEqual([6, 4, 4]);
    expect(figure('epsilon')).toBe(figure('epsilonAgreed'));
    expect(findings.missing).toEqual(['client-2', 'client-5']);
  });

  test('equals the central run over the clients that were present from the start', async () => {
    const crash = (j: number) => ({ fault: 'dropout', who: `client-${j}`, when: { at: '1ns' } });
    const all = scenario(6, { noise: { by: 'nobody' } }, { faults: [crash(3), crash(6)] });
    const { clustered, agreed } = await played(all);
    const there = pointsInOrder(all);
    const kept = ROWS.map((_, i) => i).filter((i) => ![2, 5].includes(Math.floor(i / 20)));
    const { clusters, dimension, bits, packingSeed: seed } = agreed;
    const grid = intoCube(there, agreed, bits);
    const points = {
      rows: kept.length,
      columns: 3,
      values: Float64Array.from(kept.flatMap((i) => [...grid.values.subarray(3 * i, 3 * i + 3)])),
    };
    let centres = begin.run({ clusters, dimension, bits, seed });
    for (const { step } of agreed.stages)
      centres = movedCentres(localSums(points, centres, step), centres, step);
    expect(centresIn(clustered)).toEqual([...outOfCube(centres, agreed, bits).values]);
  });

  test('with too few clients reveals no sum, and ends with the reason', async () => {
    const crash = (j: number) => ({ fault: 'dropout', who: `client-${j}`, when: { round: 2 } });
    const faults = [2, 3, 4, 5].map(crash);
    const { clustered, findings, history } = await played(scenario(5, { rounds: 3 }, { faults }));
    expect(clustered?.iterations).toBe(1);
    expect(findings.caveat).toContain('expected at least 2 masked sums, got 1');
    const told = history.sent('masked-total').map(({ payload }) => {
      return bodyOf<{ iteration: number; parties: Uint32Array }>(fastlloyd, payload as Uint8Array).body;
    });
    expect(told.some(({ iteration }) => iteration === 1)).toBe(true);
    expect(told.every(({ iteration, parties }) => parties.length > 0 === (iteration === 0))).toBe(true);
    const early = await played(
      scenario(5, {}, { faults: [{ fault: 'dropout', who: 'client-1', when: { at: '1ns' } }] }),
    );
    expect(early.figure('epsilon')).toBe(0);
  });

  test.each([
    [{ least: 7 }, 'protocol.least: expected at most 6'],
    [{ bits: 4 }, 'protocol.bits: expected so fine a grid'],
    [{ noise: { by: 'server', colluding: 2 } }, 'protocol.noise.by: expected clients'],
    [{ budget: { epsilon: 0 } }, 'protocol.budget.epsilon: expected'],
  ])('refuses %o', (settings, message) => {
    expect(() => scenario(6, settings)).toThrow(message);
  });

  test("has moduli that hold every honest sum, as small as the paper's data sets permit", () => {
    const population = {
      clients: ['a', 'b'],
      sizes: [75, 75],
      points: 150,
      dimension: 4,
      minimum: [0, 0, 0, 0],
      maximum: [1, 1, 1, 1],
    };
    const settings = fastlloyd.parameters.parse({ clusters: 3, bits: 10, budget: { epsilon: 0.1 } });
    const { modulusBits } = fastlloyd.agree(settings as never, population) as Agreed;
    expect(modulusBits).toBeGreaterThanOrEqual(21);
    expect(modulusBits).toBeLessThanOrEqual(22);
    expect(COUNT_STEPS).toBe(2 ** 10);
  });
});
