/** `cahoots diff`: where two traces diverge. */

import { compareTraces } from '../run/replay/difference.ts';
import { type DifferingSetting, differingSettings, settingText } from '../run/replay/settings.ts';
import { TraceReader } from '../run/trace/reader.ts';
import type { Action } from './command.ts';
import type { DiffFlags } from './commands/diff.ts';
import { EXIT } from './exit-codes.ts';
import { readTrace } from './trace-file.ts';
import { counted } from '../run/report/format.ts';
import { print, printJson } from './print.ts';

export const diffCommand: Action<DiffFlags> = {
  run({ files, values }) {
    const [a, b] = files.map((file) => new TraceReader(file, readTrace(file)));
    const settings = differingSettings(a.header.scenario, b.header.scenario);
    const { entries, parting, text } = compareTraces(a, b);
    const problem = parting === undefined ? (a.problem ?? b.problem) : undefined;
    const results =
      parting === undefined && problem === undefined ? differingSettings(endOf(a), endOf(b)) : [];
    const same = parting === undefined && results.length === 0;
    if (values.json)
      printJson({
        same: same && problem === undefined,
        entries,
        divergence: parting && text,
        settings,
        results,
      });
    else {
      print(linesOf(settings));
      print(
        parting === undefined
          ? `${files[0]} (A) and ${files[1]} (B) have the same ${counted(entries, 'entry')}\n`
          : `${files[0]} (A) and ${files[1]} (B) diverge at entry ${parting.number}\n\n${text}`,
      );
      print(linesOf(results));
    }
    if (problem !== undefined) throw problem;
    return Promise.resolve(same ? EXIT.done : EXIT.notReproducible);
  },
};

function linesOf(settings: readonly DifferingSetting[]): string {
  return settings.map((one) => `${settingText(one)}\n`).join('');
}

/** The result of a run according to its trace; without the hash, which is about the entries. */
function endOf({ outcome }: TraceReader): object {
  if (outcome === undefined || 'problem' in outcome) return {};
  const { hash: _, ...came } = outcome.end;
  return came;
}
