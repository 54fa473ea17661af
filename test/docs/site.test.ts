/** The documentation as a site: every document has its place there, and links lead somewhere. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { site } from '../../scripts/site.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('no document points to what is not there', () => {
  expect(site().broken).toEqual([]);
});

test('no page shows notes to whoever edits its document', () => {
  expect([...site().pages].filter(([, text]) => /^<!--/m.test(text)).map(([path]) => path)).toEqual([]);
});

test('what the list beside the pages names is a page', () => {
  const config = readFileSync(`${root}/site/.vitepress/config.js`, 'utf8');
  const named = [...config.matchAll(/page\('[^']+', '([^']+)'\)/g)].map(([, link = '']) => link);
  const pages = new Set([...site().pages.keys()].map((path) => `/${path.replace(/(?:index)?\.md$/, '')}`));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((link) => !pages.has(link))).toEqual(['/api/', '/api/']);
});

test('every document has a place in that list', () => {
  const config = readFileSync(`${root}/site/.vitepress/config.js`, 'utf8');
  const documents = [...site().pages.keys()].filter(
    (path) => /^docs\/.*\.md$/.test(path) && !path.includes('.svg'),
  );
  expect(documents.filter((path) => !config.includes(`'/${path.replace(/\.md$/, '')}'`))).toEqual([]);
});
