/** What worker threads find the protocols of these tests in. */

export { kfed, lloyd, secfc } from '../../actors/index.ts';
export { careless } from './careless.ts';
