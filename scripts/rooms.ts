/**
 * The order of rooms is defined once, in `rooms.json`: imports only point up that list. `npm run rooms` generates the
 * lint rules and the table in ARCHITECTURE.md from it; a test keeps the three consistent.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Room {
  /** A folder, or a file. */
  readonly room: string;
  /** What lives there. */
  readonly holds: string;
}

interface Override {
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, unknown>>;
}

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export const rooms = JSON.parse(readFileSync(fileOf('rooms.json'), 'utf8')) as readonly Room[];

const MESSAGE = 'Imports point up the list of rooms in ARCHITECTURE.md only.';

/** For every room except the last: what must not be imported there. */
export function importRules(list: readonly Room[]): Override[] {
  return list.slice(0, -1).map(({ room }, at) => {
    const below = list.slice(at + 1).map((other) => importsOf(other.room));
    // Our protocols use only what any author's can use.
    const past = room.startsWith('actors') ? list.map((other) => pastTheKit(other.room)) : [];
    const regex = [...past, ...below].filter(Boolean).join('|');
    return {
      files: [isFile(room) ? room : `${room}/**`],
      rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message: MESSAGE }] }] },
    };
  });
}

export function table(list: readonly Room[]): string {
  return [
    '| room | what lives there |',
    '|---|---|',
    ...list.map(({ room, holds }) => `| \`${room}${isFile(room) ? '' : '/'}\` | ${holds} |`),
  ].join('\n');
}

const START = '<!-- rooms: made by npm run rooms -->';
const END = '<!-- end of rooms -->';

/** The page with a new table between its markers. */
export function withTable(page: string, list: readonly Room[]): string {
  const [before, rest] = page.split(START);
  const after = rest.split(END)[1];
  return `${before}${START}\n${table(list)}\n${END}${after}`;
}

/** The lint settings with new import rules, before all others. */
export function withRules(settings: string, list: readonly Room[]): string {
  const parsed = JSON.parse(settings) as { overrides: readonly Override[] };
  const others = parsed.overrides.filter(({ rules }) => !('no-restricted-imports' in rules));
  return `${JSON.stringify({ ...parsed, overrides: [...importRules(list), ...others] }, undefined, 2)}\n`;
}

function isFile(room: string): boolean {
  return room.endsWith('.ts');
}

/** Matches relative imports of a room from outside. */
function importsOf(room: string): string {
  return isFile(room) ? String.raw`^(\.\./)+index\.ts$` : `/${basename(room)}/`;
}

/** Matches a protocol's imports of a room of `src` that bypass the kit. */
function pastTheKit(room: string): string {
  return room.startsWith('src/') && room !== 'src/kit' ? `/${room}` : '';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, change] of [
    ['../ARCHITECTURE.md', withTable],
    ['../.oxlintrc.json', withRules],
  ] as const) {
    const file = fileOf(name);
    writeFileSync(file, change(readFileSync(file, 'utf8'), rooms));
  }
}
