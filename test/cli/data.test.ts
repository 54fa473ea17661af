import { mkdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { idxBytes } from '../support/idx-writer.ts';
import { npyBytes } from '../support/npy-writer.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { cahoots, QUICKSTART } from '../support/program.ts';

const write = temporaryFiles();
const csv = () => write('points.csv', 'x,kind,y,who\n1,b,2,p\n3,a,?,q\n5,b,6,q\n');
const summary = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await cahoots('data', ...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe('a data file', () => {
  test('of CSV, with its label, its client and incomplete rows', async () => {
    const file = csv();
    const { code, stdout, stderr } = await cahoots('data', file, '--label', 'kind', '--client', 'who');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      `${file}: 2 points of dimension 2

column  minimum  maximum
x             1        5
y             2        6

class  points
b           2

client  points
p            1
q            1

1 row was left out because a value is missing

column  rows without a value
y                          1
`,
    );
    expect(await summary(csv(), '--ignore', 'kind', '--ignore', 'who', '--ignore', 'y')).toMatchObject({
      points: 3,
      dimension: 1,
      skipped: 0,
    });
  });

  test.each([
    ['points.npy', npyBytes([1, 2, 3, 4], { shape: [2, 2] })],
    ['images.gz', gzipSync(idxBytes([2, 1, 2], [1, 2, 3, 4]))],
    ['images.IDX', idxBytes([2, 1, 2], [1, 2, 3, 4])],
    [
      'users.json',
      Buffer.from('{"users":["a"],"num_samples":[2],"user_data":{"a":{"x":[[1,2],[3,4]],"y":[0,0]}}}'),
    ],
  ])('named %s', async (name, bytes) => {
    expect(await summary(write(name, bytes))).toMatchObject({
      points: 2,
      dimension: 2,
      columns: [
        { column: '0', minimum: 1, maximum: 3 },
        { column: '1', minimum: 2, maximum: 4 },
      ],
    });
  });
});

describe('a scenario', () => {
  test("is shown with its data as drawn and its clients' points", async () => {
    const found = await summary(QUICKSTART, '--set', 'data.partition={ by: power-law, exponent: 1 }');
    expect(found).toMatchObject({ points: 1000, dimension: 20 });
    const clients = found['clients'] as { name: string; points: number }[];
    expect(clients.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, j) => `client-${j + 1}`));
    expect(clients[0].points).toBeGreaterThan(300);
    expect(clients.reduce((sum, { points }) => sum + points, 0)).toBe(1000);
  });

  test('is drawn from the seed that is asked for', async () => {
    expect(await summary(QUICKSTART, '--seed', '2')).not.toEqual(await summary(QUICKSTART, '--seed', '1'));
  });
});

describe('what is refused, with exit code 2', () => {
  const said = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await cahoots('data', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    return stderr;
  };

  test('a file of another kind, one that is not there, and a directory', async () => {
    expect(await said('points.xlsx')).toBe(
      'expected a file named .yaml, .csv, .jsonl, .ndjson, .parquet, .arrow, .arrows, .feather, .npy, .npz, .gz, .idx, .idx3-ubyte or .json, got points.xlsx\n',
    );
    expect(await said('points.csv')).toBe('points.csv: expected a readable file, got no such file\n');
    const folder = `${write('file', '')}.csv`;
    mkdirSync(folder);
    expect(await said(folder)).toBe(`${folder}: expected a readable file, got a directory\n`);
  });

  test('a malformed file, with its place', async () => {
    const file = write('bad.csv', 'x\n1\ntwo\n');
    expect(await said(file)).toBe(
      `${file}:3: expected a finite number in column "x", got "two"; a column of words goes under data.categories or data.ignore\n`,
    );
    const array = write('bad.npy', npyBytes([1, Number.NaN], { shape: [1, 2] }));
    expect(await said(array)).toContain(
      'expected finite numbers, got NaN at row 0, column 1 (from 0), byte 136',
    );
  });

  test('a flag that does not go with the file', async () => {
    expect(await said(csv(), '--seed', '1')).toMatch(
      /^--seed: expected a scenario with this flag, got .*csv\n$/,
    );
    expect(await said('a.npy', '--label', 'x')).toBe(
      '--label: expected a CSV file with this flag, got a.npy\n',
    );
    expect(await said(QUICKSTART, '--ignore', 'x')).toMatch(/^--ignore: expected a CSV file with this flag/);
  });

  test('a scenario that is wrong', async () => {
    expect(await said(QUICKSTART, '--set', 'data.points=0')).toBe(
      '--set data.points=0: expected at least 1, got 0\n',
    );
  });
});
