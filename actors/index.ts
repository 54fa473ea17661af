/** The protocols that come with Cahoots. */

export { kfed } from './kfed/index.ts';
export { lloyd } from './lloyd/index.ts';
export { secfc } from './secfc/index.ts';
