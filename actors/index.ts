/** The protocols that come with Cahoots. */

export { lloyd } from './lloyd/index.ts';
export { secfc } from './secfc/index.ts';
