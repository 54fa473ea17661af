/** The page about parties in Python shows the example as it is, and what it prints. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { comparable, OF_PYTHON, workspace } from '../../scripts/transcripts.ts';
import { hasNumpy, NUMPY } from '../support/python.ts';

const page = readFileSync(OF_PYTHON, 'utf8');

test('the page shows lines of the example', () => {
  const blocks = [...page.matchAll(/```(python|ts)\n([\s\S]*?)```/g)];
  expect(blocks.map(([, language]) => language)).toEqual(['python', 'ts']);
  for (const [, language, code] of blocks) {
    const file = language === 'python' ? 'lloyd.py' : 'plugin.ts';
    const example = readFileSync(new URL(`../../examples/python/${file}`, import.meta.url), 'utf8');
    expect(example).toContain(code);
  }
});

test.skipIf(!hasNumpy)(`the page prints what stands there (${NUMPY})`, { timeout: 180_000 }, () => {
  const place = workspace();
  const { commands } = place.play(page);
  place.remove();
  expect(commands.map(({ command, printed }) => [command, comparable(printed)])).toEqual(
    commands.map(({ command, written }) => [command, comparable(written)]),
  );
  const hashes = commands.flatMap(({ printed }) => /trace hash +(\w+)/.exec(printed)?.[1] ?? []);
  expect(hashes).toHaveLength(3);
  expect(new Set(hashes).size).toBe(1);
});
