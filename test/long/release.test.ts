/** Two releases of a commit, made in different folders, are the same bytes. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-releases-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The checksums of a release from a clone of its own, which are those of its files. */
function released(name: string): string {
  const clone = join(folder, name);
  execFileSync('git', ['clone', '--quiet', '.', clone]);
  // As installed: where a bundle finds a package is part of it, and a link leads elsewhere.
  execFileSync('cp', ['--archive', 'node_modules', join(clone, 'node_modules')]);
  const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as { version: string };
  const script = ['--import', 'tsx', 'scripts/release.ts', version, '--out', 'release'];
  execFileSync(process.execPath, script, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  const out = join(clone, 'release');
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: out });
  return readFileSync(join(out, 'SHA256SUMS'), 'utf8');
}

test('a release is the same bytes wherever it is made', { timeout: 1_200_000 }, () => {
  const sums = released('one');
  for (const file of ['.tgz', '.cdx.json', 'THIRD-PARTY.md', 'NOTES.md']) expect(sums).toContain(`${file}\n`);
  expect(released('another/folder')).toBe(sums);
});
