import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { standard } from '../../../bin/standard.ts';
import { type LoadOptions, variantsOf } from '../../../src/run/scenario/load.ts';
import { ScenarioFile } from '../../../src/run/scenario/document.ts';
import { TraceReader } from '../../../src/run/trace/reader.ts';
import { reported } from '../../support/report-runs.ts';
import { edited, scenarios, SMALL } from '../../support/small-scenario.ts';
import { pluginsWith } from '../../support/plugins.ts';
import { sides } from '../../support/scenario-sides.ts';

const plugins = [standard];

const { load, mistakes, write } = scenarios();
/** Its list begins in line 23. */
const comparing = (list: string): string => `${SMALL}compare:\n${list}`;
const KFED = comparing('  - { name: kfed, clustersPerClient: 1 }\n');
const titles = (text: string, options: Partial<LoadOptions> = {}): readonly string[] =>
  variantsOf(write('s.yaml', text), { plugins, ...options });
/** What a variant's protocol section comes to, as somebody would have written it. */
const sectionOf = (text: string, variant: number, options: Partial<LoadOptions> = {}): object =>
  (load(text, { ...options, variant }).source as { protocol: object }).protocol;

describe('what a scenario compares', () => {
  test('is its own protocol, where it has no list or an empty one', () => {
    expect(titles(SMALL)).toEqual(['secfc']);
    expect(titles(`${SMALL}compare: []\n`)).toEqual(['secfc']);
  });

  test('is titled by names, and by the settings that the list gives', () => {
    const list = '  - lloyd\n  - { name: kfed, clustersPerClient: 1, timeout: 2h }\n  - { name: lloyd }\n';
    expect(titles(comparing(list))).toEqual([
      'secfc',
      'lloyd',
      'kfed clustersPerClient=1 timeout=2h',
      'lloyd',
    ]);
  });

  test('may be the same protocol several times, under other settings', () => {
    const text = comparing('  - { name: secfc, privacy: 1 }\n  - { name: secfc, scale: 10 }\n');
    expect([0, 1, 2].map((variant) => load(text, { variant }).parameters)).toMatchObject([
      { privacy: 2, scale: 1000 },
      { privacy: 1, scale: 1000 },
      { privacy: 2, scale: 10 },
    ]);
  });

  test('may come from outside', () => {
    expect(titles(SMALL, { set: ['compare=[kfed]'] })).toEqual(['secfc', 'kfed']);
    expect(titles(KFED, { set: ['compare.0=lloyd'] })).toEqual(['secfc', 'lloyd']);
    expect(titles(KFED, { set: ['protocol.name=lloyd', 'protocol={ name: lloyd, clusters: 2 }'] })[0]).toBe(
      'lloyd',
    );
  });
});

