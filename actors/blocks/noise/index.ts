/**
 * Sums under noise that nobody holds: every client adds a share within the masks, too few shares open nothing, and what is
 * too much is taken off again. Or, for comparison, under noise that the server adds, or none.
 */

import { type PhaseCost, phaseCost, runs, sends, subprotocol } from '../../../src/kit/index.ts';
import { secureAggregation } from '../secagg/index.ts';
import { componentsOf, lengthOf, noiseParameters, type NoisySum } from './agreement.ts';
import { Clear, Seed, Surplus } from './messages.ts';
import { addCentralNoise, addNoise, drawOperations, removeNoise } from './tasks.ts';

export {
  hidingPart,
  honestMinimum,
  maskParameters,
  type NoiseParameters,
  noiseParameters,
  noiseProblems,
  type NoisyRange,
  type NoisySum,
  presentPart,
  sessionOf,
} from './agreement.ts';
export { contributeNoisily } from './client.ts';
export { type ReleasedSum, sumNoisily } from './server.ts';

export const noisySums = subprotocol({
  name: 'noise',
  summary: 'sums under differentially private noise, of shares or all at once',
  settings: noiseParameters,
  uses: [secureAggregation],
  messages: [Clear, Surplus, Seed],
  tasks: [addNoise, removeNoise, addCentralNoise],
  cost,
});

/** What a sum should cost where nobody drops out. */
function cost(sum: NoisySum): PhaseCost[] {
  const { clients, ranges, noise, session } = sum;
  const n = clients.length;
  const length = lengthOf(ranges);
  if (noise.by === 'server') {
    return [
      phaseCost('collect', sends(Clear, n, n * length), runs(addCentralNoise, 1, drawOperations(ranges, 1))),
    ];
  }
  const components = noise.by === 'nobody' ? 0 : componentsOf(noise, n).length;
  const added = n * (length + drawOperations(ranges, components));
  const removed = length + drawOperations(ranges, (components - 1) * n);
  return [
    phaseCost('noise', runs(addNoise, n, added)),
    ...secureAggregation.cost(session),
    ...(components > 1
      ? [phaseCost('surplus', sends(Surplus, n), sends(Seed, n), runs(removeNoise, 1, removed))]
      : []),
  ];
}
