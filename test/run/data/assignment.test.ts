import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CLUSTERS, NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { readAssignment } from '../../../src/run/data/assignment.ts';
import { labelRows } from '../../../src/run/tidy/clustering.ts';
import { OutDirectory } from '../../../src/cli/out.ts';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { clusteringOf, play, plugins, QUIET, scenarioFiles, type Setting } from '../../support/scenarios.ts';
import { refusal, unlessRefused } from '../../support/refusal.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { thoroughly } from '../../support/long.ts';

const write = temporaryFiles();
const read = (text: string | Uint8Array, points: number, clusters: number) =>
  readAssignment(write('start.csv', text), { points, clusters });

describe('what is read', () => {
  test('every row has the cluster that stands beside it', () => {
    expect(read('rowFrom0,cluster\n0,2\n1,0\n2,1\n', 3, 3)).toEqual(Uint16Array.of(2, 0, 1));
  });

  test.each([
    ['rows in any order', 'rowFrom0,cluster\n2,1\n0,2\n1,0\n'],
    ['windows line ends', 'rowFrom0,cluster\r\n0,2\r\n1,0\r\n2,1\r\n'],
    ['no line end after the last row', 'rowFrom0,cluster\n0,2\n1,0\n2,1'],
    ['blank lines', 'rowFrom0,cluster\n\n0,2\n\n1,0\n2,1\n\n'],
    ['a byte order mark', '\uFEFFrowFrom0,cluster\n0,2\n1,0\n2,1\n'],
    ['quoted cells', '"rowFrom0","cluster"\n"0","2"\n1,"0"\n2,1\n'],
    ['spaces around cells', ' rowFrom0 , cluster\n 0, 2\n1 ,0\n2,\t1\n'],
    ['numbers with a point', 'rowFrom0,cluster\n0.0,2.0\n1.,0\n2e0,1\n'],
  ])('%s are accepted', (_, text) => {
    expect(read(text, 3, 3)).toEqual(Uint16Array.of(2, 0, 1));
  });

  test('rows are those of the source, of which some may have been left out', () => {
    const file = write('start.csv', 'rowFrom0,cluster\n7,1\n1,0\n2,\n');
    const assigned = { points: 3, sourceRows: Uint32Array.of(1, 2, 7), clusters: 2 };
    expect(readAssignment(file, assigned)).toEqual(Uint16Array.of(0, NO_CLUSTER, 1));
    const other = write('start.csv', 'rowFrom0,cluster\n1,0\n2,0\n3,0\n');
    expect(refusal(() => readAssignment(other, assigned)).message).toMatch(
      /:4: expected a row of the data from 0 to 7, each once and none that was left out, got "3"$/,
    );
    const short = write('start.csv', 'rowFrom0,cluster\n1,0\n2,0\n');
    expect(refusal(() => readAssignment(short, assigned)).message).toMatch(/got none for row 7$/);
  });

  test('an empty cell is no cluster', () => {
    expect(read('rowFrom0,cluster\n0,\n1,0\n2,""\n', 3, 1)).toEqual(
      Uint16Array.of(NO_CLUSTER, 0, NO_CLUSTER),
    );
  });

  test('the last of as many clusters as there can be is one', () => {
    expect(read(`rowFrom0,cluster\n0,${MAX_CLUSTERS - 1}\n`, 1, MAX_CLUSTERS)).toEqual(
      Uint16Array.of(MAX_CLUSTERS - 1),
    );
  });

  test('any assignment comes back from the file that a run leaves, with its rows in any order', () => {
    const label = fc.oneof(fc.nat(4), fc.constant(NO_CLUSTER));
    let place = 0;
    fc.assert(
      fc.property(
        fc.array(label, { minLength: 1, maxLength: 20 }),
        fc.infiniteStream(fc.nat()),
        (labels, keys) => {
          const directory = join(dirname(write('marker', '')), `out-${place++}`);
          const out = new OutDirectory(directory);
          const shards = [Uint32Array.from(labels.keys())];
          const population = { clients: ['client-1'] };
          const rows = labelRows(Uint16Array.from(labels), { data: {}, population, shards });
          out.finish({} as never, { 'labels.csv': rows });
          out.close();
          expect(
            readAssignment(join(directory, 'labels.csv'), { points: labels.length, clusters: 5 }),
          ).toEqual(Uint16Array.from(labels));
          const lines = labels.map((h, i) => ({
            key: keys.next().value,
            text: `${i},${h === NO_CLUSTER ? '' : h}\n`,
          }));
          const shuffled = lines.toSorted((a, b) => a.key - b.key).map(({ text }) => text);
          expect(read(`rowFrom0,cluster\n${shuffled.join('')}`, labels.length, 5)).toEqual(
            Uint16Array.from(labels),
          );
        },
      ),
      { numRuns: thoroughly(15, 50) },
    );
  });
});

