/** The entry module of worker threads: they import the plugins of a run, and find its tasks there. */

import { serveTasks } from '../../core/engine/compute/worker.ts';
import { type PluginPlace, pluginsAt } from './modules.ts';
import { tasksOf } from './tasks.ts';

export default serveTasks(async (places) => tasksOf(await pluginsAt(JSON.parse(places) as PluginPlace[])));
