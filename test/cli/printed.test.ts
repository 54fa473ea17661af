/** What commands print with `--json`: each has a schema, and prints what that says. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/index.ts';
import { PRINTED } from '../../src/cli/printed/index.ts';
import { conforms } from '../support/json-schema.ts';
import { cahoots, ended, start } from '../support/program.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();
const folder = mkdtempSync(join(tmpdir(), 'cahoots-printed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

const MIXTURE = `data: { source: gaussian-mixture, points: 30, dimension: 2, components: 2, deviation: 1, partition: { by: iid } }`;
const SMALL = `name: small\nseed: 3\nclients: 5\n${MIXTURE}\n`;
const LLOYD = write('lloyd.yaml', `${SMALL}protocol: { name: lloyd, clusters: 2 }\n`);
const SLOWED = `faults: [{ fault: slow, who: client-2, factor: 2 }]\n`;
const SECFC = write('secfc.yaml', `${SMALL}protocol: { name: secfc, clusters: 2, privacy: 2 }\n${SLOWED}`);
const SWEPT = write('swept.yaml', `${SMALL}protocol: { name: kfed, clusters: 2 }\nsweep: { seeds: 1..4 }\n`);
const FAILS = ['--set', 'faults=[{ fault: withhold, who: clients }]', '--set', 'expect={ finishes: true }'];
const CSV = write(
  'people.csv',
  'id,age,site\n1,20,Bonn\n2,30,Kiel\n3,41,Bonn\n4,19,Kiel\n5,22,Bonn\n6,n/a,Kiel\n',
);
const NOISY = ['examples/noisy-sum/scenario.yaml', '--plugin', 'examples/noisy-sum/plugin.ts'];

/** Calls of each command whose result is printed, in an order in which each finds what it reads. */
const CALLS: readonly (readonly [command: string, ...flags: readonly string[]])[] = [
  ['run', SECFC, '--out', at('first')],
  ['run', SECFC, '--seed', '4', '--out', at('second')],
  ['run', SECFC, '--certificate', '--faster'],
  ['run', LLOYD, '--estimate'],
  ['run', LLOYD, '--set', 'faults=[{ fault: withhold, who: clients }]'],
  ['real', LLOYD, '--plain', '--set', 'clients=2'],
  ['calibrate', LLOYD],
  ['validate', LLOYD, '--set', 'clients=2', '--counted', '--unpaced', '--runs', '1'],
  ['compare', LLOYD, SWEPT, '--seeds', '2', '--threads', '0', '--out', at('compared')],
  ['sweep', SWEPT, '--plan', '--shard', '1/2'],
  ['sweep', SWEPT, '--threads', '0', '--out', at('whole')],
  ['sweep', SWEPT, '--threads', '0', '--shard', '1/2', '--out', at('one')],
  ['sweep', SWEPT, '--threads', '0', '--shard', '2/2', '--out', at('two')],
  ['merge', at('one'), at('two'), '--out', at('merged')],
  ['verify', at('merged')],
  ['swarm', LLOYD, '--runs', '4', '--threads', '0'],
  ['shrink', LLOYD, ...FAILS],
  ['table', at('merged'), '--rows', 'protocol', '--value', 'loss,bytes'],
  ['table', at('merged'), '--rows', 'protocol.clusters', '--best', 'bytes'],
  ['report', at('first')],
  ['plot', at('first'), '--out', at('pictures'), '--style', 'paper'],
  ['plot', at('compared/runs.csv'), '--kind', 'compare', '--out', at('one.svg'), '--table', at('one.csv')],
  ['pack', at('first')],
  ['export', at('first'), '--out', at('tables')],
  ['export', at('first'), '--to', 'mermaid', '--out', at('tables')],
  ['replay', at('first')],
  ['replay', at('first'), '--round', '1', '--actor', 'client-2'],
  ['replay', at('first'), '--without', 'slow 1'],
  ['diff', at('first'), at('first')],
  ['diff', at('first'), at('second')],
  ['attack', LLOYD, '--repeats', '4'],
  ['attack', LLOYD, '--games', '8', '--repeats', '0', '--threads', '0'],
  [
    'audit',
    ...NOISY,
    '--threads',
    '0',
    '--set',
    'data.dimension=50',
    '--set',
    'data.points=50',
    '--runs',
    '1',
  ],
  ['trust', 'scenarios/swarm/lloyd.yaml', '--repeats', '0', '--others', 'reliable', '--threads', '0'],
  ['init', at('first-steps')],
  ['init', at('people'), '--csv', CSV],
  ['data', CSV, '--client', 'site'],
];