describe('what is refused, and where', () => {
  const ROWS = 'a row of the data from 0 to 2, each once';
  const CLUSTERS = 'a cluster from 0 to 1, or nothing';
  const cases: [name: string, text: string, line: number | undefined, message: string][] = [
    ['an empty file', '', 1, 'expected a header row, got an empty file'],
    ['no header', '0,1\n1,0\n2,1\n', 1, 'expected the columns rowFrom0,cluster, got "0,1"'],
    [
      'the columns the other way round',
      'cluster,rowFrom0\n0,0\n',
      1,
      'expected the columns rowFrom0,cluster, got "cluster,rowFrom0"',
    ],
    ['a column too few', 'rowFrom0\n0\n1\n2\n', 1, 'expected the columns rowFrom0,cluster, got "rowFrom0"'],
    [
      'a column too many',
      'rowFrom0,cluster,note\n0,0,a\n',
      1,
      'expected the columns rowFrom0,cluster, got "rowFrom0,cluster,note"',
    ],
    ['other names', 'row,cluster\n0,0\n', 1, 'expected the columns rowFrom0,cluster, got "row,cluster"'],
    [
      'other separators',
      'rowFrom0;cluster\n0;0\n',
      1,
      'expected the columns rowFrom0,cluster, got "rowFrom0;cluster"',
    ],
    ['a column twice', 'row,row\n0,0\n', 1, 'expected distinct column names, got "row" twice'],
    [
      'a header alone',
      'rowFrom0,cluster\n',
      undefined,
      'expected all 3 rows of the data, got none for row 0',
    ],
    [
      'a row that is missing',
      'rowFrom0,cluster\n0,0\n2,1\n',
      undefined,
      'expected all 3 rows of the data, got none for row 1',
    ],
    ['a row twice', 'rowFrom0,cluster\n0,0\n1,1\n0,0\n2,0\n', 4, `expected ${ROWS}, got "0"`],
    [
      'a row that is not in the data',
      'rowFrom0,cluster\n0,0\n1,1\n2,1\n3,0\n',
      5,
      `expected ${ROWS}, got "3"`,
    ],
    ['rows that count from 1', 'rowFrom0,cluster\n1,0\n2,1\n3,1\n', 4, `expected ${ROWS}, got "3"`],
    ['a negative row', 'rowFrom0,cluster\n-1,0\n', 2, `expected ${ROWS}, got "-1"`],
    ['half a row', 'rowFrom0,cluster\n0.5,0\n', 2, `expected ${ROWS}, got "0.5"`],
    ['a row that is no number', 'rowFrom0,cluster\n0,0\nNaN,0\n', 3, `expected ${ROWS}, got "NaN"`],
    ['a row without a number', 'rowFrom0,cluster\n0,0\n,0\n', 3, `expected ${ROWS}, got ""`],
    ['a huge row', 'rowFrom0,cluster\n4294967296,0\n', 2, `expected ${ROWS}, got "4294967296"`],
    ['a cluster too high', 'rowFrom0,cluster\n0,0\n1,2\n', 3, `expected ${CLUSTERS}, got "2"`],
    ['a negative cluster', 'rowFrom0,cluster\n0,-1\n', 2, `expected ${CLUSTERS}, got "-1"`],
    ['half a cluster', 'rowFrom0,cluster\n0,0.5\n', 2, `expected ${CLUSTERS}, got "0.5"`],
    ['a cluster that is no number', 'rowFrom0,cluster\n0,none\n', 2, `expected ${CLUSTERS}, got "none"`],
    [
      'a cluster that would wrap around',
      'rowFrom0,cluster\n0,65536\n',
      2,
      `expected ${CLUSTERS}, got "65536"`,
    ],
    ['an infinite cluster', 'rowFrom0,cluster\n0,1e999\n', 2, `expected ${CLUSTERS}, got "1e999"`],
    ['a cell too few', 'rowFrom0,cluster\n0,0\n1\n', 3, 'expected 2 cells per row as in the header, got 1'],
    [
      'a cell too many',
      'rowFrom0,cluster\n0,0\n1,0,0\n',
      3,
      'expected 2 cells per row as in the header, got 3',
    ],
    ['an open quote', 'rowFrom0,cluster\n0,0\n"1,0\n2,0\n', 3, 'expected a closing quote for this row'],
  ];
  test.each(cases)('%s', (_, text, line, message) => {
    const error = refusal(() => read(text, 3, 2));
    expect(error.message).toContain(message);
    expect(error.place.line).toBe(line);
    expect(error.place.file).toMatch(/start\.csv$/);
  });

  test('what is no text', () => {
    expect(refusal(() => read(Uint8Array.of(0xff, 0xfe, 0), 3, 2)).message).toContain('expected UTF-8 text');
  });

  test('a file that is not there, and a directory', () => {
    const folder = dirname(write('marker', ''));
    expect(
      refusal(() => readAssignment(join(folder, 'nowhere.csv'), { points: 1, clusters: 1 })).message,
    ).toContain('got no such file');
    expect(refusal(() => readAssignment(folder, { points: 1, clusters: 1 })).message).toContain(
      'got a directory',
    );
  });

  test('the number that stands for no cluster inside', () => {
    const error = refusal(() => read(`rowFrom0,cluster\n0,${NO_CLUSTER}\n`, 1, 2));
    expect(error.message).toContain(`expected a cluster from 0 to 1, or nothing, got "${NO_CLUSTER}"`);
  });

  test('a header in one cell', () => {
    expect(refusal(() => read('"rowFrom0,cluster"\n0\n', 1, 2)).place.line).toBe(1);
  });
});

