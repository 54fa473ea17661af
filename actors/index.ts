/** The protocols that come with Cahoots. */

export { dckmeans } from './mufc/dckmeans.ts';
export { kfed } from './kfed/index.ts';
export { lloyd } from './lloyd/index.ts';
export { mufc } from './mufc/index.ts';
export { secfc } from './secfc/index.ts';
