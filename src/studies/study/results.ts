/** Results as a table asks for them: a folder that a sweep or a comparison wrote, or a file of rows. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CahootsError } from '../../base/errors.ts';
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
  if (!isSweepFolder(path)) {
    const file = rowsIn(path);
    // The runs of a comparison are told apart by the titles of their protocols.
    return { axes: file === path ? [] : ['title'], read: (columns) => readRows(file, columns) };
  }
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

/** The files that studies write; the first that exists is read. */
const NAMES = ['runs.csv', 'runs.jsonl', 'runs.parquet'];

/**
 * The file itself, or that with the runs which a study stored in a folder.
 * @throws CahootsError for a folder without one
 */
export function rowsIn(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return path;
  const found = NAMES.map((name) => join(path, name)).find((file) => isFile(file));
  if (found !== undefined) return found;
  throw new CahootsError('bad-input', `expected one of ${NAMES.join(', ')} in it, got none`, { file: path });
}
