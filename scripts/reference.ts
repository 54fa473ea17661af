/**
 * `npm run docs`: docs/reference.md, every setting, protocol, figure, command and exit code, from the values' own
 * descriptions.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { standard } from '../bin/standard.ts';
import { COMMANDS } from '../src/cli/commands/index.ts';
import { EXIT, MEANINGS } from '../src/cli/exit-codes.ts';
import { flagName } from '../src/cli/flag.ts';
import { KINDS as PICTURES } from '../src/output/figure/kinds.ts';
import { registryOf } from '../src/run/plugin/registry.ts';
import { everyRun } from '../src/run/figures/table.ts';
import { scenarioJsonSchema } from '../src/run/scenario/schema.ts';

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
export const PAGE = fileURLToPath(new URL('docs/reference.md', ROOT));
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
  const drawn = isDistribution(inner) ? ' ([a value or a distribution](#distributions))' : '';
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

/** Everything that the page has a row for, by section. */
export function documented(): {
  readonly title: string;
  readonly about: string;
  readonly settings: readonly Setting[];
}[] {
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
  const sources = registry.sources.map(({ name }) => ({
    title: `data: ${name}`,
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
  const protocols = registry.protocols.map(({ name, summary }) => ({
    title: `protocol: ${name}`,
    about: `${summary}.`,
    settings: settingsIn(branches(top['protocol']).find(isOf('name', name)) ?? {}, '', of(name)),
  }));
  const sections = SECTIONS.map((key) => ({
    title: key,
    about:
      key === 'faults'
        ? 'The kinds, with their settings and an example each, are in [faults.md](faults.md).'
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
      title: 'The whole',
      about: '`compare` lists other protocols, by name or with settings as under `protocol`.',
      settings: shallow,
    },
    ...sources,
    { title: 'data: every source', about: '', settings: shared },
    ...protocols,
    ...sections,
    {
      title: 'Distributions',
      about: 'Wherever a quantity may be drawn, it is one value, or a mapping with one of these.',
      settings: distributions,
    },
  ];
}

/** The page. */
export function reference(): string {
  const settings = documented().map(
    ({ title, about, settings: rows }) =>
      `### ${title}\n\n${about === '' ? '' : `${about}\n\n`}${rows.length > 0 ? table(rows) : ''}`,
  );
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
  const commands = COMMANDS.map(
    ({ name, summary, details, takes, flags, examples }) =>
      `### cahoots ${name}\n\n\`cahoots ${[name, ...takes].join(' ')}\`: ${summary}. ${details}\n\n${[
        ...(Object.keys(flags).length > 0 ? [row('flag', 'what it does'), row('---', '---')] : []),
        ...Object.entries(flags).map(([key, flag]) =>
          row(
            `\`${flagName(key)}${flag.placeholder === undefined ? '' : ` ${flag.placeholder}`}\``,
            flag.summary,
          ),
        ),
      ].join(
        '\n',
      )}\n\n${examples.map(([line, does]) => `    cahoots ${line}${does === '' ? '' : `   # ${does}`}`).join('\n')}\n`,
  );
  const codes = Object.entries(EXIT).map(([key, number]) =>
    row(String(number), MEANINGS[key as keyof typeof EXIT]),
  );
  const flagOf = (choice: string): string => `\`--${choice.replace(/Ns$/, '')}\``;
  const pictures = PICTURES.map(({ name, needs, heeds, summary }) =>
    row(`\`${name}\``, needs, heeds.map(flagOf).join(', '), summary),
  );
  return `# Reference

Made by \`npm run docs\` from the descriptions of settings, protocols, figures and commands; a test keeps it up to date. Examples are values from
shipped scenarios if there is one.

## Scenarios

${settings.join('\n')}
## Figures

These are columns of results and rows of comparisons; those of protocols are also names under \`expect.figures\`. Better is up or down, or empty for neither.

${[row('figure', 'of', 'what it is', 'unit', 'better'), row('---', '---', '---', '---', '---'), ...figures].join('\n')}

## Attacks

${[row('attack', 'on', 'what it does'), row('---', '---', '---'), ...attacks].join('\n')}

## Pictures

What \`cahoots plot --kind\` and pages draw. What a kind needs: a trace; a replay, which is a trace whose scenario can run again; a certificate,
which such a trace has too, or what \`attack --json\` prints; or a table of runs.

${[row('kind', 'needs', 'flags', 'what it shows'), row('---', '---', '---', '---'), ...pictures].join('\n')}

## Commands

Every command takes \`--plugin FILE\` and \`--help\`.

${commands.join('\n')}
## Exit codes

${[row('code', 'meaning'), row('---', '---'), ...codes].join('\n')}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, reference());
