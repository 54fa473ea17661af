/** The protocols that come with Cahoots, and the plugin that provides them: `cahoots/actors`. */

import { dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc } from '../actors/index.ts';
import { ownPlugin } from '../src/run/plugin/plugin.ts';
import { firstScenario } from './first-scenario.ts';

export * from '../actors/index.ts';

/** For `loadScenario`, `run` and everything else that takes plugins. */
export const standard = ownPlugin(import.meta.url, {
  name: 'cahoots',
  protocols: [dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc],
  suggest: firstScenario,
});
