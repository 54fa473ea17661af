import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { lloyd, secfc } from '../../../bin/standard.ts';
import { scenarioJsonSchema, scenarioSchema } from '../../../src/run/scenario/schema.ts';
import { withOneEdit } from '../../support/scenario-edits.ts';
import { conforms } from '../../support/json-schema.ts';
import { edited, SMALL } from '../../support/small-scenario.ts';
import { registryOf } from '../../../src/run/plugin/registry.ts';
import { pluginsOf } from '../../support/plugins.ts';

interface Section {
  readonly description?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Section>>;
  readonly oneOf: readonly Section[];
  readonly anyOf: readonly Section[];
}

const schema = scenarioSchema(registryOf(pluginsOf(lloyd, secfc)));
const json = scenarioJsonSchema(pluginsOf(lloyd, secfc)) as Section & Record<string, unknown>;
const accepted = (document: unknown): boolean => schema.safeParse(document).success;
const quickstart: unknown = parse(
  readFileSync(new URL('../../../scenarios/quickstart.yaml', import.meta.url), 'utf8'),
);

describe('the JSON Schema for editors', () => {
  test('is JSON, and says which JSON Schema it is', () => {
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
    expect(json['$schema']).toMatch(/^https:\/\/json-schema\.org\//);
  });

  test('has every section, and asks for those that have no default', () => {
    const sections = [
      'version',
      'name',
      'description',
      'seed',
      'clients',
      'data',
      'protocol',
      'compare',
      'network',
      'devices',
      'availability',
      'use',
      'faults',
      'collusion',
      'expect',
      'sweep',
      'swarm',
      'limits',
    ];
    expect(Object.keys(json.properties).filter((key) => key !== '$schema')).toEqual(sections);
    expect(json.required).toEqual(['clients', 'data', 'protocol']);
  });

  test('offers every source, partition, preset and protocol by name', () => {
    const { data, protocol, network } = json.properties;
    const names = (choice: Section, key: string) =>
      choice.oneOf.map(({ properties }) => properties[key].const);
    expect(names(data, 'source')).toEqual([
      'gaussian-mixture',
      'csv',
      'jsonl',
      'parquet',
      'arrow',
      'npy',
      'npz',
      'idx',
      'leaf',
    ]);
    expect(names(data.oneOf[1].properties['partition'], 'by')).toEqual([
      'iid',
      'client',
      'class',
      'dirichlet',
      'power-law',
    ]);
    expect(names(protocol, 'name')).toEqual(['lloyd', 'secfc']);
    expect(network.properties['preset'].enum).toEqual(['lan', 'wan', 'mobile']);
  });

  test('has the settings of a protocol that it does not know', () => {
    const parameters = z.strictObject({ luck: z.int().meta({ description: 'how much' }) });
    const own = scenarioJsonSchema(pluginsOf({ ...lloyd, name: 'own', parameters })) as Section;
    expect(own.properties['protocol'].oneOf[0].properties['luck']).toMatchObject({ description: 'how much' });
  });

  test('knows the units of quantities', () => {
    const { limits, network, devices } = json.properties;
    const pattern = ({ pattern: source = '$^' }: Section, text: string) => new RegExp(source, 'u').test(text);
    const { time } = limits.properties;
    for (const unit of ['ns', 'us', 'ms', 's', 'min', 'h']) expect(pattern(time, `1.5${unit}`)).toBe(true);
    for (const text of ['1', 'h', '1d', '-1h', '1h1s']) expect(pattern(time, text)).toBe(false);
    const { uplink } = network.properties['server'].properties;
    expect(uplink.anyOf.map((form) => form.const ?? pattern(form, '20Mbps'))).toEqual([true, 'unlimited']);
    for (const unit of ['B', 'KB', 'MB', 'KiB', 'MiB']) {
      expect(pattern(network.properties['framing'], `64${unit}`)).toBe(true);
    }
    expect(pattern(devices.properties['server'], '2Gop/s')).toBe(true);
  });

  test('refuses keys that do not exist, in every section', () => {
    const open: string[] = [];
    const walk = (part: unknown, path: string): void => {
      if (typeof part !== 'object' || part === null) return;
      const { type, additionalProperties } = part as Record<string, unknown>;
      if (type === 'object' && additionalProperties !== false) open.push(path);
      for (const [key, inner] of Object.entries(part)) walk(inner, `${path}/${key}`);
    };
    walk(json, '');
    // Names of roles, of tasks and messages, of a protocol's figures and of what a sweep varies are not known beforehand.
    const profiles = new Set(
      ['profile', 'profiles/additionalProperties'].flatMap((place) =>
        ['tasks', 'messages'].map(
          (table) => `/properties/devices/properties/${place}/anyOf/1/properties/${table}`,
        ),
      ),
    );
    expect(open.filter((path) => !profiles.has(path))).toEqual([
      '/properties/network/properties/roles',
      '/properties/devices/properties/profiles',
      '/properties/devices/properties/roles',
      '/properties/expect/properties/figures',
      '/properties/sweep',
    ]);
  });
});

describe('an editor and Cahoots agree', () => {
  test.each([
    ['as it is', []],
    ['a bare one', [[SMALL.slice(SMALL.indexOf('network:')), '']]],
    [
      'another protocol',
      [
        ['name: secfc', 'name: lloyd'],
        ['  privacy: 2\n', ''],
      ],
    ],
    ['a latency that is drawn', [['preset: lan', 'latency: { normal: { mean: 1ms, deviation: 1us } }']]],
    ['a loss in percent', [['preset: lan', 'loss: 1%']]],
    ['unlimited links', [['preset: lan', 'clients: { uplink: unlimited, downlink: 1Gbps }']]],
  ] as const)('on what is right: %s', (_, edits) => {
    const document: unknown = parse(edited(SMALL, ...edits));
    expect([accepted(document), conforms(json, document)]).toEqual([true, true]);
  });

  test.each([
    ['clients: 5', 'clients: 0'],
    ['clients: 5', 'clients: five'],
    ['clients: 5', 'client: 5'],
    ['seed: 1', 'seed: 1.5'],
    ['source: gaussian-mixture', 'source: sql'],
    ['by: iid', 'by: class'],
    ['name: secfc', 'name: lloyd'],
    ['name: secfc', 'name: sefcc'],
    ['  clusters: 2\n', ''],
    ['privacy: 2', 'privacy: 2\n  scale: 0'],
    ['time: 1h', 'time: 1'],
    ['2Gop/s', '2GHz'],
    ['preset: lan', 'preset: moon'],
    ['preset: lan', 'loss: 1 %%'],
    ['preset: lan', 'latency: { normal: { mean: 1ms } }'],
    ['preset: lan', 'links: [{ from: server }]'],
    ['[client-2]', '[]'],
  ])('on what is wrong: %j -> %j', (from, to) => {
    const document: unknown = parse(edited(SMALL, [from, to]));
    expect([accepted(document), conforms(json, document)]).toEqual([false, false]);
  });

  test('an editor never underlines what Cahoots accepts', () => {
    let right = 0;
    fc.assert(
      fc.property(withOneEdit(quickstart), (document) => {
        if (!accepted(document)) return;
        right++;
        expect(conforms(json, document)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(right).toBeGreaterThan(50);
  });
});
