/**
 * `npm run docs`: docs/reference.md and the pages in docs/reference/, every setting, protocol, figure, command and exit
 * code, from the values' own descriptions.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { standard } from '../bin/standard.ts';
import type { Command } from '../src/cli/command.ts';
import { COMMANDS } from '../src/cli/commands/index.ts';
import { EXIT, MEANINGS } from '../src/cli/exit-codes.ts';
import { flagName } from '../src/cli/flag.ts';
import { PRINTED } from '../src/cli/printed/index.ts';
import { KINDS as PICTURES } from '../src/output/figure/kinds.ts';
import { registryOf } from '../src/run/plugin/registry.ts';
import { everyRun } from '../src/run/figures/table.ts';
import { jsonSchemaOf, scenarioJsonSchema } from '../src/run/scenario/schema.ts';

/** The part of JSON Schema that settings use. */
interface Schema {
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** A setting of scenarios. */
export interface Setting {
  readonly path: string;
  readonly description: string;
  readonly standing: string;
  /** A value from a shipped scenario, otherwise the default. */
  readonly example: string;
}

const ROOT = new URL('../', import.meta.url);
export const DOCS = fileURLToPath(new URL('docs/', ROOT));
const plugins = [standard];
const registry = registryOf(plugins);
const schema = scenarioJsonSchema(plugins) as Schema;

/**
 * The sections of scenarios that have tables on the page, besides protocols and sources; kinds of fault have a page
 * of their own.
 */
const SECTIONS = ['network', 'devices', 'faults', 'collusion', 'expect', 'swarm', 'limits'];

function branches({ anyOf = [], oneOf = [], allOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf, ...allOf];
}

const isDistribution = (one: Schema): boolean =>
  branches(one).some(({ properties }) => properties !== undefined && 'lognormal' in properties);

/** All settings below a path, in the order of the schema; those of a distribution have a section of their own. */
export function settingsIn(node: Schema, path: string, examples: Examples): Setting[] {
  const found = new Map<string, Setting>();
  const walk = (one: Schema, at: string): void => {
    for (const branch of branches(one)) walk(branch, at);
    if (one.items) walk(one.items, `${at}[]`);
    if (typeof one.additionalProperties === 'object') walk(one.additionalProperties, `${at}.NAME`);
    for (const [key, inner] of Object.entries(one.properties ?? {})) {
      if (inner.const !== undefined && ['source', 'name', 'by', 'fault'].includes(key)) continue;
      const below = at === '' ? key : `${at}.${key}`;
      if (!found.has(below)) found.set(below, setting(below, inner, one, key, examples));
      if (!isDistribution(inner)) walk(inner, below);
    }
  };
  walk(node, path);
  return [...found.values()];
}

function setting(path: string, inner: Schema, parent: Schema, key: string, examples: Examples): Setting {
  const drawn = isDistribution(inner) ? ' ([a value or a distribution](scenarios.md#distributions))' : '';
  const among = inner.enum ? ` (${inner.enum.map((one) => code(shown(one))).join(', ')})` : '';
  const needed = parent.required?.includes(key) === true && inner.default === undefined;
  const standing = inner.default === undefined ? (needed ? 'needed' : '') : shown(inner.default);
  const example = examples.get(path) ?? inner.examples?.[0] ?? inner.default ?? exampleOf(inner);
  return {
    path,
    description: `${inner.description ?? ''}${among}${drawn}`,
    standing,
    example: example === undefined ? '' : shown(example),
  };
}

/** An example value from a schema alone. */
function exampleOf(one: Schema): unknown {
  return one.enum?.[0] ?? one.const ?? /such as ([^,;)]+)/.exec(one.description ?? '')?.[1];
}

const LONGEST = 60;

function shown(value: unknown): string {
  const text = typeof value === 'string' && !/\s$/.test(value) ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
}

/** A value from a shipped scenario, by the path of its setting. */
export type Examples = ReadonlyMap<string, unknown>;

