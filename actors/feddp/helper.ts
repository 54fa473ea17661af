/** The second aggregator of FedDP-KMeans where sums are proven: it sees shares alone, and does not collude with the server. */

import { attempt, type Given, round, type Self } from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { help } from './sums.ts';

/** The helper of FedDP-KMeans, as a behaviour: it takes part in every sum, until one is not opened. */
export function* helper(self: Self, { agreed: { stages } }: Given<Agreed>) {
  let turn = 0;
  for (const { kind, sum } of stages) {
    if (kind === 'round') yield* round(++turn);
    const helped = yield* attempt(help(self, sum));
    if (helped.kind === 'aborted') return;
  }
}
