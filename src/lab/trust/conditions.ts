/** How all parties behave that are in no coalition: in the best case as they should, in the worst case arbitrarily. */

import type { Plugged } from '../../run/plugin/registry.ts';
import { registered } from '../../run/plugin/registry.ts';
import { faultsSection, namedFaults } from '../../run/scenario/faults.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import { mirroredAt } from '../attack/detect/images.ts';

export const CONDITIONS = ['reliable', 'flaky', 'data-Byzantine', 'fully Byzantine'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** What each means for the last client, or the network of all, in words. */
export const MEANING: Readonly<Record<Condition, string>> = {
  reliable: 'as in the scenario',
  flaky: 'the last client is gone from the first millisecond on, and of all packets one in fifty is lost',
  'data-Byzantine':
    'the last client follows the protocol with other points, mirrored in the announced ranges',
  'fully Byzantine': 'the last client sends random values of the right shape in every message',
};

/** The scenario under a condition. */
export function under(scenario: Scenario, condition: Condition, plugged: Plugged): Scenario {
  const last = scenario.parties.clients.at(-1) as string;
  const withFaults = (faults: readonly object[]): Scenario => {
    const { faults: kinds } = registered(plugged);
    const more = namedFaults(faultsSection(kinds).parse(faults));
    return { ...scenario, faults: [...scenario.faults, ...more] };
  };
  switch (condition) {
    case 'reliable':
      return scenario;
    case 'flaky':
      return withFaults([
        { fault: 'dropout', who: last, when: { at: '1ms' } },
        { fault: 'lose', who: 'clients', rate: 0.02 },
      ]);
    case 'data-Byzantine':
      return mirroredAt(scenario, last);
    case 'fully Byzantine':
      return withFaults([{ fault: 'falsify', who: last, how: 'random' }]);
  }
}