/** Commands that print no result: one prints a schema, which is JSON anyway, one works for others until it is stopped. */
const WITHOUT: ReadonlySet<string> = new Set(['schema', 'worker']);

/** Commands that start a process for each party, which would each read and translate the source. */
const STARTS: ReadonlySet<string> = new Set(['real', 'validate']);

test('every command that prints a result prints it as JSON, and has a schema for it', () => {
  const names = COMMANDS.map(({ name }) => name).filter((name) => !WITHOUT.has(name));
  expect(COMMANDS.filter(({ flags }) => 'json' in flags).map(({ name }) => name)).toEqual(names);
  expect(Object.keys(PRINTED).toSorted()).toEqual(names.toSorted());
  expect([...new Set(CALLS.map(([name]) => name))].toSorted()).toEqual(names.toSorted());
});

type Schema = Readonly<Record<string, unknown>>;

async function schemaOf(command: string): Promise<Schema> {
  const { code, stdout } = await cahoots('schema', '--of', command);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Schema;
}

describe('what is printed', () => {
  // Read and translated before a command imports it, which has only so long.
  beforeAll(() => import('../../examples/noisy-sum/plugin.ts'));

  test.each(CALLS)(
    'is what its schema says: %s %j %j %j',
    { timeout: 300_000 },
    async (command, ...flags) => {
      const schema = await schemaOf(command);
      const words = [command, ...flags, '--json'];
      const said = STARTS.has(command) ? ended(start(...words)) : cahoots(...words);
      const { code, stdout, stderr } = await said;
      expect({ code: [0, 1, 4].includes(code ?? -1), stderr }).toEqual({
        code: true,
        stderr: expect.any(String),
      });
      const lines = stdout.trimEnd().split('\n');
      expect(lines.length === 1 || command === 'sweep').toBe(true);
      const printed = lines.map((line) => JSON.parse(line) as unknown);
      expect(printed.flatMap((one) => misfits(schema, one))).toEqual([]);
      // What a schema does not name is not printed, and what it asks for is.
      const wrong = printed.flatMap((one) =>
        isMapping(one) ? [{ ...one, more: 1 }, ...lacking(schema, one)] : [],
      );
      expect(isMapping(schema['properties']) && wrong.some((one) => conforms(schema, one))).toBe(false);
    },
  );

  test.each(Object.keys(PRINTED))('has words for what is at the top: %s', async (command) => {
    const schema = await schemaOf(command);
    const top = (schema['items'] ?? schema) as Schema;
    const branches = (top['anyOf'] ?? [top]) as { readonly properties?: Readonly<Record<string, Schema>> }[];
    const wordless = branches.flatMap(({ properties = {} }) =>
      Object.keys(properties).filter((key) => properties[key]['description'] === undefined),
    );
    expect(wordless).toEqual([]);
  });

  test('a command without a result has no schema', async () => {
    const { code, stdout, stderr } = await cahoots('schema', '--of', 'worker');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^--of: expected one of run, real, .*, got worker\n$/);
    expect((await cahoots('schema', '--of', 'swep')).stderr).toContain('sweep?');
  });
});

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Copies without one of the keys that it must have. */
const lacking = ({ required = [] }: Schema, mapping: object): object[] =>
  (required as readonly string[]).map((key) =>
    Object.fromEntries(Object.entries(mapping).filter(([one]) => one !== key)),
  );

/** The paths of what does not conform, as deep as can be told. */
function misfits(schema: Schema, value: unknown, path = ''): string[] {
  if (conforms(schema, value)) return [];
  const inner = ((): string[] => {
    if (Array.isArray(value))
      return value.flatMap((one, i) => misfits((schema['items'] ?? {}) as Schema, one, `${path}[${i}]`));
    if (!isMapping(value) || !isMapping(schema['properties'])) return [];
    const { properties } = schema;
    return Object.entries(value).flatMap(([key, one]) =>
      Object.hasOwn(properties, key) ? misfits(properties[key] as Schema, one, `${path}.${key}`) : [],
    );
  })();
  return inner.length > 0 ? inner : [`${path}: ${JSON.stringify(value)?.slice(0, 300)}`];
}
