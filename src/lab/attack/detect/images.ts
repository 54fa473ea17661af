/**
 * Other points for the same run, to see whether what is said depends on them. Images that leave every clustering as it is, as all
 * distances are the same but for a factor: mirrored, drawn together, moved to a corner of the announced ranges. And the same points
 * dealt anew, which leaves nothing as it is but what is public.
 */

import { type Matrix, row, zeros } from '../../../base/matrix.ts';
import type { Stream } from '../../../base/random.ts';
import type { Scenario } from '../../../scenario/load.ts';

/** The points mirrored in the middle of their announced ranges, in these coordinates. */
export function mirrored(scenario: Scenario, flips: (column: number) => boolean): Scenario {
  return moved(scenario, (value, c, middle) => (flips(c) ? 2 * middle - value : value));
}

/** The points at half the distance to the middle of their announced ranges. */
export function halved(scenario: Scenario): Scenario {
  return moved(scenario, (value, _, middle) => middle + (value - middle) / 2);
}

/** How much nearer to a corner. */
const NEARER = 16;

/** The points drawn together at the corner of their announced ranges that is high in these coordinates and low in the others. */
export function cornered(scenario: Scenario, isHigh: (column: number) => boolean): Scenario {
  const { minimum, maximum } = scenario.population;
  return moved(scenario, (value, c) => {
    const corner = (isHigh(c) ? maximum : minimum)[c];
    return corner + (value - corner) / NEARER;
  });
}

/** All clients' points dealt to them anew: each has as many as before, and all together have the same. */
export function dealtAnew(scenario: Scenario, stream: Stream): Scenario {
  const { points } = scenario.data;
  const rows = scenario.shards.flatMap((shard) => [...shard]);
  const others = stream.shuffle(Uint32Array.from(rows));
  const image: Matrix = zeros(points.rows, points.columns);
  image.values.set(points.values);
  rows.forEach((i, at) => row(image, i).set(row(points, others[at])));
  return withPoints(scenario, image);
}

function moved(
  scenario: Scenario,
  change: (value: number, column: number, middle: number) => number,
): Scenario {
  const { points } = scenario.data;
  const image: Matrix = zeros(points.rows, points.columns);
  const { minimum, maximum } = scenario.population;
  for (let i = 0; i < points.rows; i++) {
    row(image, i).set(row(points, i).map((value, c) => change(value, c, (minimum[c] + maximum[c]) / 2)));
  }
  return withPoints(scenario, image);
}

function withPoints(scenario: Scenario, points: Matrix): Scenario {
  return { ...scenario, data: { ...scenario.data, points } };
}
