/** `cahoots verify`: whether the runs of a results file still give the same hashes, and if not, why. */

import { dirname } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { provenanceOf } from '../studies/tables/provenance.ts';
import { verifyRow } from '../run/tidy/verify.ts';
import { isJournalOfSweep } from '../studies/batch/sweep-folder.ts';
import type { Action } from './command.ts';
import type { VerifyFlags } from './commands/verify.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { tableIn } from './table-files.ts';
import { counted } from '../run/report/format.ts';

export const verifyCommand: Action<VerifyFlags> = {
  async run({ files: [file], values, plugins }) {
    const { run: key = '', data } = values;
    const all = await tableIn(isJournalOfSweep(file) ? dirname(file) : file);
    const rows = all.filter(({ run }) => String(run ?? '').startsWith(key));
    if (rows.length === 0) {
      const message = `expected the key of one of ${all.length} runs, got ${key === '' ? 'a file without any' : key}`;
      throw new CahootsError('bad-input', message, { path: '--run' });
    }
    const provenance = provenanceOf(plugins.map(({ module }) => module));
    return interruptible(async (signal) => {
      let same = 0;
      for (const row of rows) {
        const found = await verifyRow(row, { plugins, provenance, signal, data });
        if (signal.aborted) return EXIT.interrupted;
        if (found.same) same++;
        const what = found.same
          ? 'the same hash'
          : `another hash, ${found.hash ?? 'none'}, not ${row['hash']}`;
        process.stdout.write(
          `${String(row['run']).slice(0, 12)} ${row['protocol']}, seed ${row['seed']}: ${what}\n${found.changed
            .map((line) => `  ${line}\n`)
            .join('')}`,
        );
      }
      process.stdout.write(`${same} of ${counted(rows.length, 'run')} gave the same hash\n`);
      return same === rows.length ? EXIT.done : EXIT.violated;
    });
  },
};
