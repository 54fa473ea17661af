/** `--faster` and `--what-if` of `cahoots run` and `cahoots report`. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rerun } from '../../src/run/replay/reruns.ts';
import { cahoots, type Said } from '../support/program.ts';

const CSV = ['x,y', ...Array.from({ length: 24 }, (_, i) => `${i % 2 === 0 ? i / 100 : 10 + i / 100},${i}`)];
const SCENARIO = `name: slow
seed: 3
clients: 6
data: { source: csv, file: points.csv, partition: { by: iid } }
protocol: { name: lloyd, clusters: 2 }
devices: { overrides: [{ actors: [client-2, client-5], uplink: 20Kbps }] }
`;
const TITLE = 'what would make it faster';
const FLAGS = ['--faster', '--what-if', 'network.bandwidth=x2', '--what-if', 'network.latency=x0'];

let folder = '';
let ran: Said;
const within = (name: string): string => join(folder, name);

/** The table of runs with changes in a text. */
const tableIn = ({ stdout }: Said): string => stdout.slice(stdout.indexOf(TITLE));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-faster-'));
  writeFileSync(within('points.csv'), CSV.join('\n'));
  writeFileSync(within('slow.yaml'), SCENARIO);
  ran = await cahoots('run', within('slow.yaml'), '--out', within('out'), ...FLAGS);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('lists them after the report of a run, in the order in which they were given', () => {
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const changes = tableIn(ran)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('  ')[0]);
  expect(changes).toEqual([
    'devices.client-2.uplink=x2',
    'devices.client-2.uplink=x2,devices.client-5.uplink=x2',
    'devices.clients.uplink=x2',
    'network.latency=x0.5',
    'all of these',
    'network.bandwidth=x2',
    'network.latency=x0',
  ]);
});

test('a report of its trace lists the same, also under its critical path, as JSON and on a page', async () => {
  const report = (...more: string[]): Promise<Said> =>
    cahoots('report', within('out/run.trace'), '--data', folder, ...FLAGS, ...more);
  expect(tableIn(await report())).toBe(tableIn(ran));
  expect(tableIn(await report('--critical-path'))).toBe(tableIn(ran));
  const { faster } = JSON.parse((await report('--json')).stdout) as { faster: readonly Rerun[] };
  const live = JSON.parse(
    (await cahoots('run', within('slow.yaml'), '--json', ...FLAGS)).stdout,
  ) as typeof ran & {
    faster: readonly Rerun[];
  };
  expect(faster).toEqual(live.faster);
  expect(faster).toHaveLength(7);
  await report('--html', within('page.html'));
  const page = readFileSync(within('page.html'), 'utf8');
  const [, ...lines] = tableIn(ran).trimEnd().split('\n');
  for (const cell of lines.flatMap((line) => line.trim().split(/ {2,}/))) expect(page).toContain(cell);
});

test('a page of a small run lists what would make it faster, though nobody asks', async () => {
  await cahoots('report', within('out/run.trace'), '--data', folder, '--html', within('plain.html'));
  const page = readFileSync(within('plain.html'), 'utf8');
  expect(page).toContain('What would make it faster');
  expect(page).toContain('devices.client-2.uplink=x2,devices.client-5.uplink=x2');
  expect(page).not.toContain('network.bandwidth=x2');
});

test('a report without the data says what it lacks', async () => {
  const { code, stderr } = await cahoots('report', within('out/run.trace'), '--faster');
  expect(code).toBe(2);
  expect(stderr).toMatch(/points\.csv/);
  expect(stderr).toMatch(/--data names its folder/);
});

test.each([
  [
    ['--what-if', 'network.latency=2'],
    /^--what-if: expected a factor of 0 or more, .* got network\.latency=2\n$/,
  ],
  [['--html', 'page.html', '--what-if', 'network.latency=2'], /^--what-if: expected a factor/],
  [
    ['--html', 'page.html', '--faster', '--trace-only'],
    /^--faster: expected a trace whose scenario is run again, got --trace-only\n$/,
  ],
])('a report with %j is refused', async (flags, message) => {
  const { code, stderr } = await cahoots('report', within('out/run.trace'), '--data', folder, ...flags);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
});

test('a run with a change that makes no sense does not begin', async () => {
  const { code, stdout, stderr } = await cahoots(
    'run',
    within('slow.yaml'),
    '--what-if',
    'devices.client-7.rate=x2',
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    '--what-if: expected server or client-1 to client-6, clients or everyone, got client-7 in devices.client-7.rate\n',
  );
});
