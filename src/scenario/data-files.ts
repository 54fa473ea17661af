/** Where the data files that a scenario names lie: those of a user's own wherever it says, those of a foreign one below a folder. */

import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CahootsError } from '../base/errors.ts';
import { explain, wrongFile } from '../data/file.ts';

/** The absolute path of a file by its name in a scenario. */
export type FindFile = (name: string) => string;

/** A file's name from where the folder's is: the same text for the same file on every machine that is told both. */
export function nameFrom(folder: string, name: string): string {
  return isAbsolute(name) ? name : join(folder, name);
}

/** Relative to a folder, and anywhere. */
export function filesFrom(folder: string): FindFile {
  return (name) => resolve(folder, name);
}

/**
 * Below a folder and nowhere else, whatever links there are in it: it is all that a foreign scenario can see, so steps above
 * it stay in it, as at the root of a file system. Finding throws `bad-input` for all other files.
 */
export function filesBelow(folder: string): FindFile {
  return (name) => {
    const path = isAbsolute(name) ? resolve(name) : join(resolve(folder), join(sep, name));
    const refuse = (message: string): CahootsError => new NotFound('bad-input', message, { file: path });
    const elsewhere = `expected a data file below ${resolve(folder)}, got another`;
    // Asked first: what there is elsewhere is none of its business.
    if (!isBelow(resolve(folder), path)) throw refuse(elsewhere);
    let real: string;
    try {
      real = realpathSync(path);
      if (!isBelow(realpathSync(folder), real)) throw refuse(elsewhere);
      if (!statSync(real).isFile()) throw refuse('expected a readable file, got none that is regular');
    } catch (error) {
      if (error instanceof CahootsError) throw error;
      throw refuse(`expected a readable file, got ${explain(error)}`);
    }
    return real;
  };
}

/** A file that may not be read at all. */
class NotFound extends CahootsError {}

/** An error about what is in a foreign scenario's file, without what is in it: nobody said that it was data. */
export function withoutContent(error: CahootsError): CahootsError {
  const { file } = error.place;
  if (file === undefined || error instanceof NotFound) return error;
  return wrongFile(file, 'expected the data that the trace was made from, got something else');
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
