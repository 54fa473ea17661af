/** The protocols that come with Cahoots, and the plugin that provides them. */

import { plugin } from '../src/kit/plugin.ts';
import { dckmeans } from './mufc/dckmeans.ts';
import { fastlloyd } from './fastlloyd/index.ts';
import { feddp } from './feddp/index.ts';
import { kfed } from './kfed/index.ts';
import { lloyd } from './lloyd/index.ts';
import { mufc } from './mufc/index.ts';
import { secfc } from './secfc/index.ts';

export { dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc };

/** For `loadScenario`, `run` and everything else that takes plugins. */
export const standard = plugin(import.meta.url, {
  name: 'cahoots',
  protocols: [dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc],
});
