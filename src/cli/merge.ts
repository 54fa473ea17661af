/** `cahoots merge`: combines the parts of a sweep. */

import { CahootsError } from '../core/base/errors.ts';
import { mergeSweeps } from '../studies/batch/merge.ts';
import { counted } from '../run/report/format.ts';
import type { Action } from './command.ts';
import type { MergeFlags } from './commands/merge.ts';
import { EXIT } from './exit-codes.ts';
import { print, printJson } from './print.ts';

export const mergeCommand: Action<MergeFlags> = {
  async run({ files, values: { out, json } }) {
    if (out === undefined)
      throw new CahootsError('bad-input', 'expected a folder to write to, got none', { path: '--out' });
    const { runs } = await mergeSweeps(files, out);
    if (json) printJson({ runs, parts: files.length, out });
    else print(`${counted(runs, 'run')} of ${counted(files.length, 'part')} in ${out}\n`);
    return EXIT.done;
  },
};
