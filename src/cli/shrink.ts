/**
 * `cahoots shrink`: the smallest scenario with the same failure as a larger one, or as the run of a trace.
 */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { wrongFile } from '../run/data/file.ts';
import { writeWhole } from '../run/data/write.ts';
import { shellCommand } from '../run/report/shell.ts';
import { filesBelow, filesFrom } from '../run/scenario/data-files.ts';
import { loadScenario, type Scenario } from '../run/scenario/load.ts';
import type { ScenarioValues } from '../studies/swarm/document.ts';
import { KINDS, swarmOutcomeText } from '../studies/swarm/outcome.ts';
import { shrink, type Shrunk } from '../studies/swarm/shrink.ts';
import { movedScenario, writtenScenario } from '../studies/swarm/written.ts';
import type { Action } from './command.ts';
import type { ShrinkFlags } from './commands/shrink.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { pluginFlags } from './plugins.ts';
import { showCount } from './progress.ts';
import { dataFolder, isTrace, readTrace, refuseForTrace, scenarioOf } from './trace-file.ts';
import { counted } from '../run/report/format.ts';
import { print, printJson } from './print.ts';

export const shrinkCommand: Action<ShrinkFlags> = {
  async run({ files: [file], values, plugins }) {
    const fromTrace = isTrace(file);
    const folder = values.data ?? (fromTrace ? dataFolder(file, undefined) : dirname(file));
    if (fromTrace) refuseForTrace({ '--set': values.set, '--seed': values.seed });
    const scenario = fromTrace
      ? scenarioOf(file, readTrace(file), folder, plugins)
      : loadScenario(file, { plugins, seed: values.seed, set: values.set });
    // Checked before hundreds of runs.
    if (values.out !== undefined && existsSync(values.out))
      throw wrongFile(values.out, 'expected a new file to write to, got one that exists');
    return interruptible(async (signal) => {
      const progress = showCount('runs at most');
      try {
        const shrunk = await shrink(scenario, {
          plugins,
          name: file,
          folder,
          foreign: fromTrace,
          signal,
          onRun: progress.update,
        });
        progress.hide();
        const { out } = values;
        const moved = movedScenario(
          shrunk.values,
          (fromTrace ? filesBelow : filesFrom)(folder),
          resolve(out === undefined ? '.' : dirname(out)),
        );
        const text = writtenScenario(
          moved,
          comment(file, scenario, shrunk, ['run', out ?? 'FILE', ...pluginFlags(plugins)]),
        );
        // An existing file may be somebody's work.
        if (out !== undefined) writeWhole(out, text);
        const { outcome, runs, smallest } = shrunk;
        if (values.json) printJson({ ...outcome, runs, smallest, scenario: moved, out });
        else if (out === undefined) print(text);
        return EXIT.done;
      } catch (error) {
        if (!signal.aborted) throw error;
        progress.hide();
        process.stderr.write('interrupted\n');
        return EXIT.interrupted;
      } finally {
        progress.hide();
      }
    });
  },
};

/** The scenario's outcome, where it comes from, and how to repeat it. */
function comment(file: string, scenario: Scenario, shrunk: Shrunk, again: readonly string[]): string[] {
  const { outcome, values, runs, smallest } = shrunk;
  const before = sizes(scenario.source as ScenarioValues, scenario.population.points);
  const after = sizes(values);
  return [
    `Outcome: ${swarmOutcomeText(outcome)} (${KINDS[outcome.kind]}).`,
    `Shrunk from ${file} in ${counted(runs, 'run')}: from ${before} to ${after}.`,
    smallest ? 'Nothing more can be removed without losing this outcome.' : 'It may not be the smallest yet.',
    `Run it with: ${shellCommand('cahoots', ...again)}`,
  ];
}

function sizes({ faults = [], clients, data }: ScenarioValues, points = data['points']): string {
  const held = typeof points === 'number' ? [counted(points, 'point')] : [];
  return [counted(faults.length, 'fault'), counted(clients, 'client'), ...held].join(', ');
}
