/** The build that `npm run build` makes, and whether it is that of the source as it stands. */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const PROGRAM = join(ROOT, 'dist/bin/cahoots.js');

/** `older` where a file of the source was changed after it was built. */
export function stateOfBuild(): 'missing' | 'older' | 'built' {
  const madeMs = statSync(PROGRAM, { throwIfNoEntry: false })?.mtimeMs;
  if (madeMs === undefined) return 'missing';
  const isOlder = ['src', 'actors', 'bin'].some((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).some(
      (file) => file.endsWith('.ts') && statSync(join(ROOT, folder, file)).mtimeMs > madeMs,
    ),
  );
  return isOlder ? 'older' : 'built';
}
