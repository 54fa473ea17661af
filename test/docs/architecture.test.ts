/** The files that the pages on the architecture name are there. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `engine/` stands for `src/core/engine/`. */
const PLACES = ['', 'src/core/'];

/** The page of parts is made from their list, which has a test of its own. */
const internals = readdirSync(`${root}docs/internals`)
  .filter((name) => name !== 'parts.md')
  .map((name) => `docs/internals/${name}`);

test.each(['ARCHITECTURE.md', ...internals])('every file and folder that %s names is there', (page) => {
  const named = [...readFileSync(root + page, 'utf8').matchAll(/`([\w-]+(?:\/[\w.-]*)+)`/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !PLACES.some((place) => existsSync(root + place + name)))).toEqual([]);
});

test('the architecture is one page', () => {
  const words = readFileSync(`${root}ARCHITECTURE.md`, 'utf8').split(/\s+/).length;
  expect(words).toBeLessThan(1200);
});
