import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTING, Project, SCENARIO } from '../support/plugin-project.ts';
import type { Said } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-made-with-'));
afterAll(() => rmSync(folder, { recursive: true }));

const project = new Project(join(folder, 'project'));
const PLUGIN = ['--plugin', './counting.js'];
const MADE = 'made with plugin counting, which is not loaded: --plugin ./counting.js';

beforeAll(async () => {
  project.write('counting.js', COUNTING);
  project.write('s.yaml', `${SCENARIO}sweep: { clients: [2, 3] }\n`);
  const made = [
    ['run', 's.yaml', '--out', 'out'],
    ['sweep', 's.yaml', '--out', 'study', '--threads', '0'],
    ['compare', 's.yaml', '--out', 'compared', '--threads', '0'],
    ['pack', 'out/run.trace', '--out', 'run.pack'],
    ...['csv', 'jsonl', 'parquet'].map((format) => [
      'export',
      'out/run.trace',
      '--to',
      format,
      '--table',
      'runs',
      '--out',
      `as-${format}`,
    ]),
  ];
  for (const { code, stderr } of await project.many(made.map((command) => ['.', ...command, ...PLUGIN])))
    if (code !== 0) throw new Error(stderr);
}, 120_000);

describe('results of a plugin that is not loaded say which it is', () => {
  const COMMANDS = [
    ['replay', 'out/run.trace'],
    ['replay', 'run.pack'],
    ['report', 'out/run.trace'],
    ['report', 'run.pack', '--json'],
    ['report', 'out/run.trace', '--html', 'run.html'],
    ['report', 'study', '--html', 'study.html'],
    ['attack', 'out/run.trace'],
    ['shrink', 'out/run.trace'],
    ['plot', 'out/run.trace', '--out', 'run.svg'],
    ['plot', 'study', '--out', 'study.svg'],
    ['table', 'study'],
    ['table', 'as-csv/runs.csv'],
    ['table', 'as-jsonl/runs.jsonl'],
    ['table', 'as-parquet/runs.parquet'],
    ['table', 'compared'],
    ['verify', 'study'],
    ['verify', 'as-csv/runs.csv'],
    ['export', 'out/run.trace', '--to', 'perfetto'],
    ['export', 'run.pack', '--to', 'pcap'],
    ['diff', 'out/run.trace', 's.yaml'],
    ['pack', 'out/run.trace', '--out', 'again.pack'],
  ];
  let without: readonly Said[];
  let loaded: readonly Said[];
  beforeAll(async () => {
    without = await project.many(COMMANDS.map((command) => ['.', ...command]));
    loaded = await project.many(COMMANDS.map((command) => ['.', ...command, ...PLUGIN]));
  });

  test.each(COMMANDS.map((command, at) => ({ name: command.join(' '), file: command[1], at })))(
    '$name',
    ({ file, at }) => {
      expect(without[at].stderr.split('\n')).toContain(`${file}: ${MADE}`);
      expect(loaded[at].stderr).not.toContain('made with plugin');
    },
  );

  test('and rows are what the run gives with it, wherever its file lies', async () => {
    const [verified, page] = await project.many([
      ['.', 'verify', 'study', ...PLUGIN],
      ['.', 'report', 'study', '--html', 'study.html', ...PLUGIN],
    ]);
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(page.code).toBe(0);
  });
});