/**
 * The examples of all shipped scenarios, those in subfolders last, so that values come from the scenarios that people
 * read first.
 */
export function shippedExamples(): Map<string, Map<string, unknown>> {
  const folder = fileURLToPath(new URL('scenarios/', ROOT));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  );
  const byOwner = new Map<string, Map<string, unknown>>();
  const keep = (owner: string, path: string, value: unknown): void => {
    const of = byOwner.get(owner) ?? new Map<string, unknown>();
    byOwner.set(owner, of);
    if (!of.has(path)) of.set(path, value);
  };
  const walk = (owner: string, path: string, value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(owner, `${path}[]`, one);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const below = path === '' ? key : `${path}.${key}`;
        keep(owner, below, inner);
        walk(owner, below, inner);
      }
    }
  };
  for (const file of files.toSorted(
    (a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1),
  )) {
    const scenario = parse(readFileSync(folder + file, 'utf8')) as Readonly<Record<string, unknown>>;
    walk('', '', scenario);
    for (const one of [scenario['protocol'], ...((scenario['compare'] ?? []) as unknown[])]) {
      const { name, ...rest } = typeof one === 'string' ? { name: one } : (one as { name: string });
      walk(name, '', rest);
    }
    const { source, ...data } = scenario['data'] as { source: string };
    walk(source, '', data);
  }
  return byOwner;
}

function table(settings: readonly Setting[]): string {
  const rows = settings.map(({ path, description, standing, example }) =>
    row(`\`${path}\``, description, code(standing), code(example)),
  );
  return [
    row('setting', 'what it is', 'default', 'example'),
    row('---', '---', '---', '---'),
    ...rows,
    '',
  ].join('\n');
}

const code = (text: string): string => (text === '' || text === 'needed' ? text : `\`${text}\``);
const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

/** Settings that belong together. */
interface Section {
  readonly page: 'scenarios' | 'data' | 'protocols';
  readonly title: string;
  readonly about: string;
  readonly settings: readonly Setting[];
}

