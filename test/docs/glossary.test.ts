import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const top = (file: string): URL => new URL(`../../${file}`, import.meta.url);
const glossary = readFileSync(top('docs/glossary.md'), 'utf8');
const [, own] = glossary.split('## Our own');
const entries = [...own.matchAll(/^- \*\*(.+?)\*\*.*(?:\n {2}.*)*/gm)].map(([text, term]) => ({
  term,
  text,
}));
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|actors|bin)\/[\w/.-]+)`/g)].map(([, file]) => file);

test('every file that the glossary names exists', () => {
  expect(filesIn(glossary).length).toBeGreaterThan(20);
  expect(filesIn(glossary).filter((file) => !existsSync(top(file)))).toEqual([]);
});

test('at most twenty terms are our own, in order of the alphabet', () => {
  const terms = entries.map(({ term }) => term);
  expect(terms.length).toBeGreaterThan(0);
  expect(terms.length).toBeLessThanOrEqual(20);
  expect(terms).toEqual(terms.toSorted((a, b) => a.localeCompare(b, 'en')));
});

test.each(entries)('$term names a file that uses it', ({ term, text }) => {
  const words = new RegExp(term.replaceAll(/\W+/g, '[\\s\\S]?').replace(/(vector|record)$/, ''), 'i');
  const files = filesIn(text);
  expect(files.length).toBeGreaterThan(0);
  expect(files.some((file) => words.test(`${file} ${readFileSync(top(file), 'utf8')}`))).toBe(true);
});
