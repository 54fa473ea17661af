import { expect, test } from 'vitest';
import { intoCube, outOfCube } from '../../../actors/fastlloyd/cube.ts';
import { fromRows } from '../../../src/core/base/matrix.ts';

test('a coordinate of any range fills the cube, and one that is constant is 0', () => {
  const range = { minimum: [0, -300, 7], maximum: [0.5, 100, 7] };
  const corners = fromRows([
    [0, -300, 7],
    [0.5, 100, 7],
  ]);
  const inside = intoCube(corners, range, 4);
  const [low, high] = [inside.values.slice(0, 3), inside.values.slice(3)];
  expect([...low]).toEqual([-high[0], -high[1], 0]);
  expect(high[0]).toBe(high[1]);
  expect(high[0]).toBeGreaterThan(0);
  expect(outOfCube(inside, range, 4)).toEqual(corners);
});
