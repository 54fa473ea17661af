/** `cahoots export`: the tables of a run, or of a study, as files of another format. */

import { dirname, join } from 'node:path';
import { CahootsError } from '../base/errors.ts';
import { makeDirectory, replaceWhole } from '../data/write.ts';
import { tableAs } from '../results/format.ts';
import { type Tables, tablesOfTrace } from '../results/of-trace.ts';
import { readRows } from '../results/read.ts';
import type { Action } from './command.ts';
import type { ExportFlags } from './commands/export.ts';
import { EXIT } from './exit-codes.ts';
import { isTrace, readTrace } from './trace-file.ts';

export const exportCommand: Action<ExportFlags> = {
  async run({ files: [file], values, plugins }) {
    const { out = dirname(file), format = 'csv', table } = values;
    const { tables, problem } = isTrace(file)
      ? tablesOfTrace(file, readTrace(file), plugins)
      : { tables: { runs: await readRows(file) } as Partial<Tables>, problem: undefined };
    const names = Object.keys(tables) as (keyof Tables)[];
    const unknown = table?.find((name) => !names.includes(name as keyof Tables));
    if (unknown !== undefined) {
      const message = `expected one of ${names.join(', ')}, got ${unknown}`;
      throw new CahootsError('bad-input', message, { path: '--table' });
    }
    makeDirectory(out);
    for (const name of names) {
      const rows = tables[name] ?? [];
      if ((table !== undefined && !table.includes(name)) || rows.length === 0) continue;
      const path = join(out, `${name}.${format}`);
      // Where it stands already, it is what is exported.
      if (path === file)
        throw new CahootsError('bad-input', 'expected another --format or --out, got the file itself', {
          path: '--out',
        });
      replaceWhole(path, await tableAs(rows, format));
      process.stdout.write(`${path}: ${rows.length} rows\n`);
    }
    if (problem !== undefined) throw problem;
    return EXIT.done;
  },
};
