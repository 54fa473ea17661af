/**
 * Where the scenario of a row lies: in files relative to the file's own folder, so that results do not depend on where they
 * were made from; in this program relative to where it runs.
 */

import { join, relative } from 'node:path';
import type { Row } from '../../run/tidy/rows.ts';

/** A row as it is written into a folder. */
export function placedIn<R extends Row>(folder: string, row: R): R {
  return withFile(row, (file) => relative(folder, file));
}

/** A row that was read from a folder. Those without a digest are of versions that wrote the path as it was given. */
export function readFrom<R extends Row>(folder: string, row: R): R {
  return row['digest'] === undefined ? row : withFile(row, (file) => join(folder, file));
}

function withFile<R extends Row>(row: R, placed: (file: string) => string): R {
  const { file } = row;
  return typeof file === 'string' && file !== '' ? { ...row, file: placed(file) } : row;
}
