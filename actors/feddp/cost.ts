/**
 * The expected cost of a run if everybody always answers: the paper's messages and computations, and those of secure
 * aggregation.
 */

import {
  type PhaseCost,
  phaseCost,
  type Population,
  REAL_BITS,
  runs,
  sends,
} from '../../src/core/kit/index.ts';
import { addUpCosts, noisySums } from '../blocks/noise/index.ts';
import { preparationCost } from '../blocks/sums/index.ts';
import type { Agreed, Stage } from './agreed.ts';
import { Centres, ProjectedCentres, Projection, Result } from './messages.ts';
import { firstMasked } from './sums.ts';
import {
  bareStart,
  clusterOwn,
  divide,
  elbowOperations,
  findElbow,
  label,
  outer,
  placeOnGrid,
  span,
  sum,
  weigh,
} from './tasks.ts';

/** Messages, elements and operations of every phase, if every client answers. */
export function cost(agreed: Agreed, population: Population): PhaseCost[] {
  const phases = agreed.stages.flatMap((stage) => [
    ...tolds(agreed, population, stage),
    ...noisySums.cost(stage.sum),
  ]);
  const first = firstMasked(agreed.stages);
  const once = first === undefined ? [] : preparationCost(first.session);
  return addUpCosts([...once, ...start(agreed, population), ...phases, ...end(agreed, population)]);
}

function start(
  { initial, level, clusters: k, serverPoints, starts }: Agreed,
  { clients, points, dimension: d }: Population,
): PhaseCost[] {
  const q = serverPoints.length;
  const placed = level === 'point' ? [runs(placeOnGrid, clients.length, points * d)] : [];
  const bare =
    initial === 'server-lloyd'
      ? [runs(clusterOwn, 1, starts * q * d * k * 10)]
      : [runs(bareStart, 1, q * d * k)];
  return [phaseCost('local', ...placed), ...(initial === 'feddp' ? [] : [phaseCost('start', ...bare)])];
}

/** What precedes a sum: broadcasts, and what clients compute from them, in the phase that they are in. */
function tolds(
  { clusters: k, serverPoints, starts, elbow }: Agreed,
  { clients, points, dimension: d }: Population,
  { kind }: Stage,
): PhaseCost[] {
  const n = clients.length;
  const q = serverPoints.length;
  switch (kind) {
    case 'outer':
      return [phaseCost('local', runs(outer, n, (points * d * (d + 1)) / 2))];
    case 'weights':
      return [
        phaseCost(
          'projection',
          sends(Projection, n, n * (d * k + q * k)),
          runs(span, 1, d * d * (d + 1) + q * d * k),
        ),
        phaseCost('weigh', runs(weigh, n, points * k * (d + q))),
      ];
    case 'centres':
      return [
        phaseCost(
          'centres',
          sends(ProjectedCentres, n, n * k * k),
          runs(clusterOwn, 1, starts * q * k * k * 10),
          ...(elbow ? [runs(findElbow, 1, elbowOperations({ rows: q, columns: k }, k, starts))] : []),
        ),
        phaseCost('sum', runs(sum, n, points * (k * k + d))),
        phaseCost('divide', runs(divide, 1, k * (d + 1))),
      ];
    case 'round':
      return [
        phaseCost('lloyd', sends(Centres, n, n * k * d)),
        phaseCost('sum', runs(sum, n, points * (k * d + d))),
        phaseCost('divide', runs(divide, 1, k * (d + 1))),
      ];
  }
}

function end({ clusters: k }: Agreed, { clients, points, dimension: d }: Population): PhaseCost[] {
  return [
    phaseCost('outcome', sends(Result, clients.length, clients.length * k * d)),
    phaseCost('label', runs(label, clients.length, points * d * k)),
  ];
}

/**
 * By the paper, for every client: d(d+1)/2 numbers, a weight for each of the server's points, k(d+1) in the last step of the
 * initialisation and in each round; to it a span of k directions with the server's points in it, k centres in the span, and k
 * centres before each round, as doubles.
 */
export function paperBits(
  { clusters: k, serverPoints, stages }: Agreed,
  { clients, dimension: d }: Population,
): number {
  const q = serverPoints.length;
  const up = { outer: (d * (d + 1)) / 2, weights: q, centres: k * (d + 1), round: k * (d + 1) };
  const down = { outer: 0, weights: k * (d + q), centres: k * k, round: k * d };
  const each = stages.reduce((all, { kind, bits }) => all + up[kind] * bits + down[kind] * REAL_BITS, 0);
  return clients.length * each;
}
