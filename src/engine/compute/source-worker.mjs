/**
 * The worker's entry when Cahoots runs from source: worker threads do not inherit what loads TypeScript in the main
 * thread. The build has no use for it and leaves it out.
 */

import { workerData } from 'piscina';
import { register } from 'tsx/esm/api';

register();

export default (await import(workerData.entry)).default;
