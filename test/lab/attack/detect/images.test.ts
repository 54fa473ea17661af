/** Images of points: all distances are scaled by one factor, so every clustering is preserved. */

import { expect, test } from 'vitest';
import { row } from '../../../../src/core/base/matrix.ts';
import { cornered, halved, mirrored, mirroredAt } from '../../../../src/lab/attack/detect/images.ts';
import type { Scenario } from '../../../../src/run/scenario/load.ts';
import { scenarios, SMALL } from '../../../support/small-scenario.ts';

const scenario = scenarios().load(SMALL);
const { minimum, maximum, clients } = scenario.population;
const isEven = (column: number): boolean => column % 2 === 0;
const pointsOf = (image: Scenario): number[][] =>
  Array.from({ length: 40 }, (_, i) => [...row(image.data.points, i)]);
const POINTS = pointsOf(scenario);

test.each<[string, Scenario, (x: number, column: number) => number]>([
  ['mirrored', mirrored(scenario, isEven), (x, c) => (isEven(c) ? minimum[c] + maximum[c] - x : x)],
  ['halved', halved(scenario), (x, c) => (minimum[c] + maximum[c]) / 4 + x / 2],
  ['cornered', cornered(scenario, isEven), (x, c) => (15 * (isEven(c) ? maximum : minimum)[c] + x) / 16],
])('%s', (_, image, expected) => {
  expect(pointsOf(image)).toEqual(
    POINTS.map((point) => point.map((x, c) => expect.closeTo(expected(x, c), 9))),
  );
});

test("one client's points mirrored leave those of the others as they are", () => {
  const everybody = pointsOf(mirrored(scenario, () => true));
  const own = new Set(scenario.shards[clients.indexOf('client-2')]);
  expect(own.size).toBeGreaterThan(0);
  expect(pointsOf(mirroredAt(scenario, 'client-2'))).toEqual(
    POINTS.map((point, i) => (own.has(i) ? everybody[i] : point)),
  );
});
