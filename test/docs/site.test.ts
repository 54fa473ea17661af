/** The documentation as a site: links lead somewhere, and it builds where its own packages are installed. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { site } from '../../scripts/site.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const installed = existsSync(`${root}/site/node_modules/vitepress`);

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

test.skipIf(!installed)(
  `the site builds, programming interface and all${installed ? '' : ' (skipped: npm ci --prefix site)'}`,
  { timeout: 400_000 },
  () => {
    const built = spawnSync('npm', ['run', '--silent', 'site'], { cwd: root, encoding: 'utf8' });
    expect(built.stderr).not.toMatch(/error|dead link/i);
    expect(built.status).toBe(0);
    for (const page of [
      'index',
      'docs/reference',
      'docs/course/1-first-run',
      'api/cahoots/field',
      'scenarios/mufc.yaml',
    ])
      expect(existsSync(`${root}/site/dist/${page}.html`)).toBe(true);
    expect(readFileSync(`${root}/site/dist/api/cahoots/field.html`, 'utf8')).toContain('integerVector');
  },
);
