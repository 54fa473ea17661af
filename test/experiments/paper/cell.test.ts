import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { type CellRequest, cellRun } from '../../../experiments/paper/cell.ts';
import type { Matrix } from '../../../src/core/base/matrix.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { npyBytes } from '../../support/npy-writer.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const plugins = [standard];
const HERE = { plugins, locate: (name: string) => name };

const write = temporaryFiles();
const FILE = fileURLToPath(new URL('../../../scenarios/paper/secfc-gaussians-4.yaml', import.meta.url));
/** Few points, so scattered that many lie closer to another centre than to their own. */
const SET = ['data.points=120', 'data.dimension=3', 'data.deviation=9', 'data.partition.classesPerClient=4'];

const rowsOf = ({ values, rows, columns }: Matrix): number[][] =>
  Array.from({ length: rows }, (_, i) => [...values.subarray(i * columns, (i + 1) * columns)]);
const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((x, c) => x - b[c]));
const nearest = (point: readonly number[], centres: readonly (readonly number[])[]): number => {
  const distances = centres.map((centre) => distance(point, centre));
  return distances.indexOf(Math.min(...distances));
};
const permutations = (items: readonly number[]): number[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) =>
        permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
      );
/** The share of right points under the best of all namings of four clusters by four classes. */
const accuracy = (labels: ArrayLike<number>, truth: ArrayLike<number>): number =>
  Math.max(
    ...permutations([0, 1, 2, 3]).map(
      (names) => Array.from(labels).filter((label, i) => names[label] === truth[i]).length / labels.length,
    ),
  );

/** The same points without any scatter are the centres. */
function drawnCentres(seed: number): number[][] {
  const { data } = loadScenario(FILE, { plugins, seed, set: [...SET, 'data.deviation=0'] });
  const distinct = new Map(rowsOf(data.points).map((point) => [point.join(), point]));
  expect(distinct.size).toBe(4);
  return [...distinct.values()];
}

describe.each([0, 1, 2])('a run of the algorithm in place %d of the scenario', (variant) => {
  const request: CellRequest = { file: FILE, seed: 3, variant, set: SET, centres: 'drawn' };

  test('is scored by who drew each point, and by which centre it lies closest to', async () => {
    const scenario = loadScenario(FILE, { plugins, seed: 3, variant, set: SET });
    const { labels = [], hash } = await run(scenario, { plugins });
    const truth = scenario.data.truth ?? [];
    const centres = drawnCentres(3);
    const closest = rowsOf(scenario.data.points).map((point) => nearest(point, centres));
    const found = await cellRun.run(request, HERE);
    expect(found.hash).toBe(hash);
    expect(found.accuracy).toBe(accuracy(labels, truth));
    expect(found.nearestCentreAccuracy).toBe(accuracy(labels, closest));
    // The two are two questions.
    expect(accuracy(closest, truth)).toBeLessThan(0.95);
  });

  test('is scored against the centres of a file, or against none', async () => {
    const scenario = loadScenario(FILE, { plugins, seed: 3, variant, set: SET });
    const { labels = [] } = await run(scenario, { plugins });
    const centres = [0, 1, 2, 3].map((h) => [10 * h - 15, 5 - 3 * h, h]);
    const file = write('centers.npy', npyBytes(centres.flat(), { shape: [4, 3] }));
    const closest = rowsOf(scenario.data.points).map((point) => nearest(point, centres));
    const found = await cellRun.run({ ...request, centres: { file } }, HERE);
    expect(found.nearestCentreAccuracy).toBe(accuracy(labels, closest));
    const none = await cellRun.run({ ...request, centres: 'none' }, HERE);
    expect(none).not.toHaveProperty('nearestCentreAccuracy');
    expect(none.hash).toBe(found.hash);
  });
});

test('a run without a clustering has no score at all', async () => {
  const set = [...SET, 'protocol.timeout=1us'];
  const found = await cellRun.run({ file: FILE, seed: 1, variant: 0, set, centres: 'drawn' }, HERE);
  expect(found.aborted).toBeDefined();
  expect(found).not.toHaveProperty('nearestCentreAccuracy');
  expect(found).not.toHaveProperty('accuracy');
});

test('centres that are not there are a mistake of the user', async () => {
  const request = { file: FILE, seed: 1, variant: 1, set: SET };
  const missing = `${dirname(write('beside', ''))}/none.npy`;
  await expect(cellRun.run({ ...request, centres: { file: missing } }, HERE)).rejects.toThrow(
    `${missing}: expected a readable file, got no such file`,
  );
});

test('centres of another dimension are a mistake of the user', async () => {
  const file = write('centers.npy', npyBytes([1, 2, 3, 4], { shape: [2, 2] }));
  const request = { file: FILE, seed: 1, variant: 1, set: SET, centres: { file } };
  await expect(cellRun.run(request, HERE)).rejects.toMatchObject({ name: 'CahootsError' });
});
