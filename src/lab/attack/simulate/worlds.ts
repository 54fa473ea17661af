/**
 * The points on which a coalition's view is compared with its simulation: the scenario's, and others at the
 * parties that do not collude, so that what depends on them shows.
 */

import type { Random } from '../../../core/base/random.ts';
import type { Scenario } from '../../../run/scenario/load.ts';
import type { Coalition } from '../../games/coalition.ts';
import { cornered, dealtAnew, mirrored, withOwnPoints } from '../detect/images.ts';

/**
 * The scenario itself, then its images: mirrored, in a corner of the announced ranges, and redistributed. Members
 * keep their own points.
 */
export function worldsFor(scenario: Scenario, coalition: Coalition, random: Random): Scenario[] {
  const corners = random.stream('corners');
  const high = Array.from({ length: scenario.population.dimension }, () => corners.uniform() < 0.5);
  const images = [
    mirrored(scenario, () => true),
    cornered(scenario, (c) => high[c]),
    dealtAnew(scenario, random.stream('deal')),
  ];
  return [scenario, ...images.map((image) => withOwnPoints(scenario, image, coalition))];
}
