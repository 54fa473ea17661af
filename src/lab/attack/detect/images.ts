/**
 * Other points for the same run, to test whether messages depend on them. Images that preserve every
 * clustering, as all distances are scaled by one factor: mirrored, contracted, moved to a corner of the
 * announced ranges. And the same points redistributed over clients, which preserves only what is public.
 */

import { type Matrix, row, zeros } from '../../../core/base/matrix.ts';
import type { Stream } from '../../../core/base/random.ts';
import type { Scenario } from '../../../run/scenario/load.ts';

/** The points mirrored at the middle of their announced ranges, in these coordinates. */
export function mirrored(scenario: Scenario, flips: (column: number) => boolean): Scenario {
  return moved(scenario, (value, c, middle) => (flips(c) ? 2 * middle - value : value));
}

/** One client's points mirrored like that, and all others as they are. */
export function mirroredAt(scenario: Scenario, client: string): Scenario {
  const others = scenario.population.clients.filter((name) => name !== client);
  return withOwnPoints(
    scenario,
    mirrored(scenario, () => true),
    others,
  );
}

/** An image in which some clients keep their own points. */
export function withOwnPoints(scenario: Scenario, image: Scenario, keeping: readonly string[]): Scenario {
  const points = zeros(image.data.points.rows, image.data.points.columns);
  points.values.set(image.data.points.values);
  for (const [j, client] of scenario.population.clients.entries()) {
    if (!keeping.includes(client)) continue;
    for (const i of scenario.shards[j]) row(points, i).set(row(scenario.data.points, i));
  }
  return withPoints(image, points);
}

/** The points contracted to half the distance from the middle of their announced ranges. */
export function halved(scenario: Scenario): Scenario {
  return moved(scenario, (value, _, middle) => middle + (value - middle) / 2);
}

/** The factor by which points move closer to a corner. */
const NEARER = 16;

/**
 * The points contracted towards the corner of their announced ranges that is high in these coordinates and
 * low in the others.
 */
export function cornered(scenario: Scenario, isHigh: (column: number) => boolean): Scenario {
  const { minimum, maximum } = scenario.population;
  return moved(scenario, (value, c) => {
    const corner = (isHigh(c) ? maximum : minimum)[c];
    return corner + (value - corner) / NEARER;
  });
}

/**
 * All clients' points redistributed at random: each holds as many as before, and together they hold the same
 * points.
 */
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
