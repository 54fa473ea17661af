/** The expected cost of a run of FastLloyd if everybody always answers: K(d+1) elements up and down per client and iteration. */

import {
  type PhaseCost,
  phaseCost,
  type Population,
  REAL_BITS,
  runs,
  sends,
  type Sent,
} from '../../src/core/kit/index.ts';
import { OPERATIONS } from '../blocks/secagg/primitives.ts';
import { addUpCosts, drawOperations, noisySums } from '../blocks/noise/index.ts';
import { addNoise } from '../blocks/noise/tasks.ts';
import type { Agreed, Stage } from './agreed.ts';
import { introduce, mask, maskOperations, sealForAll, unmask, unseal } from './group.ts';
import { CommonKey, Introduction, MaskedSums, MaskedTotal, NoisyTotal } from './messages.ts';
import { addUp, begin, label, move, place, sumOperations, sumUp } from './tasks.ts';

/** Messages, elements and operations of every phase, if every client answers. */
export function cost(agreed: Agreed, population: Population): PhaseCost[] {
  const { clusters: k, noise, stages } = agreed;
  const { clients, points, dimension: d } = population;
  const n = clients.length;
  return addUpCosts([
    ...(noise.by === 'clients' ? [] : [keyCost(n)]),
    phaseCost('local', runs(place, n, points * d), runs(begin, n, n * k * k * d)),
    ...stages.flatMap((stage) => [
      phaseCost('sum', runs(sumUp, n, sumOperations(points, d, k))),
      ...(noise.by === 'clients' ? shareCost(n, stage) : maskCost(n, stage)),
      phaseCost('move', runs(move, n, n * k * (d + 1))),
    ]),
    phaseCost('label', runs(label, n, points * d * k)),
  ]);
}

function keyCost(n: number): PhaseCost {
  const each = OPERATIONS.scalarMultiplication;
  return phaseCost(
    'key',
    sends(Introduction, n - 1),
    sends(CommonKey, n - 1),
    runs(introduce, n, n * each),
    runs(sealForAll, 1, (n - 1) * each),
    runs(unseal, n - 1, (n - 1) * each),
  );
}

/** Each client derives everybody's stream: n^2 in all. */
function maskCost(n: number, { sum: { ranges, noise, session } }: Stage): PhaseCost[] {
  const { modulus, length } = session;
  const one = maskOperations(1, length, modulus);
  return [
    phaseCost('mask', sends(MaskedSums, n, n * length), runs(mask, n, n * one)),
    phaseCost(
      'release',
      sends(MaskedTotal, n, n * length),
      runs(addUp, 1, n * length),
      ...(noise.by === 'nobody' ? [] : [runs(addNoise, 1, length + drawOperations(ranges, 1))]),
    ),
    phaseCost('unmask', runs(unmask, n, n * n * one)),
  ];
}

function shareCost(n: number, { sum }: Stage): PhaseCost[] {
  const { length } = sum.session;
  return [...noisySums.cost(sum), phaseCost('release', sends(NoisyTotal, n, n * length))];
}

/** By the paper: k(d+1) elements from and to every client in each iteration. */
export function paperBits(
  { clusters: k, modulusBits, noise }: Agreed,
  { clients, dimension: d }: Population,
  { iterations }: Sent,
): number {
  const down = noise.by === 'clients' ? REAL_BITS : modulusBits;
  return iterations * clients.length * k * (d + 1) * (modulusBits + down);
}
