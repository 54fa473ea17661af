/**
 * The order of modules, and of the parts of each, is defined once, in `modules.json`: imports only point up that list.
 * `npm run modules` generates from it the lint rules between modules, the table in ARCHITECTURE.md and that of the parts in docs/internals/parts.md; a test
 * holds the parts.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Module {
  /** A folder, or a file. */
  readonly module: string;
  /** What lives there. */
  readonly holds: string;
  readonly parts?: readonly Part[];
}

export interface Part {
  /** A folder, or a file, by its path in the module. */
  readonly part: string;
  readonly holds: string;
}

interface Override {
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, unknown>>;
}

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export const modules = JSON.parse(readFileSync(fileOf('modules.json'), 'utf8')) as readonly Module[];

/** The paths of all parts in their order; a module without parts is one itself. */
export const partsInOrder: readonly string[] = modules.flatMap(({ module, parts }) =>
  parts === undefined ? [module] : parts.map(({ part }) => `${module}/${part}`),
);

const UP = 'Imports point up the list of modules in ARCHITECTURE.md only.';
const KIT = 'Of src, protocols import src/core/kit only, as any author can.';

/** Modules that run in a browser too. */
const ANYWHERE: ReadonlySet<string> = new Set(['src/core', 'src/run', 'src/lab', 'src/output', 'actors']);
const NODE =
  '^(node:|(piscina|pino|tsx|linkedom|hyparquet-writer|csv-parse|cli-table3)(/|$))|/platform/node/';
const PLATFORM = 'What only Node.js has is asked of #platform, as this also runs in a browser.';
/** What the platform on Node.js is made of. */
const ON_NODE = {
  files: ['src/core/platform/node.ts', 'src/core/platform/node/**'],
  rules: { 'no-restricted-imports': 'off' },
};

/** How large functions of the program may be. Blank lines and comments count nothing: a rule must not be a reason to leave out a why. */
const SIZES = {
  files: ['src/**', 'actors/**', 'bin/**'],
  rules: {
    complexity: ['error', { max: 20 }],
    'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
  },
};

/** For every module except the last: what must not be imported there. */
export function importRules(list: readonly Module[]): Override[] {
  return list.slice(0, -1).map(({ module }, at) => {
    const below = list.slice(at + 1).map((other) => importsOf(other.module));
    const past = module === 'actors' ? [{ regex: '/src/(?!core/kit/)', message: KIT }] : [];
    const foreign = ANYWHERE.has(module) ? [{ regex: NODE, message: PLATFORM }] : [];
    const patterns = [...past, ...foreign, { regex: below.join('|'), message: UP }];
    return {
      files: [isFile(module) ? module : `${module}/**`],
      rules: { 'no-restricted-imports': ['error', { patterns }] },
    };
  });
}

export function table(list: readonly Module[]): string {
  return [
    '| module | what lives there |',
    '|---|---|',
    ...list.map(({ module, holds }) => `| \`${module}${isFile(module) ? '' : '/'}\` | ${holds} |`),
  ].join('\n');
}

/** A table for each module with parts. */
export function partsTables(list: readonly Module[]): string {
  return list
    .flatMap(({ module, parts }) =>
      parts === undefined
        ? []
        : [
            [
              `## ${module}`,
              '',
              '| part | what lives there |',
              '|---|---|',
              ...parts.map(({ part, holds }) => `| \`${part}${isFile(part) ? '' : '/'}\` | ${holds} |`),
            ].join('\n'),
          ],
    )
    .join('\n\n');
}

const START = '<!-- modules: made by npm run modules -->';
const END = '<!-- end of modules -->';

/** The page with a new table between its markers. */
export function withTable(page: string, list: readonly Module[]): string {
  return between(page, table(list));
}

/** The page of parts with new tables between its markers. */
export function withParts(page: string, list: readonly Module[]): string {
  return between(page, partsTables(list));
}

function between(page: string, made: string): string {
  const [before, rest] = page.split(START);
  const after = rest.split(END)[1];
  return `${before}${START}\n${made}\n${END}${after}`;
}

/** The lint settings with new rules for imports and sizes, before all others. */
export function withRules(settings: string, list: readonly Module[]): string {
  const parsed = JSON.parse(settings) as { overrides: readonly Override[] };
  const others = parsed.overrides.filter(
    ({ rules }) => !('no-restricted-imports' in rules || 'complexity' in rules),
  );
  const overrides = [...importRules(list), ON_NODE, SIZES, ...others];
  return `${JSON.stringify({ ...parsed, overrides }, undefined, 2)}\n`;
}

function isFile(module: string): boolean {
  return module.endsWith('.ts');
}

/** Matches relative imports of a module from outside; the engine has actors of its own, one folder up. */
function importsOf(module: string): string {
  if (isFile(module)) return String.raw`^(\.\./)+index\.ts$`;
  return module.startsWith('src/') ? `\\.\\./${basename(module)}/` : String.raw`^(\.\./){2,}${module}/`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, change] of [
    ['../ARCHITECTURE.md', withTable],
    ['../docs/internals/parts.md', withParts],
    ['../.oxlintrc.json', withRules],
  ] as const) {
    const file = fileOf(name);
    writeFileSync(file, change(readFileSync(file, 'utf8'), modules));
  }
}
