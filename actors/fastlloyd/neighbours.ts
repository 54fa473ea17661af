/**
 * A game about FastLloyd's noise on two neighbouring data sets of the worst kind: the target is as far from a centre as
 * counts in its sums, and many points in the first centres keep these where they are. Everything but the target is known,
 * so what is left of every noisy sum is noise, or noise and the target.
 */

import { powerOfTwo } from '../../src/core/kit/math.ts';
import {
  audit,
  type Matrix,
  row,
  type Setup,
  type Stream,
  type World,
  zeros,
} from '../../src/core/kit/index.ts';
import { claimOf } from '../blocks/noise/index.ts';
import { provableParameters } from '../blocks/prio3/index.ts';
import { clientsOfGames, informationOf, likelihoodRatio } from '../blocks/noise/likelihood.ts';
import { type Agreed, agree } from './agreed.ts';
import { intoCube, outOfCube } from './cube.ts';
import { localSums } from './iteration.ts';
import type { Parameters } from './parameters.ts';
import { knownCentres, receivedTotals } from './received.ts';
import { begin } from './tasks.ts';

/** On the grid: the target, and the places of all other points. */
interface Target {
  readonly point: Matrix;
  readonly places: Matrix;
  /** How many points are in each place. */
  readonly each: number;
}

/** Pairs of runs; games of more follow until the twin with half of the noise is refuted. */
const PAIRS = 200;
/** The most points in each first centre. */
const MOST_EACH = 1000;
/** Of the radius, by how much noise moves centres: by a tenth of it if there are enough points in each. */
const MOVED = 0.1;
/** Of the radius, how far the target is: centres that noise has moved still have it within their own. */
const WITHIN = 0.9;
/** Directions from each centre, and corners of the cube, among which the target is chosen. */
const TRIES = 16;

export const neighboursAudit = audit<Agreed, Target>({
  kind: 'game',
  name: 'neighbours',
  summary: 'whether clients can tell if the point that changes the noisy sums most is there',
  runs: PAIRS,
  inapplicable: ({ noise }) => (noise.by === 'nobody' ? 'sums have no noise' : undefined),
  watches: ({ clients, noise }) => clients.slice(0, Math.max(1, noise.colluding)),
  claim: (agreed) => claimOf(agreed, 1, 'a point'),
  target({ parameters, population }: Setup<never>, random: Stream): Target {
    const agreed = agree(parameters as Parameters, population);
    const { clusters, dimension, bits, packingSeed: seed } = agreed;
    const places = begin.run({ clusters, dimension, bits, seed });
    const { point } = candidates(agreed, places, random)
      .map((one) => ({ point: one, change: changeBy(one, places, agreed) }))
      .reduce((a, b) => (b.change > a.change ? b : a));
    return {
      point,
      places,
      // With the target no more than are announced.
      each: Math.min(MOST_EACH, Math.floor((population.points - 1) / clusters), still(agreed)),
    };
  },
  world({ parameters, population }: Setup<never>, target: Target, isIn: boolean): World<never> {
    const settings = parameters as Parameters;
    const clients = clientsOfGames(settings.noise, population.clients.length);
    const { point, places, each } = target;
    const others = places.rows * each;
    const grid = zeros(others + 1, places.columns);
    for (let i = 0; i < others; i++) row(grid, i).set(row(places, i % places.rows));
    row(grid, others).set(point.values);
    const shards = Array.from({ length: clients }, (_, j) =>
      Uint32Array.from({ length: others + 1 }, (_row, i) => i).filter(
        (i) => i % clients === j && (isIn || i < others),
      ),
    );
    const fewer = {
      ...settings,
      least: Math.min(settings.least, clients),
      aggregation: provableParameters.parse({}),
    };
    const same = clients === population.clients.length;
    return {
      clients,
      points: outOfCube(grid, population, settings.bits),
      shards,
      parameters: (same ? settings : fewer) as never,
      // What is announced is what the claim is about.
      population: { points: population.points, sizes: shards.map(({ length }) => length) },
    };
  },
  score({ view }, { point, places, each }) {
    const { agreed } = view;
    const centres = knownCentres(view);
    return receivedTotals(view).reduce((ratio, { iteration, sums }) => {
      const { step, sum } = agreed.stages[iteration];
      const others = localSums(onceMore(places, agreed), centres[iteration], step);
      const rest = sums.map((x, at) => x - each * others[at]);
      return (
        ratio +
        likelihoodRatio(sum.ranges, rest, localSums(onceMore(point, agreed), centres[iteration], step))
      );
    }, 0);
  },
});

/** Points of the grid as clients place them on it, after they were data. */
function onceMore(points: Matrix, agreed: Agreed): Matrix {
  return intoCube(outOfCube(points, agreed, agreed.bits), agreed, agreed.bits);
}

/** How many points in a centre keep it where it is. */
function still({ stages, dimension }: Agreed): number {
  const [{ cost }] = stages[stages.length - 1].releases;
  return Math.ceil(cost.kind === 'gaussian' ? (cost.multiplier * Math.sqrt(dimension)) / MOVED : 1);
}

/** Points as far from each centre as the smallest radius allows, in several directions, and corners of the cube. */
function candidates({ stages, bits }: Agreed, centres: Matrix, random: Stream): Matrix[] {
  const side = powerOfTwo(bits);
  const radius = Math.min(...stages.map(({ step }) => step.radius));
  const far = (WITHIN * radius) / Math.sqrt(centres.columns);
  return Array.from({ length: (centres.rows + 1) * TRIES }, (_, i) => {
    const point = zeros(1, centres.columns);
    const from = i < centres.rows * TRIES ? row(centres, i % centres.rows) : undefined;
    for (let c = 0; c < centres.columns; c++) {
      const sign = random.integer(2) * 2 - 1;
      const moved = from === undefined ? sign * side : from[c] + sign * far;
      point.values[c] = Math.trunc(Math.max(-side, Math.min(side, moved)));
    }
    return point;
  });
}

/** How much a point changes all sums together if centres stay where they are, compared with their noise. */
function changeBy(point: Matrix, centres: Matrix, { stages }: Agreed): number {
  return stages.reduce(
    (sum, { step, sum: { ranges } }) => sum + informationOf(ranges, localSums(point, centres, step)),
    0,
  );
}
