/** The entry of a thread of `node:worker_threads` in tests, instead of source-thread.mjs: the build of what it should run. */

import { workerData } from 'node:worker_threads';
import { builtOf } from './built-modules.mjs';

await import(builtOf(workerData.entry));
