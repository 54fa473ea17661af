/** The documentation as a site, built: programming interface and all, where its own packages are installed. */

import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';
import { site } from '../../scripts/site.ts';
import { barriersOn } from '../support/accessible.ts';
import { BROWSERS, openChromium } from '../support/browsers.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const installed = existsSync(`${root}/site/node_modules/vitepress`);

/** Links of the built pages to pages or anchors that are not there, and how many links there are. */
function linksOf(dist: string): { readonly count: number; readonly broken: readonly string[] } {
  const plain = (text: string): string => decodeURIComponent(text.replaceAll('&amp;', '&'));
  const texts = new Map(
    readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html') && !file.startsWith('try/'))
      .map((file) => [file, readFileSync(join(dist, file), 'utf8')]),
  );
  const anchors = new Map(
    [...texts].map(([file, text]) => [
      file,
      new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  const isFile = (path: string): boolean =>
    statSync(join(dist, path), { throwIfNoEntry: false })?.isFile() === true;
  const links = [...texts].flatMap(([from, text]) =>
    [...text.matchAll(/<a\b[^>]*?\shref="(?![a-z]+:)([^"#]*)(?:#([^"]*))?"/g)].map(([, path, anchor]) => {
      const at = path.startsWith('/') ? path.slice(1) : join(dirname(from), path);
      const page = path === '' ? from : at === '' || at.endsWith('/') ? `${at}index.html` : at;
      return {
        from,
        path,
        anchor,
        to: [page, `${page}.html`, join(page, 'index.html')].map(plain).find(isFile),
      };
    }),
  );
  const broken = links.filter(
    ({ to, anchor }) =>
      to === undefined ||
      (anchor !== undefined && !to.startsWith('try/') && anchors.get(to)?.has(plain(anchor)) !== true),
  );
  return {
    count: links.length,
    broken: [...new Set(broken.map(({ from, path, anchor }) => `${from}: ${path}#${anchor ?? ''}`))],
  };
}

test.skipIf(!installed)(
  `the site builds, programming interface and all${installed ? '' : ' (skipped: npm ci --prefix site)'}`,
  { timeout: 400_000 },
  () => {
    const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
      readonly scripts: { readonly site: string };
    };
    const [build, ...made] = scripts.site.split(' && ');
    expect(build).toBe('npm run --silent build');
    // A second build would take files away from the tests beside this one that run them.
    const built = spawnSync('sh', ['-c', made.join(' && ')], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${root}/node_modules/.bin:${process.env['PATH']}` },
    });
    expect(built.stderr).not.toMatch(/error|dead link/i);
    expect(built.status).toBe(0);
    for (const page of [
      'index',
      'docs/reference',
      'docs/reference/commands-runs',
      'docs/course/1-first-run',
      'api/cahoots/field',
      'scenarios/mufc.yaml',
    ])
      expect(existsSync(`${root}/site/dist/${page}.html`)).toBe(true);
    expect(readFileSync(`${root}/site/dist/api/cahoots/field.html`, 'utf8')).toContain('integerVector');
    const { count, broken } = linksOf(`${root}/site/dist`);
    expect(count).toBeGreaterThan(10_000);
    expect(broken).toEqual([]);
  },
);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Serves a built site. */
async function served(dist: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const file = join(dist, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (!existsSync(file)) return response.writeHead(404).end();
    return response.setHeader('Content-Type', TYPES[extname(file)] ?? 'text/plain').end(readFileSync(file));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const isSeen = installed && BROWSERS.chromium !== undefined;

test.skipIf(!isSeen)(
  `its pages are no wider than their screen, and keep nobody out${isSeen ? '' : ' (skipped: needs the packages of the site and Chromium)'}`,
  { timeout: 200_000 },
  async () => {
    const { url, close } = await served(`${root}/site/dist`);
    const browser = await openChromium();
    try {
      const pages = [...site().pages.keys()]
        .filter((path) => path === 'index.md' || path.startsWith('docs/reference'))
        .map((path) => path.replace(/\.md$/, '.html'));
      expect(pages.length).toBeGreaterThan(12);
      const width = 1280;
      const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
      for (const path of pages) {
        await page.goto(url + path);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect({ path, width, wide }).toEqual({ path, width, wide: width });
        expect({ path, barriers: await barriersOn(page) }).toEqual({ path, barriers: [] });
      }
    } finally {
      await browser.close();
      close();
    }
  },
);
