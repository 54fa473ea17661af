/** Which runs `table --versus` compares with which, and what `table --best` writes in each format. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../src/run/tidy/rows.ts';
import { readRows } from '../../src/studies/tables/read.ts';
import { cahoots } from '../support/program.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();
const FILE = write(
  'segments.yaml',
  `version: 2
clients: 12
data: { source: gaussian-mixture, points: 60, dimension: 4, components: 2, deviation: 0.5 }
protocol: { name: secfc, clusters: 2, privacy: 2, segments: 1 }
network: { preset: lan }
compare:
  - { name: secfc, segments: 2 }
  - lloyd
`,
);
const TITLES = ['secfc', 'secfc segments=2', 'lloyd'];
let compared = '';
beforeAll(async () => {
  compared = mkdtempSync(join(tmpdir(), 'cahoots-pairs-'));
  await cahoots('compare', FILE, '--seeds', '3', '--out', compared, '--threads', '0');
});
afterAll(() => rmSync(compared, { recursive: true, force: true }));

/** How many pairs the runs of each title have. */
async function pairsWith(condition: string, ...more: readonly string[]): Promise<unknown[]> {
  const rows = await csv('--versus', condition, '--value', 'bytes', ...more);
  return rows.map(({ pairs }) => pairs);
}
async function csv(...flags: readonly string[]): Promise<Row[]> {
  const { stdout } = await cahoots('table', compared, ...flags, '--format', 'csv');
  return readRows(write('table.csv', stdout));
}

describe('runs of a comparison are paired', () => {
  test('by a setting of its protocols, though their titles differ', async () => {
    expect(await pairsWith('protocol.segments = 1')).toEqual([3, 3, undefined]);
    const [, two] = await csv('--versus', 'protocol.segments = 1', '--value', 'bytes');
    const runs = await readRows(join(compared, 'runs.csv'));
    const bytes = (title: string, seed: number): number =>
      Number(runs.find((row) => row['title'] === title && row['seed'] === seed)?.['bytes']);
    const differences = [0, 1, 2].map((seed) => bytes(TITLES[1], seed) - bytes(TITLES[0], seed));
    expect(two['difference']).toBeCloseTo(differences.reduce((sum, each) => sum + each) / 3, 6);
  });

  test('by the same runs, whatever a table shows', async () => {
    expect(await pairsWith('protocol.segments = 1', '--rows', 'protocol.segments')).toEqual([
      undefined,
      3,
      3,
    ]);
  });

  test('with those of another protocol by its name, or by its title', async () => {
    expect(await pairsWith('protocol = lloyd')).toEqual([3, 3, 3]);
    expect(await pairsWith('title = lloyd')).toEqual([3, 3, 3]);
    expect(await pairsWith('title = secfc segments=2')).toEqual([3, 3, 3]);
  });

  test('or the settings that prevent it are named, with conditions that allow it', async () => {
    const prevented = async (condition: string): Promise<string> => {
      const { stdout } = await cahoots('table', compared, '--versus', condition, '--value', 'bytes');
      expect(stdout).toMatch(/^lloyd +no pair$/m);
      return stdout.replaceAll(/\s+/g, ' ');
    };
    const other = await prevented('protocol.segments = 1');
    expect(other).toContain(
      'no pair: the runs with protocol.segments = 1 have another protocol; to compare them all the same: --versus "protocol.segments = 1 and protocol = secfc" (3 runs of lloyd: seed 0, 1, 2)',
    );
    const several = await prevented('protocol = secfc');
    expect(several).toContain(
      'no pair: the runs with protocol = secfc have several values of protocol.segments (1, 2); choose one, such as --versus "protocol = secfc and protocol.segments = 1"',
    );
    for (const [, suggested] of [
      ...other.matchAll(/--versus "(.*?)"/g),
      ...several.matchAll(/--versus "(.*?)"/g),
    ])
      expect(await pairsWith(suggested)).toEqual([3, 3, 3]);
    const [, , lloyd] = await csv('--versus', 'protocol.segments = 1', '--value', 'bytes');
    expect(lloyd['notes']).toContain('no pair: ');
  });

  test('under the same seed only', async () => {
    const { stdout } = await cahoots(
      'table',
      compared,
      '--versus',
      'seed = 1 and title = lloyd',
      '--value',
      'bytes',
    );
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'no pair: no run with seed = 1 and title = lloyd has the same seed (6 runs of secfc, secfc segments=2, lloyd)',
    );
  });
});

describe('a ranking obeys --format', () => {
  const best = async (format: string): Promise<string> =>
    (await cahoots('table', compared, '--best', 'bytes', '--format', format)).stdout;

  test('as text, Markdown and LaTeX', async () => {
    expect(await best('text')).toMatch(/^lloyd +3 +[\d.]+ +best$/m);
    expect(await best('markdown')).toMatch(/^\| lloyd \| 3 \| __[\d.]+__ \| best \|$/m);
    expect(await best('latex')).toMatch(/^lloyd & \$3\$ & \$\\mathbf\{[\d.]+\}\$ & best \\\\$/m);
    for (const format of ['text', 'markdown', 'latex'])
      expect(await best(format)).toContain('3 of 3 settings qualify');
  });

  test('as CSV with all settings, unrounded', async () => {
    const rows = await csv('--best', 'bytes');
    expect(rows.map(({ title, value, rank, verdict }) => [title, value, rank, verdict])).toEqual([
      ['lloyd', 'bytes', 1, 'best'],
      ['secfc segments=2', 'bytes', 2, undefined],
      ['secfc', 'bytes', 3, undefined],
    ]);
    const means = await csv('--value', 'bytes');
    for (const { title, mean, low, high } of means)
      expect(rows.find((row) => row['title'] === title)).toMatchObject({ mean, low, high });
  });
});
