import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { standard } from '../../../../bin/standard.ts';
import { startAccuracies, TRIED } from '../../../../experiments/paper/kfed/starts.ts';

const FILE = fileURLToPath(new URL('../../../../scenarios/paper/secfc-gaussians-4.yaml', import.meta.url));
const HERE = { plugins: [standard], locate: (name: string) => name };

test('a mixture is clustered in every way that is tried, and completely as published', async () => {
  const set = [
    'data.points=400',
    'data.dimension=5',
    'data.deviation=0.1',
    'data.partition.classesPerClient=2',
  ];
  const request = { file: FILE, seed: 1, set, clusters: 4, classesPerClient: 2 };
  const accuracies = await startAccuracies.run(request, HERE);
  expect(accuracies).toHaveLength(TRIED.length);
  expect(accuracies.every((one) => one >= 0.25 && one <= 1)).toBe(true);
  expect(accuracies[0]).toBe(1);
});
