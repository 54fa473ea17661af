import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lloyd, standard } from '../../../bin/standard.ts';
import { selectRows } from '../../../src/core/base/matrix.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { unlessRefused } from '../../support/refusal.ts';
import { edited, refused, scenarios, SMALL } from '../../support/small-scenario.ts';
import { pluginsOf } from '../../support/plugins.ts';

const plugins = [standard];

const { load, mistakes, write } = scenarios();
const CSV = 'source: csv\n  file: points.csv';
const MIXTURE = SMALL.slice(SMALL.indexOf('source:'), SMALL.indexOf('  partition:')).trimEnd();
/** The small scenario with its points from a file of these lines. */
const withCsv = (lines: string, settings = ''): string => {
  write('points.csv', lines);
  return edited(SMALL, [MIXTURE, CSV + settings]);
};
const rows = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');

describe('a scenario that can run', () => {
  test('says who holds which points, and what everybody may know', () => {
    const { population, shards, data, source } = load(SMALL);
    expect(population).toMatchObject({
      clients: ['client-1', 'client-2', 'client-3', 'client-4', 'client-5'],
      sizes: [8, 8, 8, 8, 8],
      points: 40,
      dimension: 3,
    });
    expect(shards.flatMap((shard) => [...shard]).toSorted((a, b) => a - b)).toEqual([...Array(40).keys()]);
    const column = (c: number): number[] =>
      Array.from({ length: 40 }, (_, i) => data.points.values[3 * i + c]);
    expect(population.minimum).toEqual([0, 1, 2].map((c) => Math.min(...column(c))));
    expect(population.maximum).toEqual([0, 1, 2].map((c) => Math.max(...column(c))));
    expect(source).toMatchObject({ name: 'small', clients: 5 });
  });

  test('is read once for runs that differ in their seed and their faults: what follows from neither is the same object', () => {
    const file = write('shared.yaml', SMALL);
    const pause = 'faults=[{"fault":"pause","who":["client-5"],"for":"1ms"}]';
    const one = loadScenario(file, { plugins, seed: 1, set: ['faults=[]'] });
    const other = loadScenario(file, { plugins, seed: 2, set: [pause] });
    expect(other.parties).toBe(one.parties);
    for (const section of ['data', 'network', 'devices', 'limits', 'swarm'] as const)
      expect(other.settings[section]).toBe(one.settings[section]);
    expect(other.data.points).not.toEqual(one.data.points);
    expect(other.faults).toMatchObject([{ fault: 'pause', name: 'pause 1' }]);
    const more = write('shared.yaml', edited(SMALL, ['clients: 5', 'clients: 6']));
    expect(loadScenario(more, { plugins, seed: 1 }).parties.clients).toHaveLength(6);
  });

  test('has every default filled in', () => {
    const bare = SMALL.slice(SMALL.indexOf('clients: 5'), SMALL.indexOf('network:'));
    expect(load(bare)).toMatchObject({
      name: '',
      description: '',
      seed: 0,
      limits: { timeNs: 24 * 3600e9, messages: 1e8, events: 1e9, heldBytes: 8 * 2 ** 30 },
      parameters: { start: 'random', maxIterations: 100, timeout: 30e9, segments: 1, scale: 1000 },
    });
  });

  test('is the same from the same file and seed, and another under another seed', () => {
    const first = load(SMALL);
    const { data, shards, rates } = load(SMALL);
    expect({ data, shards, rates }).toEqual({ data: first.data, shards: first.shards, rates: first.rates });
    const other = load(SMALL, { seed: 2 });
    expect(other.data.points).not.toEqual(first.data.points);
    expect(other.shards).not.toEqual(first.shards);
  });

  test('keeps its points when clients are added', () => {
    expect(load(SMALL, { set: ['clients=6'] }).data).toEqual(load(SMALL).data);
  });

  test('cannot be changed any more', () => {
    const scenario = load(SMALL) as { seed: number };
    expect(() => (scenario.seed = 2)).toThrow(TypeError);
  });

  test.each(['parameters', 'population', 'rates', 'network'] as const)(
    'cannot be changed inside: %s',
    (part) => {
      const inner = load(SMALL)[part] as unknown as Record<string, unknown>;
      expect(() => (inner[Object.keys(inner)[0]] = 'other')).toThrow(TypeError);
    },
  );
});

