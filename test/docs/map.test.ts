import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const rows = [...read('docs/map.md').matchAll(/^\| (.+?) \| (.+?) \| `(.+?)` \| `(.+?)` \|$/gm)].map(
  ([, paper, what, file, name]) => ({ paper, what, file, name }),
);

test('the map from the papers to the code has rows', () => {
  expect(rows.length).toBeGreaterThan(20);
});

test.each(rows)('$paper, $what, is in $file: $name', ({ file, name }) => {
  expect(read(file)).toMatch(new RegExp(String.raw`^export (function\*?|const|class) ${name}\b`, 'm'));
});
