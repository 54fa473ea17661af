/**
 * The worker's entry when Cahoots runs from source: worker threads do not inherit what loads TypeScript in the main
 * thread. The build has no use for it and leaves it out.
 */

import { register } from 'tsx/esm/api';

register();

export default (await import('./worker.ts')).default;
