/** A small scenario in which two clients are not needed, for a protocol that has a hole. */

import { edited } from './small-scenario.ts';
import { withCareless } from './swarm-protocols.ts';

export const plugins = [withCareless];

export const CARELESS = `name: careless
seed: 1
clients: 9
data:
  source: gaussian-mixture
  points: 40
  dimension: 2
  components: 4
  deviation: 6
protocol:
  name: careless
  clusters: 4
  privacy: 3
  timeout: 10s
network:
  preset: lan
swarm: { faults: 8 }
`;

/** The same with the checks. */
export const CAREFUL = edited(CARELESS, ['name: careless\n  clusters', 'name: secfc\n  clusters']);
