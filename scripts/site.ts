/**
 * The pages of the site, from the repository: documents unchanged, and a page for every file or folder that one of
 * them links to. `npm run site` writes them, generates the API reference, and builds `site/dist`.
 */

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { llms } from './llms.ts';
import { withLinks } from './run-here.ts';
import { shippedScenarios } from './try.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OUT = join(ROOT, 'site/pages');
const DOORS = join(ROOT, 'site/doors');

/** The simulator's page: its source, which documents point to, and where it is on the site. */
const TRY = { source: 'site/try', page: '/try/index.html' } as const;
const PICTURES: ReadonlySet<string> = new Set(['.svg', '.png']);

/** Where the crawl starts; it follows their links. */
const FIRST: readonly string[] = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...documents('docs')];

/** [text](target#part), except external links. */
const LINK = /\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g;
const LANGUAGES: Readonly<Record<string, string>> = {
  '.ts': 'ts',
  '.py': 'python',
  '.js': 'js',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.json': 'json',
};

export interface Site {
  /** Markdown by path, without links that leave the site. */
  readonly pages: ReadonlyMap<string, string>;
  /** Pictures, which are copied. */
  readonly pictures: ReadonlySet<string>;
  /** Links to nothing, as `page: target`. */
  readonly broken: readonly string[];
}

export function site(): Site {
  const pages = new Map<string, string>();
  const pictures = new Set<string>();
  const broken: string[] = [];
  const shipped = new Set(shippedScenarios().map(({ path }) => path));
  const open = [...FIRST];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(pageOf(path))) continue;
    const from = path;
    const folder = isFolder(from) ? from : dirname(from);
    const text = read(from).replaceAll(LINK, (_, target: string, part = '') => {
      const to = join(folder, target).replace(/\/$/, '');
      if (!existsSync(join(ROOT, to))) broken.push(`${from}: ${target}`);
      // Links that the site's router must not follow, as this page is not one of its own.
      else if (to === TRY.source) return `](${TRY.page}${part}){target="_self"}`;
      else if (PICTURES.has(extname(to))) pictures.add(to);
      else {
        open.push(to);
        return `](/${pageOf(to)}${part})`;
      }
      return `](/${to}${part})`;
    });
    // Notes for editors of the document.
    pages.set(pageOf(path), withLinks(text.replaceAll(/^<!--.*-->\n/gm, ''), shipped));
  }
  return { pages, pictures, broken };
}

/** llms.txt with the addresses of the site's pages. */
export function siteIndex(): string {
  return llms((path) => `/${pageOf(path).replace(/\.md$/, '.html')}`);
}

function documents(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file));
}

function isFolder(path: string): boolean {
  return statSync(join(ROOT, path)).isDirectory();
}

function pageOf(path: string): string {
  if (path === 'README.md') return 'index.md';
  return path.endsWith('.md') ? path : `${path}.md`;
}

/** A document unchanged, a folder as a list, any other file as code. */
function read(path: string): string {
  const file = join(ROOT, path);
  if (isFolder(path)) {
    const entries = readdirSync(file).toSorted();
    return `# ${path}\n\n${entries.map((entry) => `- [${entry}](${entry})`).join('\n')}\n`;
  }
  const text = readFileSync(file, 'utf8');
  return path.endsWith('.md')
    ? text
    : `# ${path}\n\n\`\`\`\`${LANGUAGES[extname(path)] ?? 'text'}\n${text}\n\`\`\`\`\n`;
}

/** The package's entry points by import name, for the API reference. */
function doors(): [string, string][] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, string | Record<string, string>>;
  };
  return Object.entries(exports).flatMap(([door, target]): [string, string][] => {
    if (typeof target === 'string') return [];
    const name = join('cahoots', door);
    const source = join(ROOT, target['cahoots-source'] ?? '');
    const [, header = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(source, 'utf8')) ?? [];
    const from = relative(dirname(join(DOORS, name)), source);
    return [[name, `/**${header}\n * @module ${name}\n */\n\nexport * from '${from}';\n`]];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { pages, pictures, broken } = site();
  if (broken.length > 0) throw new Error(`links to nothing:\n${broken.join('\n')}`);
  rmSync(OUT, { recursive: true, force: true });
  for (const [path, text] of pages) {
    mkdirSync(dirname(join(OUT, path)), { recursive: true });
    writeFileSync(join(OUT, path), text);
  }
  for (const path of pictures) cpSync(join(ROOT, path), join(OUT, 'public', path));
  writeFileSync(join(OUT, 'public/llms.txt'), siteIndex());
  rmSync(DOORS, { recursive: true, force: true });
  for (const [name, text] of doors()) {
    mkdirSync(dirname(join(DOORS, name)), { recursive: true });
    writeFileSync(join(DOORS, `${name}.ts`), text);
  }
  console.log(`${pages.size} pages, ${pictures.size} pictures`);
}
