/** What the threads of a run do: the tasks of all protocols. */

import { standard } from '../../../bin/standard.ts';
import { taskWorker } from '../../../src/run/plugin/task-worker.ts';

export const work = taskWorker([standard]);
