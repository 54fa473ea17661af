/**
 * The trace of every scenario that comes with Cahoots is pinned: the same on any machine, with any number of threads.
 * A hash changes only with what is meant to change a scenario or what happens in it; its new value then goes into the table.
 */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as protocols from '../actors/index.ts';
import { run } from '../src/run.ts';
import { loadScenario } from '../src/scenario/load.ts';

const GOLDEN: Readonly<Record<string, string>> = {
  'lloyd.yaml': 'fff122626c479c2f0de70843d8c05cc6562856c4585f434db331694199d669f6',
  'quickstart.yaml': 'c2a97473d38cf01482cab52b0e91730393484d2400f794f33738e9d807d2be8e',
  'reveal.yaml': '7a2d316a83a2cedf97647b7da3d3c89886dcf7fa2dfa1f2611d8bb26ca3e5bdd',
  'segments.yaml': 'f26cd57ac38042feb18146380f3ccd81b0c506f4438a7c68d57d285a8f2407cd',
};

const folder = fileURLToPath(new URL('../scenarios/', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.yaml'))
  .toSorted();

test.each(files)(
  '%s gives its golden trace, twice and on 0, 1, 2 and 4 threads',
  { timeout: 120_000 },
  async (file) => {
    const hashes: string[] = [];
    for (const threads of [0, 0, 1, 2, 4]) {
      const { hash, ending } = await run(loadScenario(folder + file, { protocols }), { protocols, threads });
      hashes.push(hash ?? ending);
    }
    expect(hashes).toEqual(Array.from({ length: 5 }, () => hashes[0]));
    if (GOLDEN[file] === undefined) {
      throw new Error(`${file} has no golden hash: add '${file}': '${hashes[0]}' to the table in this test`);
    }
    expect(hashes[0]).toBe(GOLDEN[file]);
  },
);

test('every golden hash is that of a scenario', () => {
  expect(Object.keys(GOLDEN)).toEqual(files.filter((file) => file in GOLDEN));
});
