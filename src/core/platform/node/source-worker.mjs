/**
 * The worker's entry when Cahoots runs from source, since worker threads do not inherit the main thread's TypeScript loader.
 * It is not part of the build.
 */

import { register as addHooks } from 'node:module';
import { workerData } from 'piscina';
import { register } from 'tsx/esm/api';

register();
addHooks('./source-doors.mjs', import.meta.url);

export default (await import(workerData.entry)).default;
