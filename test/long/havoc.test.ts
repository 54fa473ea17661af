/**
 * `RUNS` (20) sweeps at a broker, in each of which worker, broker and coordinator are killed in a random order: they
 * come to the rows of a local sweep. `HAVOC_LOG=1` shows what the processes write.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planSweep } from '../../src/studies/batch/sweep-plan.ts';
import { PROGRAM } from '../support/built.ts';
import { havoc, type Start } from '../support/havoc.ts';
import { runsOr, say, SEED } from '../support/long.ts';
import { hasServer } from '../support/nats-server.ts';
import { plugins } from '../support/plugins.ts';

const KILLS = 6;
const file = fileURLToPath(new URL('../../scenarios/sweep/small.yaml', import.meta.url));
const start: Start = (...args) =>
  spawn(process.execPath, [PROGRAM, ...args], { stdio: process.env['HAVOC_LOG'] ? 'inherit' : 'ignore' });

const seeds = Array.from({ length: runsOr(20) }, (_, i) => SEED + i);
const folder = mkdtempSync(join(tmpdir(), 'cahoots-havoc-'));
const { runs } = planSweep(file, { plugins });
let expected = '';

beforeAll(async () => {
  await once(start('sweep', file, '--out', join(folder, 'local')), 'exit');
  expected = readFileSync(join(folder, 'local', 'rows.jsonl'), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!hasServer).each(seeds)('as a local sweep, with the kills of seed %d', async (seed) => {
  const { killed, lines, keys, rows } = await havoc(start, file, join(folder, `${seed}`), {
    runs,
    kills: KILLS,
    seed,
  });
  say(`${seed}: killed ${killed.join(', ')}`);
  expect({ lines, keys }).toEqual({ lines: runs, keys: runs });
  expect(rows).toBe(expected);
});
