/** What worker threads find the protocols of these tests in. */

import { standard } from '../../actors/index.ts';
import { plugin } from '../../src/plugin/plugin.ts';
import { careless } from './careless-protocol.ts';

export const withCareless = plugin(import.meta.url, {
  name: 'careless',
  protocols: [...standard.protocols, careless],
});
