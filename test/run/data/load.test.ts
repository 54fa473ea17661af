import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { loadData } from '../../../src/run/data/load.ts';
import type { DataSet } from '../../../src/run/data/data-set.ts';
import { source as sourceOf } from '../../../src/run/data/source.ts';
import { filesIn } from '../../../src/run/scenario/data-files.ts';
import { sources } from '../../../src/run/data/sources/list.ts';
import { coordinateRanges } from '../../../src/run/data/range.ts';
import { Random } from '../../../src/core/base/random.ts';
import { idxBytes } from '../../support/idx-writer.ts';
import { npyBytes } from '../../support/npy-writer.ts';
import { PYARROW } from '../../support/pyarrow-files.ts';
import { refusal } from '../../support/refusal.ts';
import { expectSound } from '../../support/sound-files.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();

type Spec = Parameters<typeof loadData>[1] & { readonly source: string };

/** What a scenario's section says, its files as absolute paths. */
function load({ source, ...settings }: Spec, random: Random): DataSet {
  const from = sources.find(({ name }) => name === source);
  if (from === undefined) throw new Error(`there is no source ${source}`);
  return loadData(from, settings, {
    path: (file) => file,
    list: (folder) => filesIn(folder, folder),
    random,
  });
}

const PYARROW_COLUMNS = {
  label: 'kind',
  client: 'who',
  ignore: ['id', 'when', 'z'],
  missing: 'skip',
} as const;

const SOURCES = {
  'gaussian-mixture': () => ({
    source: 'gaussian-mixture',
    points: 3,
    dimension: 2,
    components: 2,
    deviation: 1,
    spread: 10,
    middle: 0,
    sizes: 'drawn',
    truth: 'nearest-centre',
  }),
  csv: () => ({
    source: 'csv',
    file: write('points.csv', 'id,x,kind,y,who\na,1,p,2,s\nb,3,q,4,s\nc,?,p,5,s\nd,6,q,7,r\n'),
    label: 'kind',
    client: 'who',
    ignore: ['id'],
    missing: 'skip',
  }),
  jsonl: () => ({
    source: 'jsonl',
    file: write(
      'points.jsonl',
      [
        { id: 'a', xy: [1, 2], kind: 'p', who: 's' },
        { id: 'b', kind: 'q', xy: [3, '4'], who: 's' },
        { id: 'c', kind: 'p', xy: [null, 5], who: 's' },
        { id: 'd', xy: [6, 7], kind: 'q', who: 'r' },
      ]
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    ),
    label: 'kind',
    client: 'who',
    ignore: ['id'],
    missing: 'skip',
  }),
  parquet: () => ({
    source: 'parquet',
    file: write('points.parquet', PYARROW.get('snappy.parquet') ?? ''),
    ...PYARROW_COLUMNS,
  }),
  arrow: () => ({
    source: 'arrow',
    file: write('points.feather', PYARROW.get('lz4.feather') ?? ''),
    ...PYARROW_COLUMNS,
  }),
  npz: () => ({
    source: 'npz',
    file: write(
      'arrays.npz',
      zipSync({
        'X.npy': npyBytes([1, 2, 3, 4, 6, 7], { shape: [3, 2] }),
        'y.npy': npyBytes([0, 1, 1], { descr: '<u4' }),
        'who.npy': [npyBytes([0, 0, 1], { descr: '<u4' }), { level: 0 }],
      }),
    ),
    labels: 'y',
    clients: 'who',
  }),
  npy: () => ({
    source: 'npy',
    points: write('points.npy', npyBytes([1, 2, 3, 4, 6, 7], { shape: [3, 2] })),
    labels: write('labels.npy', npyBytes([0, 1, 1], { descr: '<u4' })),
    clients: write('clients.npy', npyBytes([0, 0, 1], { descr: '<u4' })),
  }),
  idx: () => ({
    source: 'idx',
    images: write('images.idx', gzipSync(idxBytes([3, 1, 2], [1, 2, 3, 4, 6, 7]))),
    labels: write('labels.idx', idxBytes([3], [0, 1, 1])),
  }),
  leaf: () => ({
    source: 'leaf',
    file: write(
      'leaf.json',
      JSON.stringify({
        users: ['s', 'r'],
        num_samples: [2, 1],
        user_data: {
          s: {
            x: [
              [1, 2],
              [3, 4],
            ],
            y: ['p', 'q'],
          },
          r: { x: [[6, 7]], y: ['q'] },
        },
      }),
    ),
  }),
} satisfies Record<string, () => Spec>;

test.each(Object.entries(SOURCES))(
  '%s yields a sound data set with its truth, the same every time',
  (_, spec) => {
    const data = load(spec(), new Random(1));
    expectSound(data);
    expect(data.points).toMatchObject({ rows: 3, columns: 2 });
    expect(data.truth).toHaveLength(3);
    expect(load(spec(), new Random(1))).toEqual(data);
  },
);

