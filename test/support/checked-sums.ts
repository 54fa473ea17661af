/** Our own sums, those of the example, and one that adds up wrongly, under the checker. */

import { handedOver, subprotocol } from 'cahoots';
import {
  type AgreedSum,
  agreedSum,
  checkedSum,
  contributeSecretly,
  type OutsideSum,
  secureSums,
  type SumName,
  SUMS,
  sumSecretly,
} from '../../actors/blocks/index.ts';
import { validatedSum } from '../../examples/checked-sum/sum.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';

function ours(name: string, protocol: SumName): OutsideSum<AgreedSum> {
  return {
    block: subprotocol({ ...secureSums, name }) as never,
    session: ({ threshold, ...request }) => agreedSum({ protocol, threshold } as never, request),
    contribute: (self, session, input) => contributeSecretly(self, session, handedOver(input)),
    aggregate: (self, session) => sumSecretly(self, session),
  };
}

const wrong: OutsideSum<AgreedSum> = {
  ...ours('checked-wrong', 'bonawitz'),
  *aggregate(self, session) {
    const { sum, survivors } = yield* sumSecretly(self, session);
    return { sum: sum.map((value, j) => (j === 1 ? value + 1 : value)), survivors };
  },
};

export default plugin(import.meta.url, {
  name: 'checked-sums',
  protocols: [
    ...SUMS.map((protocol) => checkedSum(ours(`checked-${protocol}`, protocol))),
    checkedSum(validatedSum('same-masks', 'same')),
    checkedSum(validatedSum('own-masks', 'own')),
    checkedSum(wrong),
  ],
});
