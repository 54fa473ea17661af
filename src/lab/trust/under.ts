/** Scenarios under the conditions of a table of trust. */

import type { Plugged } from '../../run/plugin/registry.ts';
import { registered } from '../../run/plugin/registry.ts';
import { faultsSection, namedFaults } from '../../run/scenario/faults.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import { mirroredAt } from '../attack/detect/images.ts';
import type { Condition } from './conditions.ts';

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
