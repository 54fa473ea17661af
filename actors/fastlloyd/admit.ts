/** Settings of FastLloyd that cannot work together: refused before anything runs. */

import type { Population, Problem } from '../../src/core/kit/index.ts';
import { coordinateProblem } from '../../src/core/kit/settings.ts';
import { FINE_DEVIATION, isFine, noiseProblems, smallestPart } from '../blocks/noise/index.ts';
import { masksOf, unprovable } from '../blocks/prio3/index.ts';
import { agree } from './agreed.ts';
import type { Parameters } from './parameters.ts';

/** Sums are integers that doubles hold exactly. */
const MOST_BITS = 53;

/** FastLloyd has no vector of which a proof would say anything. */
const UNPROVABLE =
  'what clients add noise to could be shifted as far as they like, and what the server adds noise to is masked with a key of the clients';

/** What makes the settings impossible for these clients; empty if nothing does. */
export function problems(settings: Parameters, population: Population): Problem[] {
  const { noise, aggregation, least, bits } = settings;
  const n = population.clients.length;
  const found = [
    ...coordinateProblem(population),
    ...noiseProblems(noise, masksOf(aggregation), n),
    ...unprovable(aggregation, 'protocol.aggregation', UNPROVABLE),
  ];
  if (least > n) {
    found.push({
      path: 'protocol.least',
      expected: `at most ${n}, as many as there are clients`,
      got: `${least}`,
    });
  }
  if (found.length > 0) return found;
  const { stages, modulusBits: wide } = agree(settings, population);
  if (wide > MOST_BITS) {
    found.push({
      path: 'protocol.bits',
      expected: `so coarse a grid that sums have at most ${MOST_BITS} bits`,
      got: `${bits}, and sums of ${wide}`,
    });
  }
  if (noise.by === 'nobody') return found;
  const releases = stages.flatMap((stage) => stage.releases);
  if (!releases.every((release) => isFine(release, smallestPart(noise, n)))) {
    const expected = `so fine a grid that noise has at least ${FINE_DEVIATION} steps`;
    found.push({ path: 'protocol.bits', expected, got: `${bits}` });
  }
  return found;
}
