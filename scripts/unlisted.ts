/**
 * Part of `npm run typecheck`: a file in a folder whose files are listed elsewhere, one line each, has no effect if
 * its line is missing, which the compiler does not notice.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('..', import.meta.url));

/** Folders, and the file that lists the files in each. */
export const LISTS: Readonly<Record<string, string>> = {
  'src/run/fault/kinds': 'src/run/fault/kinds.ts',
  'src/run/data/sources': 'src/run/data/sources/list.ts',
  'src/output/figure/kinds': 'src/output/figure/kinds.ts',
  'src/cli/commands': 'src/cli/commands/index.ts',
};

/** A message in the compiler's style for each file whose line is missing. */
export function unlisted(
  files: (folder: string) => readonly string[],
  read: (file: string) => string,
): string[] {
  return Object.entries(LISTS).flatMap(([folder, list]) => {
    const text = read(list);
    return files(folder)
      .filter((file) => file !== list)
      .filter((file) => {
        const path = relative(dirname(list), file);
        return !text.includes(`from '${path.startsWith('.') ? path : `./${path}`}'`);
      })
      .map((file) => `${file}: expected a line for ${basename(file, '.ts')} in ${list}, got none`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = unlisted(
    (folder) => readdirSync(join(TOP, folder)).map((file) => `${folder}/${file}`),
    (file) => readFileSync(join(TOP, file), 'utf8'),
  );
  for (const line of missing) process.stderr.write(`${line}\n`);
  process.exitCode = missing.length > 0 ? 1 : 0;
}
