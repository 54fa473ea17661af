import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { standard } from '../../actors/index.ts';
import { CahootsError, CahootsErrors } from '../../src/base/errors.ts';
import { type LoadOptions, loadScenario, variantsOf } from '../../src/scenario/load.ts';
import { ScenarioFile } from '../../src/scenario/document.ts';
import { TraceReader } from '../../src/trace/reader.ts';
import { reported } from '../support/report-runs.ts';
import { withOneEdit } from '../support/scenario-edits.ts';
import { edited, scenarios, SMALL } from '../support/small-scenario.ts';
import { pluginsWith } from '../support/plugins.ts';
import { sides } from '../support/scenario-sides.ts';

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
    write('start.csv', `row,cluster\n${Array.from({ length: 40 }, (_, i) => `${i},${i % 2}\n`).join('')}`);
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

describe('a mistake in the list has its place', () => {
  const NAMES =
    'expected dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc, or a mapping with one of them as name';
  const WITH_NAME =
    'expected a mapping with name: one of dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc';

  test.each([
    ['- lloyds', `s.yaml:24:3 compare.0: ${NAMES}, got "lloyds"`],
    ['- lloyd\n- { name: sefcc }', `s.yaml:25:11 compare.1.name: ${WITH_NAME}, got "sefcc"`],
    ['- lloyd\n- { clusters: 2 }', `s.yaml:25:3 compare.1.name: ${WITH_NAME}, got nothing`],
    ['- lloyd\n-', `s.yaml:25:2 compare.1: ${NAMES}, got null`],
    ['- [lloyd]', `s.yaml:24:3 compare.0: ${NAMES}, got ["lloyd"]`],
    ['- 3', `s.yaml:24:3 compare.0: ${NAMES}, got 3`],
  ])('a protocol that there is not, whichever is to run: %j', (list, said) => {
    const text = comparing(`${list}\n`);
    for (const variant of [0, 1, 2]) expect(mistakes(text, { variant })).toEqual([said]);
    const file = write('s.yaml', text);
    expect(() => variantsOf(file, { plugins })).toThrow(said.replace('s.yaml', file));
  });

  test.each([['lloyd'], ['{ name: lloyd }'], ['3']])('something that is no list: %s', (value) => {
    const got = JSON.stringify(parse(value));
    expect(mistakes(`${SMALL}compare: ${value}\n`)).toEqual([
      `s.yaml:23:10 compare: expected a list, got ${got}`,
    ]);
  });

  test('values that are wrong', () => {
    const text = comparing('- lloyd\n- name: kfed\n  clustersPerClient: none\n  timeout: 3\n');
    expect(mistakes(text, { variant: 2 }).toSorted()).toEqual([
      's.yaml:26:22 compare.1.clustersPerClient: expected a number, got "none"',
      's.yaml:27:12 compare.1.timeout: expected a duration such as 40ms (units: ns, us, ms, s, min, h), got 3',
    ]);
  });

  test('a setting that the protocol does not have, where it stands', () => {
    const [said, ...others] = mistakes(comparing('- lloyd\n- name: kfed\n  clusterPerClient: 1\n'));
    expect(others).toEqual([]);
    expect(said).toMatch(
      /^s\.yaml:26:3 compare\.1\.clusterPerClient: expected one of name, .*clustersPerClient, got "clusterPerClient"$/,
    );
  });

  test('a setting that it needs, and that neither the list nor the own protocol has', () => {
    const text = edited(
      comparing('- secfc\n- { name: secfc }\n'),
      ['  name: secfc', '  name: lloyd'],
      ['  privacy: 2\n', ''],
    );
    expect([1, 2].map((variant) => mistakes(text, { variant }))).toEqual([
      ['s.yaml:23:3 compare.0.privacy: expected a number, got nothing'],
      ['s.yaml:24:3 compare.1.privacy: expected a number, got nothing'],
    ]);
  });

  test('a combination that only its protocol can see is impossible', () => {
    const text = comparing('- lloyd\n- { name: secfc, privacy: 3 }\n- { name: lloyd, scale: 1.0e+300 }\n');
    const needed = 'expected n >= 2(l+t)-1 = 7 clients for segments l=1 and privacy t=3, got n=5';
    expect(mistakes(text, { variant: 2 })).toEqual([`s.yaml:25:27 compare.1.privacy: ${needed}`]);
    expect(mistakes(text, { variant: 3 })[0]).toMatch(
      /^s\.yaml:26:25 compare\.2\.scale: expected less than /,
    );
  });

  test('a combination stands at the setting that is to change, also where it is taken over', () => {
    const text = comparing('- lloyd\n- { name: secfc, segments: 3 }\n');
    expect(mistakes(text, { variant: 2 })).toEqual([
      's.yaml:14:12 protocol.privacy: expected n >= 2(l+t)-1 = 9 clients for segments l=3 and privacy t=2, got n=5',
    ]);
  });

  test('a file that is not there', () => {
    const text = comparing('- { name: lloyd, start: { file: nowhere.csv } }\n');
    expect(mistakes(text, { variant: 1 })).toEqual([
      'nowhere.csv: expected a readable file, got no such file',
    ]);
  });

  test('more clusters than points', () => {
    expect(mistakes(comparing('- { name: lloyd, clusters: 41 }\n'), { variant: 1 })).toEqual([
      's.yaml:24:28 compare.0.clusters: expected at most one for each of 40 points, got 41',
    ]);
  });

  test('outside the list is where it would be for the own protocol', () => {
    expect(mistakes(edited(KFED, ['time: 1h', 'time: 1']), { variant: 1 })[0]).toMatch(
      /^s\.yaml:22:9 limits\.time: /,
    );
    // The own protocol is checked as well: the other may take its settings over.
    expect(mistakes(edited(KFED, ['privacy: 2', 'privacy: two']), { variant: 1 })).toEqual([
      's.yaml:14:12 protocol.privacy: expected a number, got "two"',
    ]);
  });
});