test('the same points in different formats are the same data', () => {
  const of = (source: keyof typeof SOURCES): DataSet => load(SOURCES[source](), new Random(1));
  const [csv, jsonl, npy, npz, idx, leaf] = (['csv', 'jsonl', 'npy', 'npz', 'idx', 'leaf'] as const).map(of);
  expect(of('arrow')).toEqual(of('parquet'));
  expect({ ...of('parquet'), missing: undefined }).toEqual({ ...jsonl, missing: undefined });
  for (const { points, truth } of [npy, idx, leaf])
    expect({ points, truth }).toEqual({ points: csv.points, truth: csv.truth });
  for (const { owners } of [npy, leaf]) expect(owners).toEqual(csv.owners);
  expect(npz).toEqual(npy);
  expect(jsonl).toEqual({
    ...csv,
    columns: ['xy[0]', 'xy[1]'],
    missing: [{ column: 'xy[0]', rows: 1 }],
  });
  expect(leaf).toEqual({ ...csv, columns: undefined, missing: undefined, skipped: 0, sourceRows: undefined });
  expect([csv.skipped, npy.skipped, idx.skipped]).toEqual([1, 0, 0]);
});

test('a box scales the points of any source, and nothing else', () => {
  for (const spec of Object.values(SOURCES)) {
    const [plain, scaled] = [{}, { scale: { minimum: 5, maximum: 6, coordinates: 'each' } as const }].map(
      (more) => load({ ...spec(), ...more }, new Random(1)),
    );
    expect(scaled).toEqual({ ...plain, points: scaled.points });
    expect(coordinateRanges(scaled.points)).toEqual({
      minimum: Float64Array.of(5, 5),
      maximum: Float64Array.of(6, 6),
    });
  }
});

test('reading files draws nothing at random', () => {
  const random = new Random(1);
  for (const source of ['csv', 'jsonl', 'npy', 'npz', 'idx', 'leaf'] as const)
    load(SOURCES[source](), random);
  expect(() => load(SOURCES['gaussian-mixture'](), random)).not.toThrow();
});

test('a mistake of any source is refused as bad input', () => {
  const mistakes: Spec[] = [
    { source: 'csv', file: '/nowhere/points.csv', missing: 'refuse' },
    { source: 'jsonl', file: '/nowhere/points.jsonl', missing: 'refuse' },
    { source: 'npy', points: '/nowhere/points.npy' },
    { source: 'npz', file: '/nowhere/arrays.npz' },
    { source: 'idx', images: '/nowhere/images.gz' },
    { source: 'leaf', file: '/nowhere/users.json' },
    {
      source: 'gaussian-mixture',
      points: 0,
      dimension: 1,
      components: 1,
      deviation: 1,
      spread: 1,
      middle: 0,
      sizes: 'drawn',
      truth: 'component',
    },
  ];
  for (const spec of mistakes)
    expect(refusal(() => load(spec, new Random(1))).message).toMatch(/expected .*, got /);
});

const POINTS = { rows: 2, columns: 1, values: Float64Array.of(1, 2) };

test.each([
  [undefined, 'points as a matrix with rows, columns and values'],
  [{ points: [[1], [2]], skipped: 0 }, 'points as a matrix with rows, columns and values'],
  [{ points: { ...POINTS, values: Float64Array.of(1) }, skipped: 0 }, '2 x 1 values'],
  [{ points: { ...POINTS, values: Float64Array.of(1, 0 / 0) }, skipped: 0 }, 'finite numbers'],
  [{ points: POINTS }, 'how many rows were skipped'],
  [{ points: POINTS, skipped: 0, owners: Uint32Array.of(0) }, 'owners as a Uint32Array of 2 numbers'],
  [{ points: POINTS, skipped: 0, sourceRows: [0, 1] }, 'sourceRows as a Uint32Array of 2 numbers'],
  [{ points: POINTS, skipped: 1, sourceRows: Uint32Array.of(2, 2) }, 'ascending sourceRows'],
  [{ points: POINTS, skipped: 1 }, 'sourceRows where rows were skipped'],
  [{ points: POINTS, skipped: 0, truth: Uint32Array.of(0, 0) }, 'truth and classes'],
  [
    { points: POINTS, skipped: 0, truth: Uint32Array.of(0, 1), classes: ['a'] },
    'a truth below the number of classes, 1',
  ],
])("what a user's own source yields is checked: %j", (yielded, expected) => {
  const own = sourceOf({ name: 'own', settings: {}, load: () => yielded as DataSet });
  const loading = () => loadData(own, {}, { path: (file) => file, list: () => [], random: new Random(1) });
  expect(loading).toThrow(`data: expected ${expected} from source own, got `);
});
