/** `cahoots swarm`: a scenario under many random schedules of faults. */

import { join } from 'node:path';
import { swarm } from '../studies/swarm/swarm.ts';
import { found, swarmText } from '../studies/swarm/text.ts';
import { swarmJson } from '../studies/swarm/json.ts';
import type { Action } from './command.ts';
import type { SwarmFlags } from './commands/swarm.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible, sayInterrupted } from './interrupt.ts';
import { pluginFlags } from './plugins.ts';
import { showCount } from './progress.ts';
import { whereOf } from './where.ts';
import { print, printJson } from './print.ts';

export const swarmCommand: Action<SwarmFlags> = {
  async run({ files: [file], values, plugins }) {
    const { runs = 100, seed } = values;
    const journal = values.out === undefined ? undefined : join(values.out, 'runs.jsonl');
    return interruptible(async (signal) => {
      const progress = showCount('runs');
      try {
        const result = await swarm(file, {
          plugins,
          runs,
          ...whereOf(values, progress),
          signal,
          heals: values.heal,
          seed,
          set: values.set,
          fairStart: values.fairStart,
          journal,
        });
        progress.hide();
        if (values.json) printJson(swarmJson(file, result, pluginFlags(plugins)));
        else print(swarmText(file, result, pluginFlags(plugins)));
        return found(result.runs).length === 0 ? EXIT.done : EXIT.violated;
      } catch (error) {
        if (!signal.aborted) throw error;
        progress.hide();
        sayInterrupted('what was found', journal);
        return EXIT.interrupted;
      } finally {
        progress.hide();
      }
    });
  },
};