describe('the seed', () => {
  test('from outside wins over the file', () => {
    expect(load(SMALL, { seed: 7 }).seed).toBe(7);
    expect(load(SMALL, { seed: 7 }).shards).toEqual(load(edited(SMALL, ['seed: 1', 'seed: 7'])).shards);
    expect(load(SMALL, { seed: 7, set: ['seed=8'] }).seed).toBe(7);
  });

  test('may be as large as a double counts', () => {
    expect(load(edited(SMALL, ['seed: 1', `seed: ${2 ** 53 - 1}`])).seed).toBe(2 ** 53 - 1);
  });

  test.each([
    [`${2 ** 53}`, 'expected at most 9007199254740991, got 9007199254740992'],
    ['99999999999999999999', 'expected at most 9007199254740991, got 100000000000000000000'],
    ['-1', 'expected at least 0, got -1'],
    ['0.5', 'expected an integer, got 0.5'],
    ["'1'", 'expected a number, got "1"'],
    ['~', 'expected a number, got null'],
  ])('%s is refused', (seed, said) => {
    expect(mistakes(edited(SMALL, ['seed: 1', `seed: ${seed}`]))).toEqual([`s.yaml:2:7 seed: ${said}`]);
  });

  test.each([-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
    '%d from outside is refused',
    (seed) => {
      expect(mistakes(SMALL, { seed })[0]).toMatch(/ seed=\S+: expected /);
    },
  );
});

describe('a protocol that cannot work with this population is refused', () => {
  test.each([
    [
      ['clients: 5', 'clients: 4'],
      's.yaml:14:12 protocol.privacy: expected n >= 2(l+t)-1 = 5 clients for segments l=1 and privacy t=2, got n=4',
    ],
    [
      ['privacy: 2', 'privacy: 2\n  segments: 2'],
      's.yaml:14:12 protocol.privacy: expected n >= 2(l+t)-1 = 7 clients for segments l=2 and privacy t=2, got n=5',
    ],
    [
      ['clusters: 2', 'clusters: 41'],
      's.yaml:13:13 protocol.clusters: expected at most one for each of 40 points, got 41',
    ],
    [
      ['clients: 5', 'clients: 41'],
      's.yaml:3:10 clients: expected at most one for each of 40 points, got 41',
    ],
  ] as const)('%j', (edit, said) => {
    expect(mistakes(edited(SMALL, edit))).toEqual([said]);
  });

  test('two impossibilities are said at once', () => {
    const text = edited(SMALL, ['clusters: 2', 'clusters: 50'], ['privacy: 2', 'privacy: 3']);
    expect(mistakes(text).map((said) => said.split(' expected')[0])).toEqual([
      's.yaml:13:13 protocol.clusters:',
      's.yaml:14:12 protocol.privacy:',
    ]);
  });

  test('a field that is too small says how many moduli are enough, and so many are', () => {
    const text = edited(SMALL, ['privacy: 2', 'privacy: 2\n  moduli: 1']);
    const [said, ...others] = mistakes(text);
    expect(others).toEqual([]);
    const enough =
      /^s\.yaml:15:11 protocol\.moduli: expected at least (\d+): decoded values can reach \d+, got 1$/;
    const least = Number(enough.exec(said)?.[1]);
    expect(least).toBeGreaterThan(1);
    expect(mistakes(text, { set: [`protocol.moduli=${least - 1}`] })).toHaveLength(1);
    expect(load(text, { set: [`protocol.moduli=${least}`] }).parameters).toMatchObject({ moduli: least });
  });

  test('a scale that is too large says which is not, and that one is not', () => {
    const text = edited(SMALL, ['privacy: 2', 'privacy: 2\n  scale: 1.0e+15']);
    const [said, ...others] = mistakes(text);
    expect(others).toEqual([]);
    const less =
      /^s\.yaml:15:10 protocol\.scale: expected less than (\S+), so that sums of 40 quantised points stay below 2\^52, got 1000000000000000$/;
    const most = Number(less.exec(said)?.[1]);
    expect(load(text, { set: [`protocol.scale=${most * 0.99}`] }).parameters).toMatchObject({
      scale: most * 0.99,
    });
    expect(mistakes(text, { set: [`protocol.scale=${most * 1.01}`] })).toHaveLength(1);
  });

  test('more segments than coordinates are refused', () => {
    const text = edited(SMALL, ['privacy: 2', 'privacy: 1\n  segments: 4'], ['clients: 5', 'clients: 20']);
    expect(mistakes(text)).toEqual([
      's.yaml:15:13 protocol.segments: expected at most the dimension, 3, got 4',
    ]);
  });

  test('centre separation without a grid is refused', () => {
    const text = edited(
      SMALL,
      ['name: secfc', 'name: lloyd\n  centreSeparation: true'],
      ['  privacy: 2\n', ''],
    );
    expect(mistakes(text)).toEqual([
      's.yaml:13:21 protocol.centreSeparation: expected false, or a protocol.scale, got true',
    ]);
  });

  test.each(['1e300', '1e14\n  centreSeparation: true'])(
    'a grid of centralised Lloyd on which nothing can be computed is refused: scale %s',
    (scale) => {
      const text = edited(SMALL, ['name: secfc', 'name: lloyd'], ['privacy: 2', `scale: ${scale}`]);
      expect(mistakes(text)[0]).toMatch(/^s\.yaml:14:10 protocol\.scale: expected less than /);
    },
  );
});

describe('an actor that is not there is refused', () => {
  test('where devices name it', () => {
    expect(
      mistakes(edited(SMALL, ['[client-2]', '[client-2, client-6, clint-1, server, client-02]'])),
    ).toEqual([
      's.yaml:20:28 devices.overrides.0.actors.1: expected server or client-1 to client-5, got client-6',
      's.yaml:20:38 devices.overrides.0.actors.2: expected server or client-1 to client-5, got clint-1',
      's.yaml:20:55 devices.overrides.0.actors.4: expected server or client-1 to client-5, got client-02',
    ]);
  });

  test('where links name it, and a star is everybody', () => {
    const links = "links: [{ from: '*', to: client-0 }, { from: Server, to: '*' }]";
    expect(mistakes(edited(SMALL, ['preset: lan', links]))).toEqual([
      's.yaml:16:28 network.links.0.to: expected server or client-1 to client-5, got client-0',
      's.yaml:16:48 network.links.1.from: expected server or client-1 to client-5, got Server',
    ]);
  });

  test('a star among devices slows everybody down or is refused, and is not passed over', () => {
    const text = edited(SMALL, ['[client-2]', "['*']"]);
    const rates = unlessRefused(() => load(text).rates.clients) ?? [1e7];
    expect(new Set(rates)).toEqual(new Set([1e7]));
  });
});

describe('points from a file', () => {
  const lines = `x,y,kind,who\n${rows(40, (i) => `${i},${i % 7},${i % 2 ? 'odd' : 'even'},c${i % 5}`)}`;
  const names = '\n  label: kind\n  client: who';

  test('are found beside the scenario, wherever the program runs', () => {
    const { data, population } = load(withCsv(lines, names));
    expect(population).toMatchObject({ points: 40, dimension: 2, minimum: [0, 0], maximum: [39, 6] });
    expect(data.classes).toEqual(['even', 'odd']);
  });

  test('go to the clients that the file names', () => {
    const text = edited(withCsv(lines, names), ['by: iid', 'by: client']);
    const { data, shards } = load(text);
    shards.forEach((shard, client) => {
      const points = selectRows(data.points, shard);
      const first = Array.from({ length: points.rows }, (_, i) => points.values[2 * i]);
      expect(first).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((i) => 5 * i + client));
    });
  });

  test('that are not there are refused with the name of the file', () => {
    const text = edited(SMALL, [MIXTURE, 'source: csv\n  file: nowhere.csv']);
    expect(mistakes(text)[0]).toMatch(/^nowhere\.csv: expected a readable file, got /);
  });

  const HINT = '; a column of words goes under data.categories or data.ignore';
  test.each([
    ['NaN', 'a value', ''],
    ['Infinity', 'a finite number', HINT],
    ['three', 'a finite number', HINT],
    ['0x10', 'a finite number', HINT],
  ])('with %s in them are refused at the line of that file', (cell, expected, hint) => {
    const text = withCsv(lines.replace('\n11,', `\n${cell},`), names);
    expect(mistakes(text)).toEqual([
      `points.csv:13: expected ${expected} in column "x", got "${cell}"${hint}`,
    ]);
  });

  test('with a hole are refused at the line, unless such rows are skipped', () => {
    const holed = lines.replace('\n11,', '\n,');
    expect(mistakes(withCsv(holed, names))).toEqual([
      'points.csv:13: expected a value in column "x", got an empty cell',
    ]);
    expect(load(withCsv(holed, `${names}\n  missing: skip`)).population.points).toBe(39);
  });

  test('without the column that is named are refused with the columns that there are', () => {
    expect(mistakes(withCsv(lines, '\n  label: class'))).toEqual([
      'points.csv:1 data.label: expected one of the columns "x", "y", "kind", "who", got "class"',
    ]);
  });

  test('that are an NPY file of something else are refused with its name', () => {
    write('points.npy', 'x,y\n1,2\n');
    const text = edited(SMALL, [MIXTURE, 'source: npy\n  points: points.npy']);
    expect(mistakes(text)[0]).toMatch(/^points\.npy: expected the magic string of an NPY file/);
  });
});