test('a damaged file is refused or read into an assignment of every row', () => {
  const whole = 'rowFrom0,cluster\r\n0,1\r\n"2",""\r\n1,0\r\n';
  const unit = fc.constantFrom('"', ',', '\r', '\n', '-', 'e', '.', '0', '1', '2', ' ', '\0', 'é');
  const damage = fc.record({
    at: fc.integer({ min: 16, max: whole.length }),
    removed: fc.nat(2),
    added: fc.string({ unit, maxLength: 2 }),
  });
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 2 }), (places) => {
      const text = places.reduce(
        (before, { at, removed, added }) => before.slice(0, at) + added + before.slice(at + removed),
        whole,
      );
      const labels = unlessRefused(() => read(text, 3, 2));
      if (labels === undefined) return;
      accepted++;
      expect(labels).toHaveLength(3);
      for (const label of labels) expect([0, 1, NO_CLUSTER]).toContain(label);
    }),
    { seed: 1, numRuns: thoroughly(450, 1500) },
  );
  expect(accepted).toBeGreaterThan(50);
});

describe('a scenario that starts from a file', () => {
  const load = scenarioFiles();
  const shards = [
    [
      [0, 0],
      [9, 9],
      [1, 0],
    ],
    [
      [8, 9],
      [0, 1],
      [5, 5],
    ],
    [
      [9, 8],
      [4, 4],
      [6, 5],
    ],
  ];
  const data = {
    source: 'csv',
    file: 'points.csv',
    client: 'client',
    partition: { by: 'client' },
  };
  /** Who holds what is mixed, so the order of the clients is not that of the data. */
  const mixed = ['client,x,y', 'a,0,0', 'b,8,9', 'a,9,9', 'c,9,8', 'b,0,1', 'a,1,0', 'c,4,4'].join('\n');
  const order = [0, 2, 5, 1, 4, 3, 6];

  /** A scenario in a folder of its own. */
  function folder(name: string, files: Record<string, string>): (name: string) => string {
    const at = join(dirname(write('marker', '')), name);
    mkdirSync(at, { recursive: true });
    for (const [file, text] of Object.entries(files)) write(join(name, file), text);
    return (file) => join(at, file);
  }

  const scenarioWith = (start: string, protocol = 'lloyd', extra = ''): string =>
    `clients: 3\ndata: ${JSON.stringify(data)}\nnetwork: ${JSON.stringify(QUIET)}\n` +
    `protocol: { name: ${protocol}, clusters: 3, start: ${start}${extra} }\n`;

  const labels = [2, 0, 1, NO_CLUSTER, 2, 0, 1];
  const table = `rowFrom0,cluster\n${labels.map((h, i) => `${i},${h === NO_CLUSTER ? '' : h}\n`).join('')}`;

  test.each([
    ['lloyd', ''],
    ['secfc', ', privacy: 1'],
  ])('starts with what the file says of each row of the data: %s', async (protocol, extra) => {
    const at = folder(`start-${protocol}`, {
      'points.csv': mixed,
      'start.csv': table,
      'scenario.yaml': scenarioWith('{ file: start.csv }', protocol, extra),
    });
    const scenario = loadScenario(at('scenario.yaml'), { plugins });
    expect(scenario.shards.flatMap((shard) => [...shard])).toEqual(order);
    expect(scenario.start).toEqual(Uint16Array.from(labels));
    const played = await play(scenario);
    expect([...clusteringOf(played).history[0]]).toEqual(order.map((row) => labels[row]));
    expect(played.findings).toMatchObject({
      start: { file: 'start.csv' },
      converged: true,
      equalsLloyd: true,
    });
  });

  test('the file lies where the scenario says, seen from the scenario', () => {
    const at = folder('near', {
      'points.csv': mixed,
      'scenario.yaml': scenarioWith('{ file: ../far/there.csv }'),
    });
    const far = folder('far', { 'there.csv': table });
    const relative = loadScenario(at('scenario.yaml'), { plugins });
    expect(relative.start).toEqual(Uint16Array.from(labels));
    const set = [`protocol.start={ file: ${JSON.stringify(far('there.csv'))} }`];
    expect(loadScenario(at('scenario.yaml'), { plugins, set }).start).toEqual(relative.start);
    const local = ['protocol.start.file=start.csv'];
    write(join('near', 'start.csv'), 'rowFrom0,cluster\n0,0\n1,0\n2,0\n3,0\n4,0\n5,0\n6,0\n');
    expect(loadScenario(at('scenario.yaml'), { plugins, set: local }).start).toEqual(new Uint16Array(7));
  });

  test.each([
    {
      what: 'a wrong cluster',
      text: 'rowFrom0,cluster\n0,0\n1,3\n',
      message: 'start.csv:3: expected a cluster from 0 to 2',
    },
    {
      what: 'a missing row',
      text: 'rowFrom0,cluster\n0,0\n',
      message: 'start.csv: expected all 7 rows of the data',
    },
    {
      what: 'a wrong header',
      text: 'row\n0\n',
      message: 'start.csv:1: expected the columns rowFrom0,cluster',
    },
  ])('$what is reported in the file of the start', ({ text, message }) => {
    const at = folder('wrong', {
      'points.csv': mixed,
      'start.csv': text,
      'scenario.yaml': scenarioWith('{ file: start.csv }'),
    });
    expect(refusal(() => loadScenario(at('scenario.yaml'), { plugins })).message).toContain(message);
  });

  test('a file that is not there is named', () => {
    const at = folder('gone', {
      'points.csv': mixed,
      'scenario.yaml': scenarioWith('{ file: nowhere.csv }'),
    });
    const error = refusal(() => loadScenario(at('scenario.yaml'), { plugins }));
    expect(error.message).toMatch(/gone.nowhere\.csv: expected a readable file, got no such file$/);
  });

  const expected =
    'expected random, k-means++, or a mapping with subsets and restarts, with file, or with protocol: mufc or kfed and its settings';
  const refusedStart = (start: string): string => {
    const at = folder('no-start', { 'points.csv': mixed, 'scenario.yaml': scenarioWith(start) });
    return refusal(() => loadScenario(at('scenario.yaml'), { plugins })).message;
  };

  test.each([
    ['start.csv', 'got "start.csv"'],
    ['[start.csv]', 'got ["start.csv"]'],
    ['{ path: start.csv }', 'got {"path":"start.csv"}'],
    ['{ file: 7 }', 'got {"file":7}'],
  ])('what is no start is refused in the scenario: %s', (start, got) => {
    expect(refusedStart(start)).toMatch(/scenario\.yaml:4:\d+ protocol\.start: /);
    expect(refusedStart(start)).toContain(`${expected}, ${got}`);
  });

  test('a key beside the file is refused in the words of other keys', () => {
    expect(refusedStart('{ file: start.csv, more: 1 }')).toMatch(/protocol\.start(\.more)?: expected /);
  });

  test.each([
    { name: 'lloyd' as const },
    { name: 'lloyd' as const, scale: 10, centreSeparation: true },
    { name: 'secfc' as const, privacy: 1 },
    { name: 'secfc' as const, privacy: 1, centreSeparation: true },
  ])('a start without any cluster ends in order: $name', async (settings) => {
    const rows = shards.flat().map((_, i) => `${i},\n`);
    const file = write('none.csv', `rowFrom0,cluster\n${rows.join('')}`);
    const protocol: Setting['protocol'] = { clusters: 2, start: { file }, ...settings };
    const { ending, labels: found, findings } = await play(load({ shards, protocol }));
    expect(ending).toBe('done');
    expect(found).toEqual(new Uint16Array(9).fill(NO_CLUSTER));
    expect(findings.equalsLloyd).toBe(true);
  });

  test('goes on from where another run ended', async () => {
    const first = load({ shards, seed: 5, protocol: { name: 'lloyd', clusters: 2, maxIterations: 1 } });
    const half = await play(first);
    const rows = [...(half.labels ?? [])].map((h, i) => `${i},${h}\n`);
    const file = write('half.csv', `rowFrom0,cluster\n${rows.join('')}`);
    const rest = await play(load({ shards, protocol: { name: 'lloyd', clusters: 2, start: { file } } }));
    const whole = await play(load({ shards, seed: 5, protocol: { name: 'lloyd', clusters: 2 } }));
    expect(clusteringOf(rest).history).toEqual(clusteringOf(whole).history.slice(1));
    expect(rest.labels).toEqual(whole.labels);
  });

  test('a protocol that finds its own start takes none', () => {
    const text = scenarioWith('{ file: start.csv }', 'kfed');
    const at = folder('kfed', { 'points.csv': mixed, 'start.csv': table, 'scenario.yaml': text });
    expect(() => loadScenario(at('scenario.yaml'), { plugins })).toThrow(CahootsError);
  });
});
