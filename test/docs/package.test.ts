/** The package: documents that it has link to files and headings that it has, and how to install it is one thing. */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { installable } from '../../src/core/base/package.ts';
import { tarball } from '../support/packed.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

function packedFiles(): readonly string[] {
  const list = execFileSync('tar', ['-tzf', tarball()], { encoding: 'utf8', maxBuffer: 1e8 });
  return list
    .trim()
    .split('\n')
    .map((path) => path.replace('package/', ''));
}

/** The anchors of a document's headings, as on GitHub; site/.vitepress/config.js has the same rule. */
function anchorsOf(document: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = document.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} (.*)$/gm);
  return new Set(
    [...headings].map(([, heading]) => {
      const anchor = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .trim()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-');
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
}

test('every link of its documents leads to a file and a heading that it has', () => {
  const files = packedFiles();
  const has = (path: string): boolean =>
    files.some((file) => file === path || path === '.' || file.startsWith(`${path}/`));
  const links = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
        ([link, target, anchor]) => ({
          said: `${file}: ${link}`,
          to: target === '' ? file : normalize(join(dirname(file), target)).replace(/\/$/, ''),
          anchor,
        }),
      ),
    );
  expect(links.length).toBeGreaterThan(200);
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsIn = (file: string): ReadonlySet<string> => {
    const known = anchors.get(file) ?? anchorsOf(read(file));
    anchors.set(file, known);
    return known;
  };
  const broken = links.filter(
    ({ to, anchor }) =>
      !has(to) || (anchor !== undefined && to.endsWith('.md') && !anchorsIn(to).has(anchor)),
  );
  expect(broken.map(({ said }) => said)).toEqual([]);
});

test('documents, examples and templates install it as the package says, and never from a registry', () => {
  const documents = ['README.md', 'docs', 'examples', 'scenarios', 'templates', 'src'].flatMap((path) =>
    path.endsWith('.md')
      ? [path]
      : readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
          .filter((file) => /\.(md|ya?ml|json|js|ts|sh)$/.test(file))
          .map((file) => join(path, file)),
  );
  const calls = documents.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line) => {
        const [, installed] = /npm (?:install|i|add)\b[^`'|\\]*?(\S*cahoots\S*)/.exec(line) ?? [];
        const isRun = /\bnpx (?!--no )[^`|]*\bcahoots\b/.test(line);
        return installed === undefined && !isRun ? [] : [{ file, line, installed, isRun }];
      }),
  );
  expect(calls.length).toBeGreaterThan(2);
  const wrong = calls.filter(
    ({ installed, isRun }) =>
      isRun ||
      (installed !== undefined &&
        !installed.replaceAll(/[`,)]/g, '').startsWith(installable()) &&
        !installed.startsWith('${installable()}')),
  );
  expect(wrong).toEqual([]);
});
