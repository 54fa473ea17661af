/** `cahoots compare`: several protocols or scenarios side by side, over several seeds. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { CahootsError } from '../base/errors.ts';
import { replaceWhole } from '../data/write.ts';
import { csvOf } from '../results/rows.ts';
import { compareScenarios, type Comparison } from '../study/compare.ts';
import { comparisonCsv, comparisonText } from '../study/text.ts';
import { type Command, integerFlag, parseFilesCommand } from './command.ts';
import { COMMANDS } from './commands.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible, sayInterrupted } from './interrupt.ts';
import { sayOutdated, showCount } from './progress.ts';

const USAGE = COMMANDS.compare.usage;

export const compareCommand: Command = {
  async run(args, plugins) {
    const { values, files } = parseFilesCommand(USAGE, args, {
      seeds: { type: 'string' },
      threads: { type: 'string' },
      set: { type: 'string', multiple: true },
      out: { type: 'string' },
      json: { type: 'boolean' },
      csv: { type: 'boolean' },
    });
    if (values.json === true && values.csv === true)
      throw new CahootsError('bad-input', 'expected one of --json and --csv, got both', { path: '--csv' });
    const seeds = integerFlag('--seeds', values.seeds, 1_000_000) ?? 1;
    if (seeds === 0) throw new CahootsError('bad-input', 'expected at least 1, got 0', { path: '--seeds' });
    const threads = integerFlag('--threads', values.threads, 256) ?? availableParallelism();
    const kept = values.out === undefined ? undefined : join(values.out, 'runs.jsonl');

    return interruptible(async (signal) => {
      const progress = showCount('runs');
      try {
        const comparison = await compareScenarios(files, {
          plugins,
          seeds,
          threads,
          signal,
          onOutdated: sayOutdated,
          onDone: progress.update,
          ...(values.set && { set: values.set }),
          ...(kept !== undefined && { journal: kept }),
        });
        progress.hide();
        if (values.out !== undefined) replaceWhole(join(values.out, 'runs.csv'), csvOf(comparison.rows));
        process.stdout.write(shown(comparison, values));
        return comparison.columns.every(held) ? EXIT.done : EXIT.violated;
      } catch (error) {
        if (!signal.aborted) throw error;
        progress.hide();
        sayInterrupted('what was found', kept);
        return EXIT.interrupted;
      } finally {
        progress.hide();
      }
    });
  },
};

function shown(comparison: Comparison, { json, csv }: { json?: boolean; csv?: boolean }): string {
  if (json === true) return `${JSON.stringify(comparison)}\n`;
  return csv === true ? comparisonCsv(comparison.columns) : comparisonText(comparison.columns);
}

function held({ runs, finished, equalLloyd = finished }: Comparison['columns'][number]): boolean {
  return finished === runs && equalLloyd === finished;
}
