import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paper } from '../../../experiments/paper/papers.ts';
import { CahootsError } from '../../../src/core/base/errors.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-paper-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is said of the user's mistake. */
async function mistake(...args: readonly string[]): Promise<string> {
  const error: unknown = await paper(args).catch((thrown: unknown) => thrown);
  if (!(error instanceof CahootsError)) throw new Error('expected a mistake', { cause: error });
  return error.message;
}

describe('npm run paper', () => {
  test('says what is wrong without a stack, and nothing on stdout', () => {
    const cwd = fileURLToPath(new URL('../../..', import.meta.url));
    const program = ['--import', 'tsx', 'experiments/paper/index.ts', 'toString'];
    const { status, stdout, stderr } = spawnSync('node', program, { cwd, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^expected one of [^\n]*, got toString\nusage: [^\n]*\n$/);
  });

  test('names the tables and figures that there are', async () => {
    const names =
      'secfc-table-1, secfc-table-2, secfc-table-3, secfc-starts, secfc-kfed-starts, secfc-figure-1, secfc-frontier, attacks-server, attacks-protocols, attacks-controls, feddp-gaussians, feddp-clients, feddp-acs, feddp-states, feddp-topics, feddp-missing, feddp-elbow, feddp-coalitions, feddp-audits, feddp-poisoning, feddp-splits, claims, mufc-losses, mufc-remaining, mufc-unlearning, sums, sums-large';
    expect(await mistake('toString')).toMatch(
      new RegExp(`^expected one of ${names}, got toString\nusage: npm run paper -- NAME .*$`),
    );
  });

  test('says of a figure that it draws its data', async () => {
    expect(await mistake('secfc-figure-1', '--data', folder, '--out', folder)).toBe(
      `--data: this figure draws its data: expected nothing, got ${folder}`,
    );
  });

  test('takes what claims alone have for claims alone', async () => {
    expect(await mistake('sums', '--crate', folder, '--out', folder)).toBe(
      '--crate: expected it for claims alone, got sums',
    );
  });

  test('takes a code for the table of codes alone', async () => {
    expect(await mistake('secfc-frontier', '--code', '4,2,2', '--out', folder)).toBe(
      '--code: expected n,t,l with n >= 2(l+t)-1 such as 10,2,1, got 4,2,2',
    );
    expect(await mistake('secfc-table-1', '--code', '10,2,1', '--out', folder)).toBe(
      '--code: expected it for secfc-frontier alone, got secfc-table-1',
    );
  });

  test('says of a table that needs data which', async () => {
    expect(await mistake('secfc-table-3', '--out', folder)).toBe(
      '--data: expected --data DIR with the images and labels of MNIST, got nothing',
    );
    expect(await mistake('secfc-table-1', '--data', folder, '--out', folder)).toBe(
      `--data: expected a folder with k4-sigma1.points.npy, got ${folder}`,
    );
  });
});
