/** `npm run docs`: the tables of all kinds of fault in docs/faults.md, from each kind's own description. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { FaultKind } from '../src/run/fault/kind.ts';
import { KINDS } from '../src/run/fault/kinds.ts';

/** A setting in JSON Schema. */
interface Setting {
  readonly description?: string;
  readonly default?: unknown;
}

interface Settings {
  readonly properties: Readonly<Record<string, Setting>>;
  readonly required: readonly string[];
}

const FAMILIES = {
  actor: 'What happens to an actor',
  link: 'What happens to packets on the way',
  message: 'What a Byzantine actor does to its messages',
} as const satisfies Record<FaultKind['family'], string>;

/** Ends with a newline. */
export function faultTables(kinds: readonly FaultKind[]): string {
  const common = shared(kinds);
  const families = (Object.keys(FAMILIES) as FaultKind['family'][]).map((family) => {
    const members = kinds.filter((kind) => kind.family === family);
    const theirs = shared(members);
    return [
      `### ${FAMILIES[family]}\n`,
      ...listed(
        'Common settings:',
        members,
        theirs.filter((name) => !common.includes(name)),
      ),
      '| kind | what happens | settings | example |',
      '|---|---|---|---|',
      ...members.map((kind) => row(kind, theirs)),
      '',
    ];
  });
  return `${[...listed('Settings of every fault:', kinds, common), ...families.flat()].join('\n')}`;
}

/** The settings that all of these kinds have. */
function shared(kinds: readonly FaultKind[]): string[] {
  const all = kinds.map((kind) => Object.keys(settingsOf(kind).properties));
  return (all[0] ?? []).filter((name) => name !== 'fault' && all.every((names) => names.includes(name)));
}

function listed(title: string, kinds: readonly FaultKind[], names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const settings = settingsOf(kinds[0]);
  return [title, '', ...names.map((name) => `- ${settingText(settings, name)}`), ''];
}

function row(kind: FaultKind, known: readonly string[]): string {
  const settings = settingsOf(kind);
  const own = Object.keys(settings.properties).filter((name) => name !== 'fault' && !known.includes(name));
  const cells = [
    `\`${kind.name}\``,
    kind.summary,
    own.map((name) => settingText(settings, name)).join('; '),
    `\`${kind.example}\``,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** A setting with its default and its meaning. */
function settingText({ properties, required }: Settings, name: string): string {
  const { description = '', default: value } = properties[name];
  const plain = typeof value !== 'object' && value !== undefined;
  const standing = required.includes(name) ? ' (required)' : plain ? ` (${String(value)})` : '';
  return `\`${name}\`${standing}: ${description}`;
}

function settingsOf({ schema }: FaultKind): Settings {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { properties: properties as Settings['properties'], required };
}

const START = '<!-- kinds of fault: made by npm run docs -->';
const END = '<!-- end of kinds of fault -->';

/** The page with new tables between its marks. */
export function withTables(page: string, kinds: readonly FaultKind[]): string {
  const [before, rest] = page.split(START);
  const after = rest.split(END)[1];
  return `${before}${START}\n${faultTables(kinds)}\n${END}${after}`;
}

export const PAGE = fileURLToPath(new URL('../docs/faults.md', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), KINDS));
}
