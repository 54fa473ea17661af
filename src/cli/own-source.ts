/** What a command writes never takes the place of what it was made from, which could not be made again. */

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { visible } from '../core/base/visible.ts';
import { rowsIn } from '../studies/batch/results.ts';
import { isSweepFolder, MEASURES, ROWS } from '../studies/batch/sweep-folder.ts';

/**
 * Refuses a file to write to that is one of those read, whatever path leads to it.
 * @param sources files, or folders of studies
 * @param flag that names the file
 * @throws CahootsError if it is one of them
 */
export function refuseOwnSource(out: string, sources: readonly string[], flag: string): void {
  const place = placeOf(out);
  if (place === undefined || !sources.flatMap(filesAt).some((file) => placeOf(file) === place)) return;
  const message = `expected another file than those that are read, got ${visible(out)}`;
  throw new CahootsError('bad-input', message, { path: flag });
}

/** The files that are read of a study's folder; a file is read itself. */
function filesAt(source: string): readonly string[] {
  return isSweepFolder(source) ? [ROWS, MEASURES].map((name) => join(source, name)) : [rowsIn(source)];
}

/** Where a file is; undefined if there is none that could be lost. */
function placeOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
