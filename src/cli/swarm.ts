/** `cahoots swarm`: a scenario under many random schedules of faults. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { CahootsError } from '../base/errors.ts';
import { type Swarm, swarm } from '../swarm/swarm.ts';
import { commandOfRun } from '../report/shell.ts';
import { falsifiedIn, found, swarmText, tallies } from '../swarm/text.ts';
import { type Command, integerFlag, parseCommand } from './command.ts';
import { COMMANDS } from './commands.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible, sayInterrupted } from './interrupt.ts';
import { pluginFlags } from './plugins.ts';
import { sayOutdated, showCount } from './progress.ts';

const USAGE = COMMANDS.swarm.usage;

export const swarmCommand: Command = {
  async run(args, plugins) {
    const { values, file } = parseCommand(USAGE, args, {
      runs: { type: 'string' },
      heal: { type: 'boolean' },
      seed: { type: 'string' },
      threads: { type: 'string' },
      set: { type: 'string', multiple: true },
      out: { type: 'string' },
      json: { type: 'boolean' },
    });
    const runs = integerFlag('--runs', values.runs, 1_000_000) ?? 100;
    if (runs === 0) throw new CahootsError('bad-input', 'expected at least 1, got 0', { path: '--runs' });
    const seed = integerFlag('--seed', values.seed, Number.MAX_SAFE_INTEGER);
    const threads = integerFlag('--threads', values.threads, 256) ?? availableParallelism();
    const journal = values.out === undefined ? undefined : join(values.out, 'runs.jsonl');
    return interruptible(async (signal) => {
      const progress = showCount('runs');
      try {
        const result = await swarm(file, {
          plugins,
          runs,
          threads,
          signal,
          heals: values.heal === true,
          onOutdated: sayOutdated,
          onDone: progress.update,
          ...(seed !== undefined && { seed }),
          ...(values.set && { set: values.set }),
          ...(journal !== undefined && { journal }),
        });
        progress.hide();
        process.stdout.write(
          values.json === true
            ? `${JSON.stringify(plain(file, result, pluginFlags(plugins)))}\n`
            : swarmText(file, result, pluginFlags(plugins)),
        );
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

function plain(file: string, { budget, spanNs, messages, runs }: Swarm, flags: readonly string[]): object {
  return {
    budget,
    spanNs,
    outcomes: tallies(runs),
    falsified: falsifiedIn({ messages, runs }),
    runs,
    found: found(runs).map((run) => ({ ...run, command: commandOfRun(file, run.seed, run.set, flags) })),
  };
}
