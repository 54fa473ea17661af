import { expect, test } from 'vitest';
import { type DataSpec, loadData } from '../../src/data/load.ts';
import { Random } from '../../src/random.ts';
import { npyBytes } from './npy-writer.ts';
import { refusal } from './refusal.ts';
import { expectSound } from './sound.ts';
import { temporaryFiles } from './temporary-files.ts';

const write = temporaryFiles();

const SOURCES: Record<DataSpec['source'], () => DataSpec> = {
  'gaussian-mixture': () => ({
    source: 'gaussian-mixture',
    points: 3,
    dimension: 2,
    components: 2,
    deviation: 1,
    spread: 10,
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
  npy: () => ({
    source: 'npy',
    points: write('points.npy', npyBytes([1, 2, 3, 4, 6, 7], { shape: [3, 2] })),
    labels: write('labels.npy', npyBytes([0, 1, 1], { descr: '<u4' })),
    clients: write('clients.npy', npyBytes([0, 0, 1], { descr: '<u4' })),
  }),
};

test.each(Object.entries(SOURCES))(
  '%s yields a sound data set with its truth, the same every time',
  (_, spec) => {
    const data = loadData(spec(), new Random(1));
    expectSound(data);
    expect(data.points).toMatchObject({ rows: 3, columns: 2 });
    expect(data.truth).toHaveLength(3);
    expect(loadData(spec(), new Random(1))).toEqual(data);
  },
);

test('the same points from CSV and from NPY are the same data', () => {
  const csv = loadData(SOURCES.csv(), new Random(1));
  const npy = loadData(SOURCES.npy(), new Random(1));
  expect(npy.points).toEqual(csv.points);
  expect([npy.truth, npy.owners]).toEqual([csv.truth, csv.owners]);
  expect([csv.skipped, npy.skipped]).toEqual([1, 0]);
});

test('reading files draws nothing at random', () => {
  const random = new Random(1);
  loadData(SOURCES.csv(), random);
  loadData(SOURCES.npy(), random);
  expect(() => loadData(SOURCES['gaussian-mixture'](), random)).not.toThrow();
});

test('a mistake of any source is refused as bad input', () => {
  const mistakes: DataSpec[] = [
    { source: 'csv', file: '/nowhere/points.csv', missing: 'refuse' },
    { source: 'npy', points: '/nowhere/points.npy' },
    {
      source: 'gaussian-mixture',
      points: 0,
      dimension: 1,
      components: 1,
      deviation: 1,
      spread: 1,
      truth: 'component',
    },
  ];
  for (const spec of mistakes)
    expect(refusal(() => loadData(spec, new Random(1))).message).toMatch(/expected .*, got /);
});
