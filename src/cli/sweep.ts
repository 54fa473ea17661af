/** `cahoots sweep`: one scenario over a grid, all of it or a part. */

import { join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { counted } from '../run/report/format.ts';
import { csvOf, jsonLinesOf, type Row } from '../run/tidy/rows.ts';
import { runsOf, type Shard, shardOf, WHOLE } from '../studies/batch/shard.ts';
import { sweep } from '../studies/batch/sweep.ts';
import { JOURNAL } from '../studies/batch/sweep-folder.ts';
import { planSweep, type SweepPlan } from '../studies/batch/sweep-plan.ts';
import type { Action } from './command.ts';
import type { SweepFlags } from './commands/sweep.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible, sayInterrupted } from './interrupt.ts';
import { pluginFlags } from './plugins.ts';
import { showCount } from './progress.ts';
import { overview } from './sweep-text.ts';
import { watchStudy, whereOf } from './where.ts';
import { print, printJson } from './print.ts';

export const sweepCommand: Action<SweepFlags> = {
  async run({ files: [file], values, plugins }) {
    if (values.json && values.csv)
      throw new CahootsError('bad-input', 'expected one of --json and --csv, got both', { path: '--csv' });
    const shard = values.shard === undefined ? WHOLE : shardOf(values.shard, '--shard');
    const plan = planSweep(file, {
      plugins,
      set: values.set,
      axes: values.axis,
      fairStart: values.fairStart,
    });
    if (values.plan) {
      if (values.csv)
        throw new CahootsError('bad-input', 'expected no --csv beside --plan', { path: '--csv' });
      if (values.json) printJson(listed(plan, shard));
      else print(planText(plan, shard));
      return EXIT.done;
    }
    process.stderr.write(planText(plan, shard));
    const kept = values.out === undefined ? undefined : join(values.out, JOURNAL);
    const watched = await watchStudy(plan.name || file, values);
    return interruptible(async (signal) => {
      const count = showCount('runs');
      const progress = watched?.beside(count) ?? count;
      try {
        const rows = await sweep(plan, {
          plugins,
          shard,
          signal,
          flags: pluginFlags(plugins),
          ...whereOf(values, progress),
          out: values.out,
        });
        progress.hide();
        const all = [...rows];
        await watched?.done([file], all, plan.figures, plugins);
        print(shown(all, plan, values));
        return all.some(isWrong) ? EXIT.violated : EXIT.done;
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

/** What there is to run, and what is left out. */
function planText({ points, seeds, skipped, runs }: SweepPlan, shard: Shard): string {
  const own = runsOf(shard, runs).length;
  const part = shard.of > 1 ? `; part ${shard.index}/${shard.of}: ${counted(own, 'run')}` : '';
  const lines = [
    `${counted(runs, 'run')}: ${counted(points.length, 'point')}, ${counted(seeds.length, 'seed')} each${part}`,
    ...skipped.map(({ title, reason }) => `left out: ${title}: ${reason}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** The same, with the settings of each point and the places of this part's runs among all. */
function listed({ name, points, seeds, skipped, runs }: SweepPlan, shard: Shard) {
  return { name, runs, own: runsOf(shard, runs), points: points.map(({ set }) => set), seeds, skipped };
}

function shown(
  rows: readonly Row[],
  plan: SweepPlan,
  { json, csv, out }: { readonly json: boolean; readonly csv: boolean; readonly out: string | undefined },
): string {
  if (json) return jsonLinesOf(rows);
  return csv ? csvOf(rows) : overview(rows, plan.axes, plan.figures, out);
}

function isWrong({ ending, violated }: Row): boolean {
  return ending === 'crashed' || violated !== undefined;
}
