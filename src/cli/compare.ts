/** `cahoots compare`: several protocols or scenarios side by side, over several seeds. */

import { join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { csvOf } from '../run/tidy/rows.ts';
import { replaceWhole } from '../run/data/write.ts';
import { placedIn } from '../studies/tables/placed.ts';
import { compareScenarios, type Comparison, rowsOf } from '../studies/batch/compare.ts';
import { comparisonRows, comparisonText } from '../studies/batch/text.ts';
import type { Action } from './command.ts';
import type { CompareFlags } from './commands/compare.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible, sayInterrupted } from './interrupt.ts';
import { pluginFlags } from './plugins.ts';
import { showCount } from './progress.ts';
import { watchStudy, whereOf } from './where.ts';
import { jsonText, print } from './print.ts';

export const compareCommand: Action<CompareFlags> = {
  async run({ files, values, plugins }) {
    if (values.json && values.csv)
      throw new CahootsError('bad-input', 'expected one of --json and --csv, got both', { path: '--csv' });
    const { seeds = 1 } = values;
    const kept = values.out === undefined ? undefined : join(values.out, 'runs.jsonl');
    const watched = await watchStudy(files.join(', '), values);
    return interruptible(async (signal) => {
      const count = showCount('runs');
      const progress = watched?.beside(count) ?? count;
      try {
        const comparison = await compareScenarios(files, {
          plugins,
          seeds,
          ...whereOf(values, progress),
          signal,
          flags: pluginFlags(plugins),
          set: values.set,
          fairStart: values.fairStart,
          journal: kept,
        });
        progress.hide();
        if (values.out !== undefined) {
          const { out } = values;
          const rows = rowsOf(comparison).map((row) => placedIn(out, row));
          replaceWhole(join(out, 'runs.csv'), csvOf(rows));
          replaceWhole(join(out, 'comparison.csv'), csvOf(comparisonRows(comparison.columns)));
        }
        await watched?.done(files, rowsOf(comparison), comparison.figures, plugins);
        print(shown(comparison, values));
        return comparison.columns.every(held) ? EXIT.done : EXIT.violated;
      } catch (error) {
        if (!signal.aborted) throw error;
        progress.hide();
        sayInterrupted('what was found', kept);
        return EXIT.interrupted;
      } finally {
        progress.hide();
        watched?.close();
      }
    });
  },
};

function shown(comparison: Comparison, { json, csv }: { json: boolean; csv: boolean }): string {
  if (json) return jsonText(comparison);
  return csv ? csvOf(rowsOf(comparison)) : comparisonText(comparison.columns);
}

function held({ runs, finished, violated }: Comparison['columns'][number]): boolean {
  return finished === runs && violated === 0;
}
