/** What scenarios can expect of several protocols, beyond what can be expected of every run. */

import type { Property } from './protocol.ts';

export const converges: Property = {
  summary: 'the last iteration changes nothing',
  violated(_agreed, outcome) {
    if (outcome?.kind === 'clustered' && outcome.converged) return undefined;
    return `expected labels that repeat, got ${outcome?.iterations ?? 0} iterations`;
  },
};
