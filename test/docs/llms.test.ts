/** llms.txt, the index of the documents for programs. */

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INDEX, llms } from '../../scripts/llms.ts';
import { site, siteIndex } from '../../scripts/site.ts';

const linksIn = (text: string): string[] =>
  [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link]) => link);

test('is what the documents say; npm run docs makes it', () => {
  expect(readFileSync(INDEX, 'utf8')).toBe(llms());
});

test('links to documents that come with the package, to each once', () => {
  const links = linksIn(llms());
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly files: readonly string[] };
  expect(files).toContain('/llms.txt');
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
  expect(links.filter((link) => !files.some((own) => link === own || link.startsWith(`${own}/`)))).toEqual(
    [],
  );
  expect(new Set(links).size).toBe(links.length);
});

test('links on the site to pages of it, to every document among them', () => {
  const pages = [...site().pages.keys()].map((path) => `/${path.replace(/\.md$/, '.html')}`);
  const links = linksIn(siteIndex());
  expect(links.filter((link) => !pages.includes(link))).toEqual([]);
  const documents = pages.filter((page) => /^\/docs\/[^.]*\.html$/.test(page));
  expect(documents.filter((page) => !links.includes(page))).toEqual([]);
});

test('says of each document what it is about, in whole words of its own', () => {
  const lines = llms()
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(lines.length).toBeGreaterThan(30);
  for (const line of lines) {
    expect(line.split('`').length % 2).toBe(1);
    expect(line).toMatch(/\)(?:: .*[a-z)`]\.)?$/i);
    expect(line.length).toBeLessThan(400);
  }
});