describe('a partition that the data cannot have is refused', () => {
  const plain = `x\n${rows(10, String)}`;

  test('by client, where the points have none', () => {
    const said = 's.yaml:10:14 data.partition: expected data that names the client of each point, got none';
    expect(mistakes(edited(SMALL, ['by: iid', 'by: client']))).toEqual([said]);
  });

  test('by client, where the data names another number of them', () => {
    const text = withCsv(`x,who\n${rows(40, (i) => `${i},c${i % 3}`)}`, '\n  client: who');
    expect(mistakes(edited(text, ['by: iid', 'by: client']))).toEqual([
      's.yaml:3:10 clients: expected 3, as the data names so many, got 5',
    ]);
  });

  test('by class, where the points have none', () => {
    const text = edited(withCsv(plain), ['by: iid', 'by: class, classesPerClient: 2']);
    expect(mistakes(text)).toEqual([
      's.yaml:7:14 data.partition: expected data that names the class of each point, got none',
    ]);
  });

  test('by class, where the clients have too few places for all classes', () => {
    const text = edited(
      SMALL,
      ['components: 2', 'components: 9'],
      ['by: iid', 'by: class, classesPerClient: 1'],
    );
    expect(mistakes(text)[0]).toMatch(
      /^s\.yaml:10:45 data\.partition\.classesPerClient: expected at least 2, as 5 clients hold \d classes, got 1$/,
    );
  });
});

