/**
 * How the names of data files in a scenario are resolved: anywhere for the user's own scenario, only below a
 * folder for a foreign one.
 */

import { platform } from '#platform';
import { CahootsError } from '../../core/base/errors.ts';
import { explain, wrongFile } from '../data/file.ts';

const { realPath, stat } = platform.files;
const { isAbsolute, join, relative, resolve, sep } = platform.paths;

/** The absolute path of a file, from its name in a scenario. */
export type FindFile = (name: string) => string;

/**
 * A file's name relative to the place of the folder's name: the same text on every machine that is given both
 * names.
 */
export function nameFrom(folder: string, name: string): string {
  return isAbsolute(name) ? name : join(folder, name);
}

/** Relative to a folder, but anywhere. */
export function filesFrom(folder: string): FindFile {
  return (name) => resolve(folder, name);
}

/**
 * Below a folder and nowhere else, even through links: a foreign scenario can see nothing else, so steps
 * above the folder stay in it, as at the root of a file system. Throws `bad-input` for all other files.
 */
export function filesBelow(folder: string): FindFile {
  return (name) => {
    const path = isAbsolute(name) ? resolve(name) : join(resolve(folder), join(sep, name));
    const refuse = (message: string): CahootsError => new NotFound('bad-input', message, { file: path });
    const elsewhere = `expected a data file below ${resolve(folder)}, got another`;
    // Checked first, so that nothing is revealed about other places.
    if (!isBelow(resolve(folder), path)) throw refuse(elsewhere);
    let real: string;
    try {
      real = realPath(path);
      if (!isBelow(realPath(folder), real)) throw refuse(elsewhere);
      if (!stat(real).isFile()) throw refuse('expected a readable file, got none that is regular');
    } catch (error) {
      if (error instanceof CahootsError) throw error;
      throw refuse(`expected a readable file, got ${explain(error)}`);
    }
    return real;
  };
}

/** A file that may not be read at all. */
class NotFound extends CahootsError {}

/** An error about the content of a foreign scenario's file, without quoting it: it may not be data at all. */
export function withoutContent(error: CahootsError): CahootsError {
  const { file } = error.place;
  if (file === undefined || error instanceof NotFound) return error;
  return wrongFile(file, 'expected the data that the trace was made from, got something else');
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
