/** What scenarios can expect of several protocols, beside what every run can be asked. */

import type { Property } from './protocol.ts';

export const converges: Property = {
  summary: 'the last iteration changes nothing',
  violated(_agreed, clustering) {
    if (clustering?.converged === true) return undefined;
    return `expected labels that repeat, got ${clustering?.iterations ?? 0} iterations`;
  },
};
