/** `cahoots diff`: where two traces diverge. */

import { compareTraces } from '../run/replay/difference.ts';
import { settingsThatDiffer } from '../run/replay/settings.ts';
import { TraceReader } from '../run/trace/reader.ts';
import type { Action } from './command.ts';
import type { DiffFlags } from './commands/diff.ts';
import { EXIT } from './exit-codes.ts';
import { readTrace } from './trace-file.ts';
import { counted } from '../run/report/format.ts';
import { print } from './print.ts';

export const diffCommand: Action<DiffFlags> = {
  run({ files }) {
    const [a, b] = files.map((file) => new TraceReader(file, readTrace(file)));
    for (const setting of settingsThatDiffer(a.header.scenario, b.header.scenario)) {
      print(`${setting}\n`);
    }
    const { entries, parting, text } = compareTraces(a, b);
    print(
      parting === undefined
        ? `${files[0]} (A) and ${files[1]} (B) have the same ${counted(entries, 'entry')}\n`
        : `${files[0]} (A) and ${files[1]} (B) diverge at entry ${parting.number}\n\n${text}`,
    );
    const problem = a.problem ?? b.problem;
    if (parting === undefined && problem !== undefined) throw problem;
    const came = parting === undefined ? settingsThatDiffer(endOf(a), endOf(b)) : [];
    for (const difference of came) print(`${difference}\n`);
    const same = parting === undefined && came.length === 0;
    return Promise.resolve(same ? EXIT.done : EXIT.notReproducible);
  },
};

/** The result of a run according to its trace; without the hash, which is about the entries. */
function endOf({ outcome }: TraceReader): object {
  if (outcome === undefined || 'problem' in outcome) return {};
  const { hash: _, ...came } = outcome.end;
  return came;
}
