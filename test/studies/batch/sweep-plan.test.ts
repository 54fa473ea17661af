import { describe, expect, test } from 'vitest';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { planSweep } from '../../../src/studies/batch/sweep-plan.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { plugins } from '../../support/plugins.ts';
import { edited, SMALL } from '../../support/small-scenario.ts';

const write = temporaryFiles();
const planned = (sweep: string, set?: readonly string[]) =>
  planSweep(write('sweep.yaml', `${SMALL}${sweep}`), { plugins, ...(set && { set }) });
const titles = (sweep: string): string[] => {
  const { points, axes } = planned(sweep);
  return points.map(({ settings }) => axes.map((axis) => settings[axis] ?? '-').join(' '));
};

function refusedBy(sweep: string, set?: readonly string[]): string {
  try {
    planned(sweep, set);
  } catch (error) {
    if (error instanceof CahootsError) return error.message;
    throw error;
  }
  return 'not refused';
}

describe('the points of a sweep', () => {
  test('are all combinations in the order of the axes, the last the quickest', () => {
    expect(titles('sweep: { clients: [5, 6], protocol.privacy: 1..2 }')).toEqual([
      '5 1',
      '5 2',
      '6 1',
      '6 2',
    ]);
  });

  test('vary what only some protocols have for these alone: the others are there once', () => {
    const sweep = 'sweep: { protocol: [secfc, lloyd, kfed], protocol.privacy: [1, 2] }';
    expect(titles(sweep)).toEqual(['secfc 1', 'secfc 2', 'lloyd -', 'kfed -']);
  });

  test('vary settings together where one key names several', () => {
    expect(titles('sweep: { "clients, data.points": [[5, 20], [6, 30]] }')).toEqual(['5 20', '6 30']);
  });

  test('have the names that values are given', () => {
    const faults = '{ none: [], one: [{ fault: dropout, who: client-1, when: { round: 1 } }] }';
    expect(titles(`sweep: { faults: ${faults} }`)).toEqual(['none', 'one']);
  });

  test('reach into lists', () => {
    const faults = 'faults: [{ fault: dropout, who: { fraction: 0.5 } }]\n';
    expect(titles(`${faults}sweep: { faults.0.who.fraction: [0, 0.2] }`)).toEqual(['0', '0.2']);
  });

  test('call a protocol that is there twice by what tells one from the other', () => {
    const two = '{ name: secfc, disclosure: blinded, timeout: 3s }';
    const { points } = planned(`sweep: { protocol: [secfc, ${two}, { name: lloyd, scale: 100 }] }`);
    expect(points.map(({ settings }) => settings['protocol'])).toEqual([
      'secfc',
      'secfc disclosure=blinded timeout=3s',
      'lloyd',
    ]);
  });

  test('carry settings over to other protocols, as comparisons do', () => {
    const { points } = planned('sweep: { protocol: [lloyd, { name: secfc, segments: 2, privacy: 1 }] }');
    expect(points.map(({ settings }) => settings['protocol.clusters'])).toEqual([2, 2]);
    expect(points[1].settings['protocol.segments']).toBe(2);
  });
});

