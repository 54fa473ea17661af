/** The protocols of a first scenario for a user's table: SecFC next to Lloyd, MUFC and k-FED. */

import { CahootsError } from '../src/core/base/errors.ts';
import type { Suggest } from '../src/run/plugin/suggestion.ts';

const FEW_CLIENTS = 3;
const MOST_PRIVACY = 3;

/**
 * Our protocols that can run on a table of the user's, each with settings that its size permits.
 * @throws CahootsError if there are too few clients
 */
export const firstScenario: Suggest = ({ clients, clusters, fewestPoints }) => {
  if (clients < FEW_CLIENTS)
    throw new CahootsError('bad-input', `expected points of at least ${FEW_CLIENTS} clients, got ${clients}`);
  // SecFC takes n >= 2(l+t)-1 clients; with slack for two that do not answer, if there are enough clients.
  const privacy = Math.max(1, Math.min(MOST_PRIVACY, Math.floor((clients - 3) / 2)));
  const each = Math.min(clusters, fewestPoints);
  return {
    protocol: { name: 'secfc', clusters, privacy, scale: 1000 },
    compare: ['lloyd', 'mufc', { name: 'kfed', clustersPerClient: Math.max(1, Math.min(2, each)) }],
    note: `${privacy === 1 ? 'a single client learns' : `up to ${privacy} clients together learn`} nothing of the others' points`,
  };
};
