import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { buildOf } from '../../../src/core/platform/node/build.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();
const url = (file: string): string => pathToFileURL(file).href;

test('the same code is told by the same text', () => {
  expect(buildOf([])).toMatch(/^[0-9a-f]{64}$/);
  expect(buildOf([])).toBe(buildOf([]));
});

test('a module from elsewhere counts with all that it imports by paths, and nothing beside it', () => {
  const helper = write('helper.mjs', 'export const one = 1;\n');
  const lazy = write('lazy.mjs', 'export default 1;\n');
  const module = write(
    'plugin.mjs',
    `import { one } from './helper.mjs';\nexport const lazy = () => import("./lazy.mjs");\n`,
  );
  const before = buildOf([url(module)]);
  expect(before).not.toBe(buildOf([]));
  write('beside.mjs', 'export const two = 2;\n');
  expect(buildOf([url(module)])).toBe(before);
  for (const file of [helper, lazy, module]) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text}// changed\n`);
    expect(buildOf([url(module)])).not.toBe(before);
    writeFileSync(file, text);
  }
  expect(buildOf([url(module)])).toBe(before);
});

test('a program that plays a party counts with what it imports from beside it', () => {
  const helper = write('sums.py', 'one = 1\n');
  const program = write('client.py', 'import numpy\nfrom sums import one\n');
  const module = write(
    'parties.mjs',
    `export const client = program(import.meta.url, ['python3', 'client.py', '--fast'], { messages: [] });\n`,
  );
  const before = buildOf([url(module)]);
  for (const file of [helper, program]) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text}# changed\n`);
    expect(buildOf([url(module)])).not.toBe(before);
    writeFileSync(file, text);
  }
  expect(buildOf([url(module)])).toBe(before);
});

test('modules that import each other come to an end', () => {
  const one = write('one.mjs', `import './two.mjs';\n`);
  write('two.mjs', `import './one.mjs';\nimport './gone.mjs';\n`);
  expect(buildOf([url(one)])).toMatch(/^[0-9a-f]{64}$/);
});

test('any change of the code of Cahoots is another build', async () => {
  const copy = join(dirname(write('beside', '')), 'copy');
  mkdirSync(copy);
  const root = new URL('../../../', import.meta.url);
  for (const name of ['src', 'actors', 'python', 'package.json', 'node_modules']) {
    if (name === 'node_modules') continue;
    cpSync(new URL(name, root), join(copy, name), { recursive: true });
  }
  const { buildOf: copied } = (await import(url(join(copy, 'src/core/platform/node/build.ts')))) as {
    buildOf: typeof buildOf;
  };
  const before = copied([]);
  for (const name of [
    'src/core/math/cluster/accuracy.ts',
    'actors/index.ts',
    'python/cahoots.py',
    'package.json',
  ]) {
    const text = readFileSync(join(copy, name), 'utf8');
    writeFileSync(join(copy, name), `${text} `);
    expect(copied([])).not.toBe(before);
    writeFileSync(join(copy, name), text);
  }
  expect(copied([])).toBe(before);
});
