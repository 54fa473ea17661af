import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { standard } from '../../../bin/standard.ts';
import { CahootsError, CahootsErrors } from '../../../src/core/base/errors.ts';
import { loadScenario, variantsOf } from '../../../src/run/scenario/load.ts';
import { withOneEdit } from '../../support/scenario-edits.ts';
import { edited, scenarios, SMALL } from '../../support/small-scenario.ts';

const plugins = [standard];

const { mistakes, write } = scenarios();
/** Its list begins in line 23. */
const comparing = (list: string): string => `${SMALL}compare:\n${list}`;
const KFED = comparing('  - { name: kfed, clustersPerClient: 1 }\n');

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
      /^s\.yaml:26:3 compare\.1\.clusterPerClient: expected one of name, .*clustersPerClient, got "clusterPerClient"; did you mean clustersPerClient\?$/,
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
    ['compare.0.scale=1', 1, /^: expected a mapping at compare\.0, got "lloyd"$/],
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