describe('a mistake from outside names what was set', () => {
  const LISTED = comparing('- lloyd\n- { name: kfed, clustersPerClient: 1 }\n');

  test.each([
    ['compare.1.clustersPerClient=0', 2, 'expected at least 1, got 0'],
    [
      'compare.1={ name: kfed, clustersPerClient: 0 }',
      2,
      / compare\.1\.clustersPerClient: expected at least 1, got 0$/,
    ],
    [
      'compare=[lloyd, { name: kfed, clustersPerClient: 0 }]',
      2,
      / compare\.1\.clustersPerClient: expected at least 1, got 0$/,
    ],
    ['compare.1.luck=7', 2, /^: expected one of name, .*, got "luck"$/],
    [
      'compare.0=sefcc',
      0,
      /^: expected dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc, or .*, got "sefcc"$/,
    ],
    ['compare.0.scale=1', 1, /^: expected a mapping, got a value at compare\.0$/],
    ['compare.one.scale=1', 1, /^: expected the number of an item, got one$/],
    ['protocol.maxIterations=0', 1, /^: expected at least 1, got 0$/],
    ['protocol.privacy=3', 0, /^: expected n >= 2\(l\+t\)-1 = 7 clients /],
  ])('--set %s', (setting, variant, said) => {
    const found = mistakes(LISTED, { set: [setting], variant });
    expect(found).toHaveLength(1);
    expect(found[0].startsWith(`--set ${setting}`)).toBe(true);
    expect(found[0].slice(`--set ${setting}`.length)).toMatch(said);
  });

  test('also where it was taken over by another protocol', () => {
    const found = mistakes(comparing('- { name: secfc, segments: 1 }\n'), {
      set: ['protocol.privacy=3', 'compare.0.segments=2'],
      variant: 1,
    });
    expect(found[0]).toMatch(/^--set protocol\.privacy=3: expected n >= /);
  });

  test('and not what was set for the own protocol only', () => {
    const found = mistakes(comparing('- { name: secfc, privacy: 3 }\n'), {
      set: ['protocol.privacy=1'],
      variant: 1,
    });
    expect(found[0]).toMatch(/^s\.yaml:24:27 compare\.0\.privacy: /);
  });

  test('and not a whole section, where the list says what is wrong', () => {
    const found = mistakes(comparing('- { name: kfed, clustersPerClient: 0 }\n'), {
      set: ['protocol={ name: lloyd, clusters: 2 }'],
      variant: 1,
    });
    expect(found[0]).toMatch(/^s\.yaml:24:36 compare\.0\.clustersPerClient: /);
  });
});

test('a place that the list does not have is refused', () => {
  expect(mistakes(KFED, { variant: 2 })).toHaveLength(1);
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

/** What is said about a scenario and all that it compares, nothing where all load; any other error passes through. */
function answers(text: string): readonly CahootsError[] {
  const file = write('edited.yaml', text);
  try {
    const count = variantsOf(file, { plugins }).length;
    for (let variant = 0; variant < count; variant++) loadScenario(file, { plugins, variant });
    return [];
  } catch (error) {
    if (!(error instanceof CahootsError)) throw error;
    return error instanceof CahootsErrors ? error.errors : [error];
  }
}

test('one edit of a scenario that compares leaves scenarios or mistakes of the user', () => {
  const document = parse(comparing('- lloyd\n- { name: kfed, clustersPerClient: 1 }\n')) as object;
  const { protocol, compare } = document as Record<string, unknown>;
  let right = 0;
  let wrong = 0;
  fc.assert(
    fc.property(withOneEdit({ protocol, compare }), (part) => {
      const text = stringify({ ...document, ...(part as object) }, { aliasDuplicateObjects: false });
      const said = answers(text).map(({ message }) => message);
      expect(said.filter((message) => !/expected [^]*, got /.test(message))).toEqual([]);
      if (said.length === 0) right++;
      else wrong++;
    }),
    { numRuns: 250 },
  );
  expect(right).toBeGreaterThan(5);
  expect(wrong).toBeGreaterThan(50);
});

test('a file whose protocol was exchanged says so as plain values', () => {
  const file = new ScenarioFile(write('s.yaml', KFED));
  file.useProtocol(['compare', 0], (_, setting) => setting === 'clusters');
  expect(file.values).toMatchObject({ protocol: { name: 'kfed', clusters: 2, clustersPerClient: 1 } });
  expect(file.show(['protocol', 'name'])).toBe('"kfed"');
});
