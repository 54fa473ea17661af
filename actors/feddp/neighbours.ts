/**
 * A game about FedDP-KMeans' noise on two neighbouring data sets of the worst kind: a point at the clip, which changes each
 * release as much as any point can, and nothing else but points in the origin. All of these are known, and so are the
 * server's messages, so what is left of every noisy sum is noise, or noise and the target.
 */

import { powerOfTwo } from '../../src/core/kit/math.ts';
import { messagesOf } from '../../src/core/kit/attack.ts';
import { audit, type Matrix, type Setup, type View, type World, zeros } from '../../src/core/kit/index.ts';
import { provableParameters } from '../blocks/prio3/index.ts';
import { clientsOfGames, likelihoodRatio } from '../blocks/noise/likelihood.ts';
import { type Agreed, agree } from './agreed.ts';
import { PROVEN } from './audits.ts';
import { common } from './canaries.ts';
import { Centres, ProjectedCentres, Projection } from './messages.ts';
import { openedSum } from './opened-sum.ts';
import type { Parameters } from './parameters.ts';
import { matrixOf, outer, placeOnGrid, sum, weigh } from './tasks.ts';

/** Pairs of runs; games of more follow until the twin with half of the noise is refuted. */
const PAIRS = 200;

/** The target, in the units of the data. */
type Target = Matrix;

export const neighboursAudit = audit<Agreed, Target>({
  kind: 'game',
  name: 'neighbours',
  summary:
    'whether the server, with the clients that collude, can tell if a point at the clip is in all sums together',
  runs: PAIRS,
  inapplicable({ noise, level, sampling }) {
    if (noise.by === 'nobody') return 'sums have no noise';
    if (noise.by === 'aggregators') return PROVEN;
    if (noise.by === 'server')
      return 'an adversary that sees sums in the clear needs no audit: see the attack clear-sums';
    if (level === 'client') return 'it plants a point';
    return sampling < 1 ? 'it does not know who is drawn' : undefined;
  },
  watches: ({ clients, noise }) => ['server', ...clients.slice(0, noise.colluding)],
  claim: common.claim,
  target({ parameters, population }: Setup<never>): Target {
    const target = zeros(1, population.dimension);
    target.values[0] = agree(parameters as Parameters, population).clip;
    return target;
  },
  world({ parameters, population }: Setup<never>, target: Target, isIn: boolean): World<never> {
    const settings = parameters as Parameters;
    const clients = clientsOfGames(settings.noise, population.clients.length);
    const points = zeros(clients + 1, target.columns);
    points.values.set(target.values, clients * target.columns);
    const shards = Array.from({ length: clients }, (_, j) =>
      Uint32Array.from(j === clients - 1 && isIn ? [j, clients] : [j]),
    );
    const fewer = { ...settings, aggregation: provableParameters.parse({}) };
    const same = clients === population.clients.length;
    return {
      clients,
      points,
      shards,
      parameters: (same ? settings : fewer) as never,
      // What is announced is what the claim is about.
      population: { points: population.points, sizes: shards.map(({ length }) => length) },
    };
  },
  score(seen, target) {
    const { view } = seen;
    const { agreed } = view;
    const others = zeros(agreed.clients.length, agreed.dimension);
    const [own, known] = [contributionsOf(target, view), contributionsOf(others, view)];
    return agreed.stages.reduce((ratio, stage, at) => {
      const [part, without] = [own[at], known[at]];
      if (part === undefined || without === undefined) return ratio;
      const rest = openedSum(seen, stage).map((x, i) => x - without[i]);
      return ratio + likelihoodRatio(stage.sum.ranges, rest, part);
    }, 0);
  },
});

/** What clients contribute to each stage for these points, given what the server told them; undefined if it did not. */
function contributionsOf(points: Matrix, view: View<Agreed>): (Float64Array | undefined)[] {
  const { agreed, members } = view;
  const { clip, bits, clusters, dimension, margin, stages } = agreed;
  const placed = placeOnGrid.run({ points, shape: { clip, bits } });
  const unit = clip / powerOfTwo(bits);
  const [projection] = members.flatMap(({ sent }) => messagesOf(sent, Projection));
  const [projectedCentres] = members.flatMap(({ sent }) => messagesOf(sent, ProjectedCentres));
  const centres = members.flatMap(({ sent }) => messagesOf(sent, Centres));
  const weighed =
    projection &&
    weigh.run({
      points: placed,
      unit,
      directions: matrixOf(projection.body.directions, dimension),
      serverPoints: matrixOf(projection.body.points, clusters),
    });
  let turn = 0;
  return stages.map(({ kind }) => {
    switch (kind) {
      case 'outer':
        return outer.run({ points: placed });
      case 'weights':
        return weighed?.weights;
      case 'centres':
        return (
          weighed &&
          projectedCentres &&
          sum.run({
            points: placed,
            compared: weighed.projected,
            centres: matrixOf(projectedCentres.body.values, clusters),
            margin,
          })
        );
      case 'round': {
        turn++;
        const told = centres.find(({ body }) => body.round === turn);
        if (told === undefined) return undefined;
        const around = matrixOf(
          told.body.values.map((x) => x / unit),
          dimension,
        );
        return sum.run({ points: placed, compared: placed, centres: around, margin: 1 });
      }
    }
  });
}
