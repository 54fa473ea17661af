import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { prepareAcs, prepareStates } from '../../../experiments/paper/feddp/persons.ts';
import { prepareTopics } from '../../../experiments/paper/feddp/questions.ts';
import { privateRun } from '../../../experiments/paper/feddp/job.ts';
import { readNpy } from '../../../src/run/data/npy.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { sharedPath } from '../../support/vectors.ts';

const file = fileURLToPath(new URL('../../../scenarios/paper/feddp-gaussians.yaml', import.meta.url));
const write = temporaryFiles();

describe("a run for FedDP's tables", () => {
  const set = [
    'clients=4',
    'data.points=4000',
    'data.dimension=3',
    'data.components=3',
    'protocol.clusters=3',
    'protocol.clip=4',
  ];

  test.each([0.5, 2])('has the total epsilon %d that it was asked for', async (epsilon) => {
    const run = await privateRun.run(
      {
        file,
        seed: 1,
        variant: 0,
        set,
        epsilon,
        shares: { outer: 0.2, weights: 0.2, sums: 0.4, counts: 0.2 },
        server: { each: 3, cube: 5 },
      },
      { plugins: [standard], locate: (name) => name },
    );
    expect(run.epsilon).toBeCloseTo(epsilon, 3);
    expect(run.cost).toBeGreaterThanOrEqual((run.optimal as number) * 0.99);
  });
});

const acs = sharedPath('data/acs-excerpts/persons-2019.csv');

describe.skipIf(acs === undefined)('acs-excerpts (skipped where shared/data is not there)', () => {
  test('its persons become points of one norm, held by areas', () => {
    const folder = dirname(dirname(acs as string));
    const out = join(dirname(write('place', '')), 'acs');
    const { points, clients, holders, norm, server } = prepareAcs(folder, out);
    const { shape, values } = readNpy(points);
    expect(shape).toEqual([36529, 107]);
    expect(readNpy(clients).shape).toEqual([36529]);
    expect(holders).toBe(26);
    expect(server.length).toBe(1020);
    const square = values.subarray(0, 107).reduce((sum, x) => sum + x * x, 0);
    expect(square).toBeCloseTo(norm ** 2, 12);
  });
});

const states = sharedPath('data/acs-20states/persons.csv');

describe.skipIf(states === undefined)('acs-20states (skipped where shared/data is not there)', () => {
  test('persons without wages become points of nine features, but those of the server', () => {
    const folder = dirname(dirname(states as string));
    const out = join(dirname(write('place', '')), 'states');
    const { points, holders, norm, server } = prepareStates(folder, out, 'no wages');
    const { shape, values } = readNpy(points);
    expect(shape[0]).toBe(41_143 - 20);
    expect(holders).toBe(20);
    expect(norm).toBe(3);
    expect(server.length).toBe(1020);
    expect([...values.subarray(0, shape[1])].filter((x) => x === 1).length).toBe(9);
  });
});

const questions = sharedPath('data/stackoverflow/questions.csv');

describe.skipIf(questions === undefined)('stackoverflow (skipped where shared/data is not there)', () => {
  test('titles with two tags become points of norm 1, held by their users, but those of the server', () => {
    const folder = dirname(dirname(questions as string));
    const out = join(dirname(write('place', '')), 'topics');
    const { points, clients, holders, server } = prepareTopics(folder, out, ['facebook', 'hibernate']);
    const { shape, values } = readNpy(points);
    expect(shape).toEqual([1399 - 20, 64]);
    expect(new Set(readNpy(clients).values).size).toBe(holders);
    expect(server.length).toBe(1020);
    for (const at of [0, shape[0] - 1])
      expect(Math.hypot(...values.subarray(64 * at, 64 * at + 64))).toBeCloseTo(1, 12);
  });
});

test('without its folder the survey is refused', () => {
  expect(() => prepareAcs(undefined, 'nowhere')).toThrow('--data: expected a folder with acs-excerpts/');
  expect(() => prepareStates('nowhere', 'nowhere', 'wages')).toThrow(
    '--data: expected a folder with acs-20states/',
  );
  expect(() => prepareTopics('nowhere', 'nowhere', ['a', 'b'])).toThrow(
    '--data: expected a folder with stackoverflow/',
  );
});
