/** Packs that inflate to more than they say, or than there may be: how much memory they take before they are refused. */

import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { MOST_PACK_BYTES } from '../../src/output/export/pack.ts';
import { PROGRAM } from '../support/built.ts';
import { ended } from '../support/program.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { packBomb } from '../support/zip-bomb.ts';

const write = temporaryFiles();
const LARGEST_KB = 'process.on("exit",()=>console.error("largest",process.resourceUsage().maxRSS))';

/** What `cahoots report` says of a file, and the most memory that its process had. */
async function reported(file: string): Promise<{ code: number | null; stderr: string; mostBytes: number }> {
  const child = spawn(process.execPath, [
    '--import',
    `data:text/javascript,${LARGEST_KB}`,
    PROGRAM,
    'report',
    file,
  ]);
  const { code, stderr } = await ended(child);
  return { code, stderr, mostBytes: 1024 * Number(/largest (\d+)/.exec(stderr)?.[1]) };
}

const LARGEST = MOST_PACK_BYTES - 2 ** 24;

test.each([
  ['of the largest size', { bytes: LARGEST }, 'expected the trace that was packed, got a different one', 2],
  ['of three times that', { bytes: 3 * LARGEST }, 'too large: its files have more than', 0.1],
  [
    'of three times that, which says 1 kB',
    { bytes: 3 * LARGEST, declared: 1000 },
    'does not have the size',
    0.1,
  ],
])('a pack %s takes no more memory than that', { timeout: 60_000 }, async (_, bomb, message, most) => {
  const small = await reported(write('small.zip', packBomb({ bytes: 0 })));
  const large = await reported(write('large.zip', packBomb(bomb)));
  for (const { code } of [small, large]) expect(code).toBe(2);
  expect(large.stderr).toContain(message);
  expect((large.mostBytes - small.mostBytes) / MOST_PACK_BYTES).toBeLessThan(most);
});
