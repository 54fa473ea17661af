import { expect, test } from 'vitest';
import { decodedSegments, serverCells } from '../../../../experiments/paper/claims/secfc-server-cells.ts';
import { zeros } from '../../../../src/core/base/matrix.ts';

const POINTS = 60;
const code = { l: 2, t: 2, n: 7 };

test('the server decodes the distances within each segment, whatever the noise', () => {
  const points = zeros(POINTS, 8);
  // Points differ in the first half alone: nothing between them in the second.
  for (let i = 0; i < POINTS; i++) points.values[8 * i] = i / POINTS;
  const found = decodedSegments(points, code, 1);
  const [first, second] = found;
  expect(first.some((value) => value > 0)).toBe(true);
  expect(second.every((value) => value === 0)).toBe(true);
  expect(decodedSegments(points, code, 2)).toEqual(found);
});

test('an isometry across segments shows to the server, unless there is one segment', async () => {
  const cells = await serverCells({ seeds: 2 } as Parameters<typeof serverCells>[0]);
  expect(cells.map(({ found }) => 'held' in found && [found.held, found.of])).toEqual([
    [2, 2],
    [0, 2],
    [0, 2],
  ]);
});
