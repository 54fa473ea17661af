/** Runs that failed, are partial, or in which a fault hit nobody are marked at their place in every view of a sweep. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../src/run/tidy/rows.ts';
import { readRows } from '../../src/studies/tables/read.ts';
import { cahoots } from '../support/program.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();
const FRACTION = 'faults.0.who.fraction';
const FILE = write(
  'dropouts.yaml',
  `version: 2
name: dropouts
clients: 5
data: { source: gaussian-mixture, points: 100, dimension: 2, components: 2, deviation: 0.1, middle: 0.5, spread: 0.5 }
protocol: { name: feddp, clusters: 2, rounds: 1, clip: 2, timeout: 10s, server: { uniform: 20 },
  budget: { outer: 0.2, weights: 0.2, sums: 0.4, counts: 0.2, roundSums: 0.2, roundCounts: 0.1 } }
network: { preset: wan }
faults: [{ fault: dropout, who: { fraction: 0.1 }, when: { at: 0ms } }]
sweep: { ${FRACTION}: 0..0.4 by 0.1, seeds: 3 }
`,
);
const ROUNDS = write(
  'rounds.yaml',
  `version: 2
clients: 5
data: { source: gaussian-mixture, points: 100, dimension: 2, components: 2, deviation: 0.4, middle: 0.5, spread: 0.5 }
protocol: { name: lloyd, clusters: 2, timeout: 10s }
expect: { rounds: 2 }
sweep: { protocol.maxIterations: [1, 5], seeds: 2 }
`,
);
let folder = '';
let swept = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-worth-'));
  swept = (await cahoots('sweep', FILE, '--out', join(folder, 'grid'), '--threads', '0')).stdout;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const grid = (): string => join(folder, 'grid');
const lineOf = (text: string, value: number): string =>
  text.split('\n').find((line) => line.startsWith(`${value} `)) ?? '';

test('a sweep and a table mark them at their points', async () => {
  const table = await cahoots('table', grid(), '--rows', FRACTION, '--value', 'resultNs');
  for (const text of [swept, table.stdout]) {
    expect(lineOf(text, 0.1)).toContain('(fault never happened)');
    expect(lineOf(text, 0.2)).toContain('(3 partial)');
    expect(lineOf(text, 0.4)).toContain('0 of 3');
    expect(lineOf(text, 0.4)).not.toContain('partial');
    expect(text).toMatch(/"n\s+partial": n of these\s+results\s+lack parties, or may be wrong/);
  }
  const csv = ['--rows', FRACTION, '--value', 'resultNs', '--format', 'csv'];
  const cells = await readRows(write('cells.csv', (await cahoots('table', grid(), ...csv)).stdout));
  expect(cells.map(({ results, partial, idle }) => [results, partial, idle])).toEqual([
    [3, 0, 3],
    [3, 0, 3],
    [3, 3, 0],
    [3, 3, 0],
    [0, 0, 0],
  ]);
});

test('a ranking leaves failed settings out and marks the others', async () => {
  const { stdout } = await cahoots('table', grid(), '--best', 'resultNs');
  expect(stdout).toContain('4 of 5 settings qualify');
  expect(lineOf(stdout, 0.1)).toContain('3 (fault never happened)');
  expect(lineOf(stdout, 0.2)).toContain('3 (3 partial)');
  expect(lineOf(stdout, 0.4)).toBe('');
});

test('a picture has a point for each mean, hollow where it is partial, and a cross where nothing came of it', async () => {
  const [svg, numbers] = ['sweep.svg', 'sweep.jsonl'].map((name) => join(folder, name));
  await cahoots('plot', grid(), '--kind', 'sweep', '--y', 'resultNs', '-o', svg, '--table', numbers);
  const rows: Row[] = await readRows(numbers);
  expect(rows.map(({ x, runs, results, partial, idle }) => [x, runs, results, partial, idle])).toEqual([
    [0, 3, 3, undefined, 3],
    [0.1, 3, 3, undefined, 3],
    [0.2, 3, 3, 3, undefined],
    [expect.closeTo(0.3), 3, 3, 3, undefined],
    [0.4, 0, 0, undefined, undefined],
  ]);
  expect(rows.at(-1)?.['mean']).toBeUndefined();
  const drawn = readFileSync(svg, 'utf8');
  expect(drawn).toContain('>0 of 3<');
  for (const sign of [
    'partial: lacks parties, or may be wrong',
    'a fault never happened',
    'no run has a result',
  ])
    expect(drawn).toContain(`>${sign}<`);
});

test('a page shows what failed runs cost as that, and sorts it not among the costs of results', async () => {
  const page = join(folder, 'page.html');
  await cahoots('report', grid(), '--html', page);
  const html = readFileSync(page, 'utf8');
  const lines = html.split('</tr>').filter((line) => line.includes('>failed<'));
  expect(lines.length).toBe(3);
  for (const line of lines) {
    expect(line).toContain('public keys, got 3 in time');
    expect(line).toContain('data-value=""><span class="faint">10.000 s (failed)<');
  }
  expect(html.match(/>complete, fault never happened</g)?.length).toBe(6);
  expect(html.match(/>partial</g)?.length).toBe(6);
});

test('runs that violate an expectation count, are marked in every view, and are never the best', async () => {
  const out = join(folder, 'rounds');
  const { stdout } = await cahoots('sweep', ROUNDS, '--out', out, '--threads', '0');
  expect(lineOf(stdout, 1)).not.toContain('violated');
  expect(lineOf(stdout, 5)).toContain('(2 violated)');
  expect(stdout).toMatch(/"n\s+violated":\s+of\s+n\s+runs,\s+something\s+did\s+not\s+hold\s+that\s+must/);
  const csv = ['--value', 'rounds', '--format', 'csv'];
  const cells = await readRows(write('rounds.csv', (await cahoots('table', out, ...csv)).stdout));
  expect(cells.map(({ results, violated }) => [results, violated])).toEqual([
    [2, 0],
    [2, 2],
  ]);
  const best = await cahoots('table', out, '--best', 'loss');
  expect(best.stdout).toContain('1 of 2 settings qualify (every run came to a result and violated nothing)');
  const svg = join(folder, 'rounds.svg');
  await cahoots('plot', out, '--kind', 'sweep', '--x', 'protocol.maxIterations', '--y', 'rounds', '-o', svg);
  expect(readFileSync(svg, 'utf8')).toContain('>2 violated<');
  const page = join(folder, 'rounds.html');
  await cahoots('report', out, '--html', page);
  expect(readFileSync(page, 'utf8').match(/>complete, violated</g)?.length).toBe(2);
});