/** Everything that the pages have a row for, by section. */
export function documented(): Section[] {
  const examples = shippedExamples();
  const top = schema.properties ?? {};
  const of = (owner: string): Examples => examples.get(owner) ?? new Map<string, unknown>();
  const isOf =
    (key: string, name: string) =>
    (one: Schema): boolean =>
      one.properties?.[key]?.const === name;
  const first = Object.fromEntries(
    Object.entries(top).filter(([key]) => !['faults', 'compare'].includes(key)),
  );
  const shallow = settingsIn({ ...schema, properties: first }, '', of('')).filter(
    ({ path }) => !/[.[]/.test(path),
  );
  const sources = registry.sources.map(({ name }): Section => ({
    page: 'data',
    title: name,
    about: '',
    settings: settingsIn(branches(top['data']).find(isOf('source', name)) ?? {}, '', of(name)).filter(
      ({ path }) => !/^(scale|partition|holdOut)\b/.test(path),
    ),
  }));
  const anySource = branches(top['data'])[0];
  const shared = settingsIn(
    anySource,
    '',
    new Map([...of(''), ...[...of('')].map(([key, value]) => [key.replace(/^data\./, ''), value] as const)]),
  ).filter(({ path }) => /^(scale|partition|holdOut)\b/.test(path));
  const protocols = registry.protocols.map(({ name, summary }): Section => ({
    page: 'protocols',
    title: name,
    about: `${summary}.`,
    settings: settingsIn(branches(top['protocol']).find(isOf('name', name)) ?? {}, '', of(name)),
  }));
  const sections = SECTIONS.map((key): Section => ({
    page: 'scenarios',
    title: key,
    about:
      key === 'faults'
        ? 'The kinds, with their settings and an example each, are in [faults.md](../faults.md).'
        : '',
    settings:
      key === 'faults'
        ? []
        : settingsIn({ properties: { [key]: top[key] } }, '', of('')).filter(({ path }) => path !== key),
  }));
  const latency = top['network'].properties?.['latency'] ?? {};
  const distributions = settingsIn(
    { properties: {}, allOf: branches(latency) },
    '',
    new Map(
      [...of('')].map(
        ([key, value]) => [key.replace(/^(network\.latency|devices\.clients)\./, ''), value] as const,
      ),
    ),
  );
  return [
    {
      page: 'scenarios',
      title: 'The whole',
      about: '`compare` lists other protocols, by name or with settings as under `protocol`.',
      settings: shallow,
    },
    ...sources,
    { page: 'data', title: 'Every source', about: '', settings: shared },
    ...protocols,
    ...sections,
    {
      page: 'scenarios',
      title: 'Distributions',
      about: 'Wherever a quantity may be drawn, it is one value, or a mapping with one of these.',
      settings: distributions,
    },
  ];
}

/** A page of the reference. */
interface Page {
  /** In docs/. */
  readonly file: string;
  readonly title: string;
  /** What it has, for the list of pages and below its title. */
  readonly about: string;
  readonly text: string;
}

/** What the pages have in common with the one that lists them. */
const MADE = `Made by \`npm run docs\` from the descriptions of settings, protocols, figures and commands; a test keeps it up to date.`;

const rowsOf = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n');

/** The reference by its files. */
export function reference(): ReadonlyMap<string, string> {
  const pages = [...settingPages(), ...valuePages(), ...commandPages()];
  const list = rowsOf(
    ['page', 'what it has'],
    pages.map(({ file, title, about }) => row(`[${title}](${file})`, about)),
  );
  return new Map([
    [
      'reference.md',
      `# Reference\n\nEvery setting, protocol, figure, command and exit code. ${MADE}\n\n${list}\n`,
    ],
    ...pages.map(({ file, title, about, text }): [string, string] => [
      file,
      `# ${title}\n\n${sentence(about)} Part of the [reference](../reference.md).\n\n${text.trimEnd()}\n`,
    ]),
  ]);
}

function sentence(words: string): string {
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

/** Examples are values from shipped scenarios if there is one. */
function settingPages(): Page[] {
  const sections = documented();
  const textOf = (page: Section['page']): string =>
    sections
      .filter((one) => one.page === page)
      .map(
        ({ title, about, settings }) =>
          `## ${title}\n\n${about === '' ? '' : `${about}\n\n`}${settings.length > 0 ? `${table(settings)}\n` : ''}`,
      )
      .join('');
  const page = (name: Section['page'], title: string, about: string): Page => ({
    file: `reference/${name}.md`,
    title,
    about,
    text: textOf(name),
  });
  return [
    page('scenarios', 'Scenarios', 'the settings of scenarios, besides those of sources and protocols'),
    page('data', 'Data', 'the settings under `data`, by source'),
    page('protocols', 'Protocols', 'the settings under `protocol`, by name'),
  ];
}

function valuePages(): Page[] {
  const figures = [
    ...everyRun.entries.map(({ name, summary, unit, better }) =>
      row(`\`${name}\``, 'every run', summary, unit, better ?? ''),
    ),
    ...registry.protocols.flatMap(({ name: protocol, figures: own = [] }) =>
      own.map(({ name, summary, unit, better }) => row(`\`${name}\``, protocol, summary, unit, better ?? '')),
    ),
  ];
  const attacks = registry.protocols.flatMap(({ name: protocol, privacy }) =>
    (privacy?.attacks ?? []).map(({ name, summary }) => row(`\`${name}\``, protocol, summary)),
  );
  const flagOf = (choice: string): string => `\`--${choice.replace(/Ns$/, '')}\``;
  const pictures = PICTURES.map(({ name, needs, heeds, summary }) =>
    row(`\`${name}\``, needs, heeds.map(flagOf).join(', '), summary),
  );
  return [
    {
      file: 'reference/figures.md',
      title: 'Figures',
      about: 'what is measured of runs, by every run and by protocols',
      text: `These are columns of results and rows of comparisons; those of protocols are also names under \`expect.figures\`. Better is up or down, or empty for neither.\n\n${rowsOf(['figure', 'of', 'what it is', 'unit', 'better'], figures)}`,
    },
    {
      file: 'reference/attacks.md',
      title: 'Attacks',
      about: 'what coalitions try, by protocol',
      text: rowsOf(['attack', 'on', 'what it does'], attacks),
    },
    {
      file: 'reference/pictures.md',
      title: 'Pictures',
      about: 'what `cahoots plot --kind` and pages draw',
      text: `What a kind needs: a trace; a replay, which is a trace whose scenario can run again; a certificate,
which such a trace has too, or what \`attack --json\` prints; or a table of runs.\n\n${rowsOf(['kind', 'needs', 'flags', 'what it shows'], pictures)}`,
    },
  ];
}

/** A list of all commands, and a page for each of their groups. */
function commandPages(): Page[] {
  const groups = [...new Set(COMMANDS.map(({ group }) => group))];
  const fileOf = (group: string): string => `commands-${group.replaceAll(' ', '-')}.md`;
  const codes = Object.entries(EXIT).map(([key, number]) =>
    row(String(number), MEANINGS[key as keyof typeof EXIT]),
  );
  const listed = COMMANDS.map(({ name, group, summary }) =>
    row(`[\`${name}\`](${fileOf(group)}#cahoots-${name})`, group, summary),
  );
  return [
    {
      file: 'reference/commands.md',
      title: 'Commands',
      about: 'the commands and exit codes of `cahoots`',
      text: `Every command takes \`--plugin FILE\` and \`--help\`. What those with \`--json\` print then has a JSON Schema: \`cahoots schema --of run\`.\n\n${rowsOf(['command', 'about', 'what it does'], listed)}\n\n## Exit codes\n\n${rowsOf(['code', 'meaning'], codes)}`,
    },
    ...groups.map((group) => ({
      file: `reference/${fileOf(group)}`,
      title: `Commands: ${group}`,
      about: COMMANDS.filter((one) => one.group === group)
        .map(({ name }) => `\`cahoots ${name}\``)
        .join(', '),
      text: COMMANDS.filter((one) => one.group === group)
        .map(commandText)
        .join('\n'),
    })),
  ];
}

function commandText({ name, summary, details, takes, flags, examples }: Command): string {
  const given = Object.entries(flags).map(([key, { placeholder, summary: does }]) =>
    row(`\`${flagName(key)}${placeholder === undefined ? '' : ` ${placeholder}`}\``, does),
  );
  return [
    `## cahoots ${name}`,
    `\`cahoots ${[name, ...takes].join(' ')}\`: ${summary}. ${details}`,
    ...(given.length > 0 ? [rowsOf(['flag', 'what it does'], given)] : []),
    ...printedTexts(name),
    examples.map(([line, does]) => `    cahoots ${line}${does === '' ? '' : `   # ${does}`}`).join('\n'),
    '',
  ].join('\n\n');
}

/** What a command prints with `--json`: a table of its keys, or one for each thing that it may be. */
function printedTexts(name: string): string[] {
  const printed = PRINTED[name];
  if (printed === undefined) return [];
  const json = jsonSchemaOf(printed) as Schema;
  const { items, type } = json;
  const what = type === 'array' ? 'a list; each entry has' : 'an object with';
  return [items ?? json, ...branches(items ?? json)].flatMap(({ properties, required = [], description }) => {
    if (properties === undefined) return [];
    const keys = Object.entries(properties).map(([key, inner]) =>
      row(`\`${key}\``, inner.description ?? '', required.includes(key) ? 'yes' : ''),
    );
    const when = description === undefined ? '' : ` (${description})`;
    return [`With \`--json\`${when} it prints ${what}:`, rowsOf(['key', 'what it is', 'always there'], keys)];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(join(DOCS, 'reference'), { recursive: true, force: true });
  mkdirSync(join(DOCS, 'reference'));
  for (const [file, text] of reference()) writeFileSync(join(DOCS, file), text);
}
