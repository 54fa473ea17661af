/** Where Node.js may keep compiled code, the program has it do so; where not, it runs as well. */

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/build.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-compiled-'));
const compiled = join(folder, '.compiled');
beforeAll(() => {
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const help = (): string =>
  execFileSync(process.execPath, [join(folder, 'dist/bin/cahoots.js'), '--help'], { encoding: 'utf8' });

test('compiled code lies beside the program, if this Node.js keeps any', () => {
  const said = help();
  expect(existsSync(compiled)).toBe('enableCompileCache' in module);
  expect(help()).toBe(said);
});

test('a folder that cannot be written changes nothing', () => {
  const said = help();
  rmSync(compiled, { recursive: true, force: true });
  writeFileSync(compiled, '');
  expect(help()).toBe(said);
});
