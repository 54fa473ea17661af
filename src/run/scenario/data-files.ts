/**
 * How the names of data files in a scenario are resolved: anywhere for the user's own scenario, only below a
 * folder for a foreign one.
 */

import { platform } from '#platform';
import { CahootsError } from '../../core/base/errors.ts';
import { explain, isFile, wrongFile } from '../data/file.ts';

const { list, realPath, stat } = platform.files;
const { basename, dirname, isAbsolute, join, relative, resolve, sep } = platform.paths;

/** The absolute path of a file, from its name in a scenario. */
export type FindFile = (name: string) => string;

/** The names of the files in a folder, from its name in a scenario: each begins with it. */
export type ListFiles = (folder: string) => readonly string[];

/** How a scenario finds files. */
export interface DataFiles {
  readonly find: FindFile;
  readonly list: ListFiles;
}

/** The actual path of a file that may be elsewhere, given its name. */
export interface Locate {
  (name: string): string;
  /** All names that there are; absent: whatever is in the file system. */
  readonly names?: readonly string[];
}

/** The files that were read for a scenario, by their names in it. */
export interface FilesRead {
  /** Data, starts, device profiles, measured links, availability, and what sources of plugins read. */
  readonly all: readonly string[];
  /** Those that the scenario's plain values still name. */
  readonly named: readonly string[];
}

/** Notes the name of every file that is looked for. */
export function noting(find: FindFile, names: Set<string>): FindFile {
  return (name) => {
    names.add(name);
    return find(name);
  };
}

/**
 * A file's name relative to the place of the folder's name: the same text on every machine that is given both
 * names.
 */
export function nameFrom(folder: string, name: string): string {
  return isAbsolute(name) ? name : join(folder, name);
}

/** Relative to a folder, but anywhere. */
export function filesFrom(folder: string): DataFiles {
  return { find: (name) => resolve(folder, name), list: (name) => filesIn(resolve(folder, name), name) };
}

/** Where something else says. */
export function filesAt(folder: string, locate: Locate): DataFiles {
  const { names } = locate;
  return {
    find: (name) => locate(nameFrom(folder, name)),
    list(name) {
      const above = nameFrom(folder, name);
      if (names === undefined) return filesIn(locate(above), name);
      return names.filter((file) => dirname(file) === join(above)).map((file) => join(name, basename(file)));
    },
  };
}

/**
 * The names of the regular files in a directory.
 * @param name of the directory, with which they begin
 * @throws CahootsError if there is no such directory
 */
export function filesIn(path: string, name: string): readonly string[] {
  try {
    return list(path)
      .filter((file) => isFile(join(path, file)))
      .map((file) => join(name, file));
  } catch (error) {
    throw wrongFile(path, `expected a folder, got ${explain(error)}`);
  }
}

/**
 * Below a folder and nowhere else, even through links: a foreign scenario can see nothing else, so steps
 * above the folder stay in it, as at the root of a file system. Throws `bad-input` for all other files.
 */
export function filesBelow(folder: string): DataFiles {
  const top = resolve(folder);
  return {
    find(name) {
      const [path, real] = placeBelow(top, name, 'a readable file');
      if (stat(real).isFile()) return real;
      throw new NotFound('bad-input', 'expected a readable file, got none that is regular', { file: path });
    },
    list: (name) => filesIn(placeBelow(top, name, 'a folder')[1], name),
  };
}

/** The path below a folder, or of the folder, that a name means, and the same without links. */
function placeBelow(top: string, name: string, expected: string): readonly [path: string, real: string] {
  const path = isAbsolute(name) ? resolve(name) : join(top, join(sep, name));
  const refuse = (message: string): CahootsError => new NotFound('bad-input', message, { file: path });
  const elsewhere = `expected a data file below ${top}, got another`;
  // Checked first, so that nothing is revealed about other places.
  if (!isWithin(top, path)) throw refuse(elsewhere);
  try {
    const real = realPath(path);
    if (!isWithin(realPath(top), real)) throw refuse(elsewhere);
    return [path, real];
  } catch (error) {
    if (error instanceof CahootsError) throw error;
    throw refuse(`expected ${expected}, got ${explain(error)}`);
  }
}

/** A file that may not be read at all. */
class NotFound extends CahootsError {}

/** An error about the content of a foreign scenario's file, without quoting it: it may not be data at all. */
export function withoutContent(error: CahootsError): CahootsError {
  const { file } = error.place;
  if (file === undefined || error instanceof NotFound) return error;
  return wrongFile(file, 'expected the data that the trace was made from, got something else');
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
