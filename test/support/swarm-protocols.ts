/** What worker threads find the protocols of these tests in. */

import { standard } from '../../bin/standard.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';
import { careless } from './careless-protocol.ts';

export const withCareless = plugin(import.meta.url, {
  name: 'careless',
  protocols: [...standard.protocols, careless],
});