test('points that would not fit into memory are refused before they are drawn', () => {
  const text = edited(SMALL, ['points: 40', 'points: 100000000'], ['dimension: 3', 'dimension: 500000']);
  expect(mistakes(text)).toEqual([
    's.yaml:6:11 data.points: expected at most 268435456 coordinates in all, got 50000000000000',
  ]);
});

describe('every scenario that comes with Cahoots', () => {
  const folder = fileURLToPath(new URL('../../../scenarios/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      // Tables of the papers have data in files of their own.
      name.endsWith('.yaml') && !name.startsWith('paper'),
  );

  test('is there: quickstart at least', () => expect(files).toContain('quickstart.yaml'));

  test.each(files)('%s loads, and has a name', (file) => {
    const scenario = loadScenario(join(folder, file), { plugins });
    expect(scenario.name).not.toBe('');
  });
});

test('a scenario names only protocols that are registered', () => {
  const file = write('s.yaml', SMALL);
  const errors = refused(() => loadScenario(file, { plugins: pluginsOf(lloyd) }));
  expect(errors.map(({ place }) => place)).toEqual([
    { file: join(dirname(file), 's.yaml'), line: 12, column: 9, path: 'protocol.name' },
  ]);
  expect(errors[0].message).toContain('one of lloyd, got "secfc"');
});
