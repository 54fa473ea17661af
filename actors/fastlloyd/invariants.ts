/** What must hold in FastLloyd at every moment, whatever is lost, repeated or forgotten on the way. */

import { invariant } from '../../src/core/kit/index.ts';
import type { NoisyAborted, NoisyOutcome } from '../blocks/noise/index.ts';
import type { Agreed } from './agreed.ts';
import { MaskedTotal } from './messages.ts';

/** Two totals of one iteration would differ by some clients' data, with the noise drawn twice. */
export const oneTotal = invariant<Agreed>({
  name: 'one-total',
  summary: 'an iteration has one total, of as many clients as it takes, and every total is accounted',
  reads: [MaskedTotal],
  guard({ least, noise }) {
    const totals = new Map<number, Uint32Array>();
    return {
      sent({ body }) {
        const { iteration, parties } = body as { iteration: number; parties: Uint32Array };
        const before = totals.get(iteration);
        totals.set(iteration, parties.slice());
        if (before !== undefined && before.join() !== parties.join())
          return `iteration ${iteration} has a total of parties ${parties.join()} after one of ${before.join()}`;
        if (parties.length === 0 || parties.length >= least) return undefined;
        return `the total of iteration ${iteration} is of ${parties.length} clients, fewer than ${least}`;
      },
      ended(outcome) {
        const { opened } = (outcome ?? {}) as Partial<NoisyOutcome | NoisyAborted>;
        if (opened === undefined || noise.by === 'clients') return undefined;
        const released = [...totals].filter(([, { length }]) => length > 0).map(([iteration]) => iteration);
        const accounted = opened.map(({ stage }) => stage);
        if (released.join() === accounted.join()) return undefined;
        return `totals are released of iterations ${released.join()}, and accounted of ${accounted.join()}`;
      },
    };
  },
});
