import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { edited, refused, scenarios, SMALL } from '../../support/small-scenario.ts';

const plugins = [standard];

const { load, mistakes, write } = scenarios();

describe('a file', () => {
  test('that is not there is refused by name', () => {
    const [error] = refused(() => loadScenario('/no/such/s.yaml', { plugins }));
    expect(error.message).toBe('/no/such/s.yaml: expected a scenario, got no such file');
    expect(error.place).toEqual({ file: '/no/such/s.yaml' });
  });

  test('that is a directory is refused by name', () => {
    const directory = join(dirname(write('beside.yaml', '')), 'folder.yaml');
    mkdirSync(directory);
    const [error] = refused(() => loadScenario(directory, { plugins }));
    expect(error.message.startsWith(`${directory}: expected a scenario, got `)).toBe(true);
  });

  test.each([
    ['', 'nothing'],
    ['# only a comment\n', 'nothing'],
    ['---\n', 'nothing'],
    ['- a list\n', 'a list'],
    ['a text\n', 'a text'],
    ['3\n', 'a number'],
    ['null\n', 'nothing'],
    ['\0\u0001', 'a text'],
  ])('that holds no mapping is refused: %j', (text, got) => {
    expect(mistakes(text)).toEqual([`s.yaml:1:1: expected a mapping of settings, got ${got}`]);
  });

  test('of several documents is refused where the second begins', () => {
    expect(mistakes(`${SMALL}---\n${SMALL}`)[0]).toBe('s.yaml:23:1: expected one document, got several');
  });

  test('may begin with a byte order mark and end its lines as Windows does', () => {
    const windows = `\u{feff}${SMALL.replaceAll('\n', '\r\n')}`;
    expect(load(windows).population).toEqual(load(SMALL).population);
    expect(mistakes(edited(windows, ['clients: 5', 'clients: x']))).toEqual([
      's.yaml:3:10 clients: expected a number, got "x"',
    ]);
  });

  test('may use anchors and aliases', () => {
    const text = edited(
      SMALL,
      ['{ by: iid }', '&p { by: iid }'],
      ['points: 40', 'points: &m 40'],
      ['clusters: 2', 'clusters: *m'],
    );
    expect(load(text).parameters.clusters).toBe(40);
  });
});

describe('broken YAML is refused with its line', () => {
  test.each([
    ['clients: 5', 'clients: [5', /^s\.yaml:4:1: expected YAML, got an error: /],
    ['points: 40', 'points: 40: 3', /^s\.yaml:6:\d+: expected YAML, got an error: /],
    ['  privacy: 2', '\tprivacy: 2', /^s\.yaml:14:1: expected YAML, got an error: .*[Tt]ab/],
    ['name: small', "name: 'small", /^s\.yaml:\d+:\d+: expected YAML, got an error: /],
    ['  privacy: 2', ' privacy: 2', /^s\.yaml:14:\d+: expected YAML, got an error: /],
    ['name: small', 'name: "a\\nb"', /^s\.yaml:1:7 name: expected one line without control characters, got /],
    ['name: small', 'name: !colour red', /^s\.yaml:1:7: expected YAML, got an error: .*!colour/],
    ['clients: 5', 'seed: 2\nclients: 5', /^s\.yaml:3:1: expected YAML, got an error: .*unique/],
    ['privacy: 2', 'clusters: 2', /^s\.yaml:14:3: expected YAML, got an error: .*unique/],
  ])('%j -> %j', (from, to, said) => {
    expect(mistakes(edited(SMALL, [from, to]))[0]).toMatch(said);
  });

  test('a duplicate key is refused even where both values are the same', () => {
    expect(mistakes(`${SMALL}seed: 1\n`)).toHaveLength(1);
  });

  test('an alias without an anchor', () => {
    expect(mistakes(edited(SMALL, ['clients: 5', 'clients: *five']))[0]).toMatch(/^s\.yaml:3:10/);
  });

  test('a thing that contains itself', () => {
    expect(mistakes(edited(SMALL, ['clients: 5', 'clients: &c [*c]']))[0]).toMatch(/^s\.yaml:3:1/);
  });

  test('aliases of aliases that would fill the memory', () => {
    const bomb = Array.from({ length: 9 }, (_, i) => {
      return `x${i}: &a${i} [${Array.from({ length: 9 }, () => (i === 0 ? '1' : `*a${i - 1}`)).join(', ')}]\n`;
    });
    expect(mistakes(SMALL + bomb.join('')).join('\n')).toMatch(/alias/i);
  });
});

