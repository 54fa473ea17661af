import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { provenanceOf } from '../../../src/studies/tables/provenance.ts';

const TOP = fileURLToPath(new URL('../../..', import.meta.url));

test('results name the commit of the repository that the program lies in, if that is its own', () => {
  const { commit, cahoots } = provenanceOf([]);
  expect(cahoots).toMatch(/^\d+\.\d+\.\d+/);
  const head = existsSync(`${TOP}.git`)
    ? execFileSync('git', ['-C', TOP, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
    : undefined;
  expect(commit?.replace(/, changed$/, '')).toBe(head);
});
