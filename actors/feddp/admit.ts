/** Settings of FedDP-KMeans that cannot work together: refused before anything runs. */

import type { Population, Problem } from '../../src/core/kit/index.ts';
import { coordinateProblem } from '../../src/core/kit/settings.ts';
import {
  FINE_DEVIATION,
  isFine,
  noiseProblems,
  provenProblems,
  smallestPart,
} from '../blocks/noise/index.ts';
import { masksOf } from '../blocks/prio3/index.ts';
import { agree } from './agreed.ts';
import type { Parameters } from './parameters.ts';

/** Sums are integers that doubles hold exactly. */
const MOST_BITS = 53;

/** What makes the settings impossible for these clients; empty if nothing does. */
export function problems(settings: Parameters, population: Population): Problem[] {
  const found = [
    ...coordinateProblem(population),
    ...serverProblems(settings, population),
    ...levelProblems(settings),
    ...noiseProblems(settings.noise, masksOf(settings.aggregation), population.clients.length),
    ...provenProblems(settings.noise, settings.aggregation, population.clients.length),
  ];
  // The following checks assume settings that are valid by themselves.
  return found.length > 0 ? found : stageProblems(settings, population);
}

function serverProblems({ server, clusters }: Parameters, { dimension }: Population): Problem[] {
  const { points = [], uniform = 0 } = server;
  const found: Problem[] = [];
  const odd = points.findIndex((point) => point.length !== dimension);
  if (odd >= 0) {
    found.push({
      path: `protocol.server.points[${odd}]`,
      expected: `${dimension} coordinates, as the data have`,
      got: `${points[odd].length}`,
    });
  }
  if (points.length + uniform < clusters) {
    found.push({
      path: 'protocol.server',
      expected: `at least ${clusters} points, as many as clusters`,
      got: `${points.length + uniform}`,
    });
  }
  return found;
}

function levelProblems({ level, clips, initial, rounds, sampling }: Parameters): Problem[] {
  const found: Problem[] = [];
  if (level === 'client') {
    const needed = [
      ...(initial === 'feddp' ? (['outer', 'means'] as const) : []),
      ...(rounds > 0 ? (['sums', 'counts'] as const) : []),
    ];
    for (const name of needed.filter((one) => clips?.[one] === undefined)) {
      const expected = 'a number, as a whole client is clipped by what it adds';
      found.push({ path: `protocol.clips.${name}`, expected, got: 'none' });
    }
  } else if (clips !== undefined) {
    const expected = 'none where points are clipped one by one';
    found.push({ path: 'protocol.clips', expected, got: 'some' });
  }
  if (initial !== 'feddp' && rounds === 0 && sampling < 1) {
    const expected = '1 where nothing is summed up';
    found.push({ path: 'protocol.sampling', expected, got: `${sampling}` });
  }
  return found;
}

function stageProblems(settings: Parameters, population: Population): Problem[] {
  const { stages } = agree(settings, population);
  const { noise, bits } = settings;
  const found: Problem[] = [];
  const wide = stages.find((stage) => stage.bits > MOST_BITS);
  if (wide !== undefined) {
    found.push({
      path: 'protocol.bits',
      expected: `so coarse a grid that sums have at most ${MOST_BITS} bits`,
      got: `${bits}, and ${wide.bits} for ${wide.kind}`,
    });
  }
  if (noise.by === 'nobody') return found;
  const part = smallestPart(noise, population.clients.length);
  const coarse = stages.flatMap(({ releases }) => releases).find((release) => !isFine(release, part));
  if (coarse !== undefined) {
    found.push({
      path: 'protocol.bits',
      expected: `so fine a grid that the noise of ${coarse.name} has at least ${FINE_DEVIATION} steps`,
      got: `${bits}`,
    });
  }
  return found;
}
