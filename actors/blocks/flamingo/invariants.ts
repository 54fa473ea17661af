/** What Flamingo must never do, whatever is lost, repeated or forgotten on the way. */

import { invariant, type SeenMessage } from '../../../src/core/kit/index.ts';
import { Labels, Opening } from './messages.ts';

/** With both of its kinds of masks opened, the server could read a single client's vector. */
export const oneLabel = invariant({
  name: 'one-label',
  summary: 'decryptors that open masks of a sum were sent the same clients as having reported',
  reads: [Labels, Opening],
  guard() {
    /** The first labels that a decryptor received, by decryptor and sum. */
    const told = new Map<string, string>();
    /** Those under which masks of a sum were opened. */
    const opened = new Map<number, string>();
    return {
      delivered({ type, body, to }: SeenMessage) {
        if (type !== Labels) return undefined;
        const { aggregation, parties } = body as { aggregation: number; parties: Uint32Array };
        const key = `${to} ${aggregation}`;
        if (!told.has(key)) told.set(key, parties.join());
        return undefined;
      },
      sent({ type, body, from }) {
        if (type !== Opening) return undefined;
        const { aggregation } = body as { aggregation: number };
        const own = told.get(`${from} ${aggregation}`) ?? 'nobody';
        const before = opened.get(aggregation) ?? own;
        opened.set(aggregation, before);
        return before === own
          ? undefined
          : `masks of sum ${aggregation} are opened for ${before}, and by ${from} for ${own}`;
      },
    };
  },
});
