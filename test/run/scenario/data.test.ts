import { describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { coordinateRanges } from '../../../src/run/data/range.ts';
import type { Scenario } from '../../../src/run/scenario/load.ts';
import { idxBytes } from '../../support/idx-writer.ts';
import { scenarios } from '../../support/small-scenario.ts';

const { load, mistakes, write } = scenarios();

const text = (clients: number, data: string): string => `clients: ${clients}
data: ${data}
protocol: { name: lloyd, clusters: 2 }
`;
const classesOf = ({ data, shards }: Scenario): Set<number | undefined>[] =>
  shards.map((shard) => new Set(Array.from(shard, (row) => data.truth?.[row])));

describe("the papers' mixtures are scenarios", () => {
  test('SecFC, table 2', () => {
    const { data, shards } = load(
      text(
        10,
        `{ source: gaussian-mixture, points: 10000, dimension: 100, components: 4, deviation: 20, spread: 10,
           truth: nearest-centre, partition: { by: class, classesPerClient: 2 } }`,
      ),
    );
    expect(data.points).toMatchObject({ rows: 10_000, columns: 100 });
    expect(shards).toHaveLength(10);
  });

  test('MUFC: 3000 points of each component, a hundred clients of 300 with few components each, in the unit cube', () => {
    const scenario = load(
      text(
        100,
        `{ source: gaussian-mixture, points: 30000, dimension: 10, components: 10, deviation: 0.70710678,
           spread: 0.5, middle: 0.5, sizes: equal, scale: { minimum: -0.5, maximum: 0.5 },
           partition: { by: class, classesPerClient: 3 } }`,
      ),
    );
    const { data, shards } = scenario;
    for (let h = 0; h < 10; h++) expect(data.truth?.filter((class_) => class_ === h)).toHaveLength(3000);
    expect(new Set(shards.map((shard) => shard.length))).toEqual(new Set([300]));
    for (const classes of classesOf(scenario)) expect(classes.size).toBe(3);
    const { minimum, maximum } = coordinateRanges(data.points);
    expect([Math.min(...minimum), Math.max(...maximum)]).toEqual([-0.5, 0.5]);
  });

  test('FedDP-KMeans: a hundred clients of 1000 points, centres in the unit cube', () => {
    const { data, shards } = load(
      text(
        100,
        `{ source: gaussian-mixture, points: 100000, dimension: 100, components: 10, deviation: 0.70710678,
           spread: 0.5, middle: 0.5, partition: { by: iid } }`,
      ),
    );
    expect(new Set(shards.map((shard) => shard.length))).toEqual(new Set([1000]));
    // The paper's table 1 has 10.57 for the radius of its own draw.
    const norms = Array.from({ length: 1000 }, (_, i) =>
      Math.hypot(...data.points.values.subarray(100 * i, 100 * i + 100)),
    );
    expect(Math.max(...norms)).toBeGreaterThan(9);
    expect(Math.max(...norms)).toBeLessThan(12);
  });
});

test('the smallest mixture is one Gaussian, of no extent and one coordinate', () => {
  const data =
    '{ source: gaussian-mixture, points: 2, dimension: 1, components: 1, deviation: 0, spread: 0 }';
  expect([...load(text(1, data)).data.points.values]).toEqual([0, 0]);
});

test('rotated images come from files beside the scenario', () => {
  write('images.gz', gzipSync(idxBytes([3, 2, 2], [1, 2, 3, 4, 0, 0, 0, 0, 5, 6, 7, 8])));
  write('labels.gz', gzipSync(idxBytes([3], [2, 1, 2])));
  const scenario = load(
    text(
      4,
      `{ source: idx, images: images.gz, labels: labels.gz, classes: [2], rotate: [0, 90, 180, 270],
         scale: { minimum: 0, maximum: 7 }, partition: { by: class, classesPerClient: 1 } }`,
    ),
  );
  expect(scenario.data.points).toMatchObject({ rows: 8, columns: 4 });
  expect([...scenario.data.points.values.subarray(0, 8)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(classesOf(scenario).map((classes) => classes.size)).toEqual([1, 1, 1, 1]);
});

test('a LEAF file names its clients', () => {
  const data = { a: { x: [[1], [2]], y: [0, 1] }, b: { x: [[3]], y: [0] } };
  write('users.json', JSON.stringify({ users: ['a', 'b'], num_samples: [2, 1], user_data: data }));
  const leaf = '{ source: leaf, file: users.json, partition: { by: client } }';
  expect(load(text(2, leaf)).shards).toEqual([Uint32Array.of(0, 1), Uint32Array.of(2)]);
  expect(mistakes(text(3, leaf))).toEqual([
    's.yaml:1:10 clients: expected 2, as the data names so many, got 3',
  ]);
});

describe('a mistake is placed', () => {
  const mixture = 'source: gaussian-mixture, points: 9, dimension: 2, components: 2, deviation: 1';

  test.each([
    [
      `{ ${mixture}, scale: { minimum: 1, maximum: 1 } }`,
      'data.scale: expected a minimum below the maximum, got',
    ],
    [`{ ${mixture}, scale: { minimum: 1 } }`, 'data.scale.maximum: expected a number, got nothing'],
    [
      `{ ${mixture}, scale: { minimum: 0, maximum: .inf } }`,
      'data.scale.maximum: expected a number, got .inf',
    ],
    [
      `{ ${mixture}, sizes: odd }`,
      'data.sizes: expected drawn, equal, or a list of how many points each component has, got "odd"',
    ],
    [`{ ${mixture}, rotate: [0] }`, 'data.rotate: expected one of source, points,'],
    [`{ ${mixture}, partition: { by: dirichlet, concentration: 0 } }`, 'expected more than 0, got 0'],
    [
      `{ ${mixture}, partition: { by: power-law } }`,
      'data.partition.exponent: expected a number, got nothing',
    ],
    ['{ source: idx, images: a, rotate: [45] }', 'data.rotate.0: expected one of 0, 90, 180, 270, got 45'],
    ['{ source: idx, images: a, rotate: [0, 0] }', 'data.rotate: expected distinct angles, got [0,0]'],
    ['{ source: idx, images: a, rotate: [] }', 'data.rotate: expected at least 1 items, got []'],
    ['{ source: idx, images: a, classes: [256] }', 'data.classes.0: expected at most 255, got 256'],
    ['{ source: leaf }', 'data.file: expected a string, got nothing'],
  ])('%s', (data, said) => {
    const [first, ...others] = mistakes(text(3, data));
    expect(others).toEqual([]);
    expect(first).toMatch(/^s\.yaml:2:\d+ /);
    expect(first).toContain(said);
  });

  test('of a class that is not there, at the setting', () => {
    write('images.idx', idxBytes([2, 1, 1], [1, 2]));
    write('labels.idx', idxBytes([2], [3, 4]));
    expect(
      mistakes(text(1, '{ source: idx, images: images.idx, labels: labels.idx, classes: [5] }')),
    ).toEqual(['s.yaml:2:71 data.classes: expected classes among 3, 4, got 5']);
  });
});
