/** Results as a table asks for them: a folder that a sweep wrote, or a file of rows. */

import { join } from 'node:path';
import { isFile, wrongFile } from '../../data/file.ts';
import { readRows } from '../../results/tidy/read.ts';
import type { Row } from '../../results/tidy/rows.ts';
import { MEASURED } from '../../results/tidy/run-row.ts';
import { isSweepFolder, MEASURES, readAbout, ROWS } from './sweep-folder.ts';

export interface Results {
  /** What was varied; nothing where nobody knows. */
  readonly axes: readonly string[];
  /** @param columns absent: all */
  readonly read: (columns?: readonly string[]) => Promise<Row[]>;
}

/** @throws CahootsError where there are none, or they are not complete */
export function resultsAt(path: string): Results {
  if (!isSweepFolder(path)) return { axes: [], read: (columns) => readRows(path, columns) };
  const { axes, complete } = readAbout(path);
  if (complete === undefined || !isFile(join(path, ROWS))) {
    throw wrongFile(
      path,
      'expected a sweep that is complete, got one that was stopped: the same command goes on with it',
    );
  }
  return {
    axes,
    async read(columns) {
      const rows = await readRows(join(path, ROWS), columns);
      if (columns !== undefined && !columns.some((column) => MEASURED.some((one) => one === column)))
        return rows;
      const measured = await readRows(join(path, MEASURES), columns);
      return rows.map((row, at) => ({ ...row, ...measured[at] }));
    },
  };
}
