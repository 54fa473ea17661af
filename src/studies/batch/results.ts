/** Results for a table, from a folder written by a sweep or comparison, or from a file of rows. */

import { statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { CahootsError } from '../../core/base/errors.ts';
import { isFile, wrongFile } from '../../run/data/file.ts';
import type { FigureTable } from '../../run/figures/table.ts';
import { figuresBeside } from '../tables/figure-files.ts';
import { digestOfFile } from '../tables/line-file.ts';
import { readRows } from '../tables/read.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { counted } from '../../run/report/format.ts';
import { checked, MEASURED } from '../../run/tidy/digest.ts';
import { readFrom } from '../tables/placed.ts';
import { runsOf } from './shard.ts';
import { isSweepFolder, MEASURES, readAbout, ROWS } from './sweep-folder.ts';

export interface Results {
  /** What was varied; empty if unknown. */
  readonly axes: readonly string[];
  /** @param columns absent: all */
  readonly read: (columns?: readonly string[]) => Promise<Row[]>;
  /** What columns mean, as stored beside the rows; undefined if it is not stored. */
  readonly figures: () => Promise<FigureTable | undefined>;
}

/**
 * The runs of a study, and the columns that distinguish them, from its folder or a file of rows.
 * @throws CahootsError if there are none, or they are incomplete
 */
export function resultsAt(path: string): Results {
  if (!isSweepFolder(path)) {
    const file = rowsIn(path);
    // The runs of a comparison are distinguished by the titles of their protocols, which its journal lacks.
    const apart = extname(file) === '.jsonl' ? 'protocol' : 'title';
    return {
      axes: file === path ? [] : [apart],
      async read() {
        const rows = await readRows(file);
        if (rows.length === 0) throw wrongFile(file, 'expected the rows of runs, got none');
        return rows.map((row) => readFrom(dirname(file), checked(row)));
      },
      figures: () => figuresBeside(file),
    };
  }
  const { axes, complete, part, runs } = readAbout(path);
  if (complete === undefined || !isFile(join(path, ROWS))) {
    throw wrongFile(
      path,
      'expected a complete sweep, got one that was interrupted: run the same command again to resume it',
    );
  }
  return {
    axes,
    figures: () => figuresBeside(join(path, ROWS)),
    async read(columns) {
      const file = join(path, ROWS);
      // A digest for each row is only needed if the one over all is wrong.
      const found =
        digestOfFile(file) === complete.rows
          ? await readRows(file, columns)
          : (await readRows(file)).map(checked);
      const expected = runsOf(part, runs).length;
      if (found.length !== expected)
        throw wrongFile(file, `expected the rows of ${counted(expected, 'run')}, got ${found.length}`);
      const rows = found.map((row) => readFrom(path, row));
      if (columns !== undefined && !columns.some((column) => MEASURED.some((one) => one === column)))
        return rows;
      const measured = await readRows(join(path, MEASURES), columns);
      return rows.map((row, at) => ({ ...row, ...measured[at] }));
    },
  };
}

/** The files that batches write. The first one that exists is read. */
const NAMES = ['runs.csv', 'runs.jsonl', 'runs.parquet'];

/**
 * The file itself, or the file with a batch's runs in this folder.
 * @throws CahootsError for a folder without one
 */
export function rowsIn(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return path;
  const found = NAMES.map((name) => join(path, name)).find((file) => isFile(file));
  if (found !== undefined) return found;
  throw new CahootsError('bad-input', `expected one of ${NAMES.join(', ')} in it, got none`, { file: path });
}
