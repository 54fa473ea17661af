/** `cahoots verify`: whether the runs of a results file give its rows again, and if not, in which columns and why. */

import { dirname } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { provenanceOf } from '../studies/tables/provenance.ts';
import { type Differing, NOT_COMPARED, type Verified, verifyRow } from '../run/tidy/verify.ts';
import type { Row } from '../run/tidy/rows.ts';
import { resultsAt } from '../studies/batch/results.ts';
import { isJournalOfSweep } from '../studies/batch/sweep-folder.ts';
import { playSwarmRun } from '../studies/swarm/swarm-job.ts';
import type { Action } from './command.ts';
import type { VerifyFlags } from './commands/verify.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { counted } from '../run/report/format.ts';
import { print, printJson } from './print.ts';

/** What a comparison adds to its rows. */
const OF_COMPARISON = ['title'];

export const verifyCommand: Action<VerifyFlags> = {
  async run({ files: [file], values, plugins }) {
    const { run: key = '', data } = values;
    const results = resultsAt(isJournalOfSweep(file) ? dirname(file) : file);
    const all = await results.read();
    const rows = all.filter(({ run }) => String(run ?? '').startsWith(key));
    if (rows.length === 0) {
      const message = `expected the key of one of ${all.length} runs, got ${key === '' ? 'a file without any' : key}`;
      throw new CahootsError('bad-input', message, { path: '--run' });
    }
    const provenance = provenanceOf(plugins);
    const labels = [...results.axes, ...OF_COMPARISON];
    return interruptible(async (signal) => {
      const judged: { readonly row: Row; readonly found: Verified }[] = [];
      for (const row of rows) {
        const repeat = row['outcome'] === undefined ? undefined : playSwarmRun;
        const found =
          row['ending'] === 'crashed'
            ? CRASHED
            : await verifyRow(row, { plugins, provenance, signal, data, labels, repeat });
        if (signal.aborted) return EXIT.interrupted;
        judged.push({ row, found });
        if (!values.json) print(foundText(row, found));
      }
      const same = judged.filter(({ found }) => found.same).length;
      if (values.json) printJson({ rows: judged.map(asPrinted), same, notCompared: NOT_COMPARED });
      else
        print(
          `${same} of ${counted(rows.length, 'row')} ${same === 1 ? 'is' : 'are'} what the run gives; not compared: ${NOT_COMPARED.join(', ')}\n`,
        );
      return same === rows.length ? EXIT.done : EXIT.violated;
    });
  },
};

/** A run that ended its process would end this one too. */
const CRASHED: Verified = {
  same: false,
  differing: [],
  compared: 0,
  changed: ['not repeated: its process died'],
};

function asPrinted({ row, found }: { readonly row: Row; readonly found: Verified }): object {
  const { run, protocol, seed } = row;
  return { run, protocol, seed, ...found };
}

function foundText(row: Row, { differing, compared, changed }: Verified): string {
  const what =
    differing.length > 0
      ? `differs in ${differing.map(differingText).join(', ')}`
      : compared === 0
        ? 'not proven'
        : `the same in ${counted(compared, 'column')}`;
  const head = `${String(row['run']).slice(0, 12)} ${row['protocol']}, seed ${row['seed']}: ${what}`;
  return [head, ...changed.map((line) => `  ${line}`)].map((line) => `${line}\n`).join('');
}

function differingText({ column, kept, now }: Differing): string {
  return `${column} (${shortened(kept)}, now ${shortened(now)})`;
}

/** How much of a cell is shown: some hold a whole scenario. */
const MOST_CHARACTERS = 40;

function shortened(text: string): string {
  if (text === '') return 'nothing';
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text;
}
