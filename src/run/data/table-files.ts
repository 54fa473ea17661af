/** Points from the tables in one file, or in several, one for each client. */

import { platform } from '#platform';
import { CahootsError } from '../../core/base/errors.ts';
import type { DataSet } from './data-set.ts';
import { readBytes } from './file.ts';
import { quote } from './quote.ts';
import type { LoadContext } from './source.ts';
import type { ReadableTable } from './table.ts';
import { pointsOfTable, type TableOptions, TablePoints } from './table-points.ts';

/** Exactly one of the two is needed. */
export interface TableFiles extends TableOptions {
  readonly file?: string | undefined;
  /** One for each client: a folder, a pattern with `*` in the name of files, or a list. */
  readonly files?: string | readonly string[] | undefined;
}

/**
 * The points of all files that the settings name.
 * @param endings of the files that are read in a folder
 * @param open reads a file
 * @throws CahootsError for mistakes in files or in the settings
 */
export function pointsOfFiles(
  { file, files, ...options }: TableFiles,
  { path, list }: LoadContext,
  endings: readonly string[],
  open: (bytes: Uint8Array, file: string) => ReadableTable,
): DataSet {
  const read = (name: string): ReadableTable => {
    const place = path(name);
    return open(readBytes(place), place);
  };
  if (file !== undefined && files === undefined) return pointsOfTable(read(file), options);
  if (files === undefined)
    throw wrong('file', 'expected a file, or files with one for each client, got neither');
  if (file !== undefined) throw wrong('files', 'expected either file or files, got both');
  if (options.client !== undefined) {
    const got = quote(options.client);
    throw wrong('client', `expected no column of clients where each file is a client's, got ${got}`);
  }
  const points = new TablePoints(options);
  for (const [client, name] of clientFiles(files, endings, list)) points.add(read(name), client);
  return points.dataSet();
}

/** The name of the file that each client holds, by the name that the file has without its ending. */
function clientFiles(
  files: string | readonly string[],
  endings: readonly string[],
  list: LoadContext['list'],
): ReadonlyMap<string, string> {
  const names = typeof files === 'string' ? matching(files, endings, list) : files;
  const byClient = new Map<string, string>();
  for (const name of names) {
    const client = platform.paths.basename(name).replace(/\.[^.]*$/, '');
    const other = byClient.get(client);
    if (other !== undefined)
      throw wrong('files', `expected files of different names, got ${quote(other)} and ${quote(name)}`);
    byClient.set(client, name);
  }
  return byClient;
}

function matching(files: string, endings: readonly string[], list: LoadContext['list']): readonly string[] {
  const { basename, dirname } = platform.paths;
  const isPattern = files.includes('*');
  const folder = isPattern ? dirname(files) : files;
  if (folder.includes('*')) throw wrong('files', `expected * only in the name of files, got ${quote(files)}`);
  const isWanted = (name: string): boolean =>
    isPattern
      ? isLike(name, basename(files))
      : endings.some((ending) => isLike(name.toLowerCase(), `*${ending}`));
  // In the same order on every machine.
  const found = list(folder)
    .filter((name) => isWanted(basename(name)))
    .toSorted();
  const expected = isPattern ? files : `${endings.map((ending) => `*${ending}`).join(' or ')} in ${folder}`;
  if (found.length === 0) throw wrong('files', `expected files ${expected}, got none`);
  return found;
}

/** Whether a name is of a pattern, in which a star stands for any text; a hidden file has to be named. */
function isLike(name: string, pattern: string): boolean {
  const [first, ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || (first === '' && name.startsWith('.'))) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length >= at + last.length && name.endsWith(last);
}

function wrong(setting: string, message: string): CahootsError {
  return new CahootsError('bad-input', message, { path: `data.${setting}` });
}