describe('runs', () => {
  test('are numbered point by point, each under every seed', () => {
    const { runs, at } = planned('sweep: { clients: [5, 6], seeds: [3, 9] }');
    const all = Array.from({ length: runs }, (_, i) => at(i).about);
    expect(all.map(({ clients, seed }) => [clients, seed])).toEqual([
      [5, 3],
      [5, 9],
      [6, 3],
      [6, 9],
    ]);
  });

  test("may be under one seed of one's choice", () => {
    const { runs, at } = planned('sweep: { clients: [5, 6], seeds: [3] }');
    expect([runs, at(0).about.seed, at(1).about.seed]).toEqual([2, 3, 3]);
  });

  test('begin with the seed of the scenario where only their number is given', () => {
    const { seeds } = planSweep(
      write('s.yaml', `${edited(SMALL, ['seed: 1', 'seed: 7'])}sweep: { seeds: 3 }`),
      {
        plugins,
      },
    );
    expect(seeds).toEqual([7, 8, 9]);
  });

  test('are the very runs that their settings make of the scenario on a command line', async () => {
    const faults = 'faults: [{ fault: dropout, who: { fraction: 0.5 } }]\n';
    const axes =
      'protocol: [secfc, { name: lloyd, scale: 100 }], protocol.privacy: [1, 2], faults.0.who.fraction: [0, 0.2]';
    const { runs, at } = planned(`${faults}sweep: { ${axes} }`);
    expect(runs).toBe(6);
    for (const place of [0, 3, 5]) {
      const { request, about } = at(place);
      const scenario = loadScenario(request.file, { plugins, seed: request.seed, set: request.set });
      const source = scenario.source as Record<string, unknown>;
      expect(JSON.stringify({ ...source, seed: null })).toBe(about.scenario);
      expect(source['seed']).toBe(about.seed);
      expect((await run(scenario, { plugins })).hash).toMatch(/^[0-9a-f]{64}$/);
    }
  });
});

describe('what cannot run', () => {
  const TOO_MUCH = 'protocol.privacy: [1, 2, 3, 4]';

  test('is listed with its reason and left out where the sweep says so', () => {
    const { points, skipped } = planned(`sweep: { ${TOO_MUCH}, skip: invalid }`);
    expect(points.length + skipped.length).toBe(4);
    expect(skipped.map(({ title }) => title)).toEqual(['protocol.privacy=3', 'protocol.privacy=4']);
    expect(skipped[0].reason).toMatch(/sweep\.yaml:\d+:\d+ sweep\.protocol\.privacy\.2: expected /);
  });

  test('is refused where it does not, with the place of the value and what would help', () => {
    expect(refusedBy(`sweep: { ${TOO_MUCH} }`)).toMatch(
      /sweep\.yaml:\d+:\d+ sweep\.protocol\.privacy\.2: expected .*\(protocol\.privacy=3\)\n.*\n`skip: invalid`/,
    );
  });

  test.each([
    ['no axis', '', /expected what to vary/],
    ['no values', 'sweep: { clients: [] }', /sweep\.clients: expected at least one value/],
    ['one value', 'sweep: { clients: 5 }', /expected a list of values, a range such as/],
    ['a value twice', 'sweep: { clients: [5, 5] }', /expected each value once/],
    ['a range without sense', 'sweep: { clients: 8..1 }', /expected a range that goes up/],
    ['too few values of several paths', 'sweep: { "clients, data.points": [[5]] }', /expected 2 values/],
    ['a setting in another', 'sweep: { data: [{}], data.points: [1] }', /expected each setting once/],
    [
      'a setting that no protocol has',
      'sweep: { protocol.privcy: [1, 2] }',
      /expected a setting of one of the sweep's/,
    ],
    ['a protocol that there is not', 'sweep: { protocol: [secfc, nothing] }', /sweep\.protocol\.1/],
    ['a protocol without a name', 'sweep: { protocol: [7] }', /expected the name of a protocol/],
    ['seeds that are none', 'sweep: { seeds: soon }', /expected how many seeds/],
    ['half a seed', 'sweep: { clients: [5], seeds: 2.5 }', /expected how many seeds.*, got 2\.5/],
    ['another word for skip', 'sweep: { clients: [5, 6], skip: all }', /sweep\.skip: expected invalid/],
  ])('%s', (_, sweep, reason) => {
    expect(refusedBy(sweep)).toMatch(reason);
  });

  test('a setting from outside that the sweep varies', () => {
    expect(refusedBy('sweep: { protocol.privacy: [1, 2] }', ['protocol.privacy=1'])).toMatch(
      /--set protocol\.privacy=1: expected a setting that the sweep does not vary/,
    );
  });
});
