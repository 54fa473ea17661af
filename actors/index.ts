/** The protocols that come with Cahoots, by name. */

export { dckmeans } from './mufc/dckmeans.ts';
export { fastlloyd } from './fastlloyd/index.ts';
export { feddp } from './feddp/index.ts';
export { kfed } from './kfed/index.ts';
export { lloyd } from './lloyd/index.ts';
export { mufc } from './mufc/index.ts';
export { secfc } from './secfc/index.ts';