describe('what another protocol takes over', () => {
  const full = edited(comparing('  - lloyd\n  - kfed\n  - { name: lloyd, clusters: 3, timeout: 5h }\n'), [
    'privacy: 2',
    'privacy: 2\n  scale: 100\n  start: k-means++\n  centreSeparation: true\n  maxIterations: 7\n  timeout: 4h\n  reveal: true',
  ]);

  test('is every setting that it has too, and no other', () => {
    const carried = { clusters: 2, maxIterations: 7, timeout: '4h' };
    expect(sectionOf(full, 1)).toEqual({
      name: 'lloyd',
      ...carried,
      scale: 100,
      start: 'k-means++',
      centreSeparation: true,
    });
    expect(sectionOf(full, 2)).toEqual({ name: 'kfed', ...carried });
  });

  test('gives way to what the list says', () => {
    expect(sectionOf(full, 3)).toMatchObject({ clusters: 3, timeout: '5h', maxIterations: 7 });
  });

  test('is what was written, and not what a protocol would have by default', () => {
    // Without a scale of its own, Lloyd takes points as they are; SecFC's default is no setting of the file.
    expect(sectionOf(KFED, 1)).toEqual({ name: 'kfed', clusters: 2, clustersPerClient: 1 });
    expect(load(comparing('  - lloyd\n'), { variant: 1 }).parameters).not.toHaveProperty('scale');
  });

  test('includes what is set from outside', () => {
    const set = ['protocol.maxIterations=3', 'protocol.privacy=1', 'compare.0.clustersPerClient=2'];
    expect(sectionOf(KFED, 1, { set })).toEqual({
      name: 'kfed',
      clusters: 2,
      maxIterations: 3,
      clustersPerClient: 2,
    });
  });

  test('includes a file to start from', () => {
    write(
      'start.csv',
      `rowFrom0,cluster\n${Array.from({ length: 40 }, (_, i) => `${i},${i % 2}\n`).join('')}`,
    );
    const text = edited(comparing('  - lloyd\n'), ['privacy: 2', 'privacy: 2\n  start: { file: start.csv }']);
    expect(load(text, { variant: 1 }).start).toEqual(load(text).start);
  });

  test('leaves everything else as it is: points, who holds them, network and devices', () => {
    for (const variant of [1, 2, 3]) {
      const { data, shards, population, rates, limits, seed, network } = load(full, { variant });
      const own = load(full);
      expect({ data, shards, population, rates, limits, seed }).toEqual({
        data: own.data,
        shards: own.shards,
        population: own.population,
        rates: own.rates,
        limits: own.limits,
        seed: own.seed,
      });
      expect(network.latency).toEqual(own.network.latency);
    }
  });

  test('makes it the scenario that has this protocol for its own', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('lloyd', 'kfed', 'secfc'),
        fc.constantFrom('lloyd', 'kfed', 'secfc'),
        (a, b) => {
          const settings: Record<string, object> = {
            lloyd: { clusters: 2, scale: 50, start: 'k-means++' },
            kfed: { clusters: 2, clustersPerClient: 1 },
            secfc: { clusters: 2, privacy: 1, maxIterations: 9 },
          };
          const base = parse(SMALL) as object;
          const text = (section: object): string => stringify({ ...base, ...section });
          const list = { protocol: { name: a, ...settings[a] }, compare: [{ name: b, ...settings[b] }] };
          const variant = load(text(list), { variant: 1 });
          const own = load(text({ protocol: sectionOf(text(list), 1) }));
          expect(variant.protocol).toBe(b);
          expect(variant.parameters).toEqual(own.parameters);
          expect({ ...(variant.source as object), compare: undefined }).toEqual({
            ...(own.source as object),
            compare: undefined,
          });
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('the scenario itself', () => {
  /** What happened, without the times that were measured on this machine. */
  function happened(trace: Buffer): unknown[] {
    const reader = new TraceReader('run.trace', trace);
    return JSON.parse(
      JSON.stringify([...reader.entries()], (key, value: unknown) =>
        key === 'measuredNs' ? undefined : value,
      ),
    ) as unknown[];
  }

  test('is what runs without a word about variants', async () => {
    const file = write('s.yaml', KFED);
    const [zero, none] = [await reported(file, { variant: 0 }), await reported(file)];
    expect(zero.result.hash).toBe(none.result.hash);
    expect(zero.result.labels).toEqual(none.result.labels);
  });

  test('does the very same with a list as without; only the trace says what the file said, the list included', async () => {
    const [listed, bare] = [await reported(write('l.yaml', KFED)), await reported(write('b.yaml', SMALL))];
    const entries = happened(listed.trace);
    expect(entries.length).toBeGreaterThan(50);
    expect(entries).toEqual(happened(bare.trace));
    expect(listed.result.findings).toEqual(bare.result.findings);
    expect(listed.result.labels).toEqual(bare.result.labels);
    expect(listed.result.hash).not.toBe(bare.result.hash);
    const { scenario } = new TraceReader('run.trace', listed.trace).header;
    expect(scenario).toMatchObject({ compare: [{ name: 'kfed', clustersPerClient: 1 }] });
  });

  test('is refused for a mistake in what it compares, too', () => {
    const text = comparing('- { name: kfed, clustersPerClient: none }\n');
    expect(mistakes(text)).toEqual(mistakes(text, { variant: 1 }));
    // What only the other protocol can see is found when that one is to run.
    expect(load(comparing('- { name: secfc, privacy: 3 }\n')).protocol).toBe('secfc');
  });

  test('keeps in the trace of another protocol what that had for settings', async () => {
    const { trace } = await reported(write('s.yaml', KFED), { variant: 1 });
    expect(new TraceReader('run.trace', trace).header.scenario).toMatchObject({
      protocol: { name: 'kfed', clusters: 2, clustersPerClient: 1 },
    });
  });
});

describe('a list with an alias is read like one without', () => {
  const aliased = (...anchor: readonly [string, string]): string =>
    edited(KFED, anchor, ['clustersPerClient: 1', 'clustersPerClient: *t']);

  test('of something outside the protocol', () => {
    const text = aliased('components: 2', 'components: &t 2');
    expect(load(text, { variant: 1 }).parameters).toMatchObject({ clustersPerClient: 2 });
  });

  test('of a setting of the own protocol', () => {
    const text = aliased('privacy: 2', 'privacy: &t 2');
    expect(load(text, { variant: 1 }).parameters).toMatchObject({ clustersPerClient: 2 });
  });
});

test('every protocol that is registered may be compared, a user’s own too', () => {
  const text = comparing('- { name: sides, threshold: 0 }\n');
  const scenario = load(text, { variant: 1, plugins: pluginsWith(sides) });
  expect(scenario).toMatchObject({ protocol: 'sides', parameters: { clusters: 2, threshold: 0 } });
});

test('a file whose protocol was exchanged says so as plain values', () => {
  const file = new ScenarioFile(write('s.yaml', KFED));
  file.useProtocol(['compare', 0], (_, setting) => setting === 'clusters');
  expect(file.values).toMatchObject({ protocol: { name: 'kfed', clusters: 2, clustersPerClient: 1 } });
  expect(file.show(['protocol', 'name'])).toBe('"kfed"');
});