describe('a setting from outside', () => {
  test('wins over the file', () => {
    const scenario = load(SMALL, { set: ['protocol.privacy=1', 'clients=7', 'name=other name'] });
    expect(scenario).toMatchObject({ name: 'other name', parameters: { privacy: 1 } });
    expect(scenario.shards).toHaveLength(7);
  });

  test('adds what the file leaves out, whole sections too', () => {
    const bare = SMALL.slice(0, SMALL.indexOf('network:'));
    const scenario = load(bare, { set: ['network.server.uplink=5Mbps', 'limits.time=2s'] });
    expect(scenario.limits.timeNs).toBe(2e9);
    expect(scenario.network.bandwidth('server').uplinkBps).toBe(5e6);
  });

  test('is YAML: numbers, lists and mappings', () => {
    const set = ['devices.overrides=[{ actors: [server], rate: 1op/s }]', 'data.partition={ by: iid }'];
    expect(load(SMALL, { set }).rates['server']).toEqual([1]);
    expect(load(SMALL, { set: ['name="3"'] }).name).toBe('3');
  });

  test('reaches into lists by number', () => {
    expect(load(SMALL, { set: ['devices.overrides.0.rate=1op/s'] }).rates['client'][1]).toBe(1);
  });

  test('that comes later wins', () => {
    expect(load(SMALL, { set: ['seed=3', 'seed=4'] }).seed).toBe(4);
  });

  test('becomes part of what is kept of the file', () => {
    expect(load(SMALL, { set: ['clients=7'], seed: 9 }).source).toMatchObject({ clients: 7, seed: 9 });
  });

  test('that is wrong is named, and not the file', () => {
    expect(mistakes(SMALL, { set: ['protocol.privacy=two'] })).toEqual([
      '--set protocol.privacy=two: expected a number, got "two"',
    ]);
    expect(mistakes(SMALL, { set: ['protocol.privcy=2'] })[0]).toMatch(
      /^--set protocol\.privcy=2: expected one of name, .*, got "privcy"; did you mean privacy\?$/,
    );
    expect(mistakes(SMALL, { set: ['network={ preset: moon }'] })).toEqual([
      '--set network={ preset: moon } network.preset: expected one of lan, wan, mobile, got "moon"',
    ]);
    expect(mistakes(SMALL, { set: ['protocol={ name: secfc, clusters: 2 }'] })).toEqual([
      '--set protocol={ name: secfc, clusters: 2 } protocol.privacy: expected a number, got nothing',
    ]);
    expect(mistakes(SMALL, { set: ['protocol.privacy=3'] })).toEqual([
      '--set protocol.privacy=3: expected n >= 2(l+t)-1 = 7 clients for segments l=1 and privacy t=3, got n=5',
    ]);
    expect(mistakes(SMALL, { set: ['clients=41'] })).toEqual([
      '--set clients=41: expected at most one for each of 40 points, got 41',
    ]);
  });

  test.each([
    'protocl.privacy=2',
    'data.partition={ by: iid, k: 2 }',
    'network.latency={ normal: { mean: 1ms, deviation: 1ms, sigma: 2 } }',
    'network.server.up.link=3',
    'devices.overrides.1.rate=1op/s',
  ])('%s is named too: the mistake is a key in it, or one beside it', (setting) => {
    const said = mistakes(SMALL, { set: [setting] });
    const place = `--set ${setting}`;
    const rest = said.map((message) => message.startsWith(place) && message.slice(place.length));
    expect(rest).toEqual(said.map(() => expect.stringMatching(/^( [\w.]+)?: expected /) as string));
  });

  test('leaves the places of other mistakes as they were', () => {
    const text = edited(SMALL, ['time: 1h', 'time: 1'], ['clients: 5', 'clients: five']);
    expect(mistakes(text, { set: ['clients=5', 'protocol.segments=1', 'name=x'] })[0]).toMatch(
      /^s\.yaml:22:9 limits\.time: /,
    );
  });

  test.each(['', 'protocol.privacy', '=3', '.a=3', 'a.=3', 'a..b=3', 'a b=3', 'protocol/privacy=3'])(
    'that is no path=value is refused: %j',
    (setting) => {
      expect(mistakes(SMALL, { set: [setting] })).toEqual([`--set: expected path=value, got ${setting}`]);
    },
  );

  test.each([
    ['name.first=x', /expected a mapping at name, got "\w+"$/],
    ['clients.number=3', /expected a mapping at clients, got \d+$/],
    ['data.points.all=3', /expected a mapping at data\.points, got \d+$/],
    ['devices.overrides.0.rate.now=1op/s', /expected a mapping at devices\.overrides\.0\.rate, got "\S+"$/],
  ])('cannot stand below a value: %s', (setting, said) => {
    const [mistake, ...more] = mistakes(SMALL, { set: [setting] });
    expect(mistake).toMatch(said);
    expect(mistake.startsWith(`--set ${setting}: `)).toBe(true);
    expect(more).toEqual([]);
  });

  test.each(['clients=[', 'clients={a: 1', "clients='5", 'clients=*five'])(
    'that is no YAML is refused: %s',
    (setting) => {
      const text = setting.slice('clients='.length);
      expect(mistakes(SMALL, { set: [setting] })).toEqual([
        `--set ${setting}: expected a value in YAML, got ${text}`,
      ]);
    },
  );

  test('that contains itself is refused', () => {
    expect(mistakes(SMALL, { set: ['clients=&c [*c]'] })).toEqual([
      '--set clients=&c [*c]: expected a value in YAML, got &c [*c]',
    ]);
  });

  test('below a section that the file leaves empty fills it', () => {
    const text = edited(SMALL, ['network:\n  preset: lan', 'network:']);
    expect(load(text, { set: ['network.preset=mobile'] }).network.loss).toBe(0.01);
  });

  test('into a list at no place of it says so', () => {
    const setting = 'devices.overrides.first.rate=1op/s';
    expect(mistakes(SMALL, { set: [setting] })[0]).not.toContain('expected a value in YAML');
  });
});

describe('a text that was read before', () => {
  test('is as it was: what was laid over it is gone, and mistakes in it keep their places', () => {
    const before = load(SMALL).source;
    expect(
      load(SMALL, {
        set: [
          'clients=7',
          'data={"source":"gaussian-mixture","points":9,"dimension":2,"components":1,"deviation":1}',
        ],
      }).source,
    ).not.toEqual(before);
    expect(load(SMALL).source).toEqual(before);
    const wrong = edited(SMALL, ['clients: 5', 'clients: x']);
    expect(mistakes(wrong)).toEqual(mistakes(wrong));
    expect(mistakes(wrong)).toEqual(['s.yaml:3:10 clients: expected a number, got "x"']);
  });
});
