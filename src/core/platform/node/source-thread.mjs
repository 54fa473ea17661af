/** The entry of a thread of `node:worker_threads` when Cahoots runs from source, as source-worker.mjs is of a pool's threads. */

import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();

await import(workerData.entry);
