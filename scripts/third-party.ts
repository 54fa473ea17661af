/** `npm run docs`: THIRD-PARTY.md, the licences of all packages in the lockfile, as these state them. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** An installed package, as far as it is used here. */
export interface Locked {
  readonly name: string;
  readonly version: string;
  readonly license?: string | undefined;
  /** Only for development: no part of what users install. */
  readonly dev: boolean;
  /** The versions of Node.js that it accepts; absent: any. */
  readonly node?: string | undefined;
}

interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly engines?: { readonly node?: string };
}

/** What some packages say elsewhere than in their package.json. */
const ELSEWHERE: Readonly<Record<string, string>> = { 'png-js': 'MIT', 'dejavu-fonts-ttf': 'Bitstream Vera' };

/** All packages of a lockfile, each version once, by name. */
export function lockedPackages(lockfile = readFileSync(`${ROOT}package-lock.json`, 'utf8')): Locked[] {
  const { packages } = JSON.parse(lockfile) as { packages: Readonly<Record<string, Entry>> };
  const found = new Map<string, Locked>();
  for (const [path, { version, license, dev, devOptional, engines }] of Object.entries(packages)) {
    if (path === '' || version === undefined) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const isDev = dev === true || devOptional === true;
    const key = `${name} ${version}`;
    found.set(key, {
      name,
      version,
      license: ELSEWHERE[name] ?? license,
      dev: isDev && (found.get(key)?.dev ?? true),
      node: engines?.node,
    });
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Ends with a newline. */
export function thirdParty(packages: readonly Locked[]): string {
  const table = (some: readonly Locked[]): string[] => [
    '| package | version | licence |',
    '|---|---|---|',
    ...some.map(({ name, version, license = 'not stated' }) => `| ${name} | ${version} | ${license} |`),
    '',
  ];
  return [
    '# Packages of others',
    '',
    'What Cahoots is made with, and under which licence each is. `npm run docs` makes this list from the lockfile.',
    '',
    '## Installed with Cahoots',
    '',
    ...table(packages.filter(({ dev }) => !dev)),
    '## For development alone',
    '',
    ...table(packages.filter(({ dev }) => dev)),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${ROOT}THIRD-PARTY.md`, thirdParty(lockedPackages()));
}
