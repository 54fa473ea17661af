/** `npm run havoc -- N`: N sweeps at a broker; in each, worker, broker and coordinator are killed in a random order. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plugins } from '../test/support/plugins.ts';
import { havoc, type Start } from '../test/support/havoc.ts';
import { planSweep } from '../src/studies/study/sweep-plan.ts';

const KILLS = 6;
const file = fileURLToPath(new URL('../scenarios/sweep/small.yaml', import.meta.url));
const program = fileURLToPath(new URL('../dist/bin/cahoots.js', import.meta.url));
const start: Start = (...args) =>
  spawn(process.execPath, [program, ...args], { stdio: process.env['HAVOC_LOG'] ? 'inherit' : 'ignore' });

const [count = 20, first = 1] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'cahoots-havoc-'));
const plan = planSweep(file, { plugins });
const local = spawn(process.execPath, [program, 'sweep', file, '--out', join(folder, 'local')], {
  stdio: 'ignore',
});
await new Promise((resolve) => local.on('exit', resolve));
const expected = readFileSync(join(folder, 'local', 'rows.jsonl'), 'utf8');
let wrong = 0;
for (let seed = first; seed < first + count; seed++) {
  const own = join(folder, `${seed}`);
  const { killed, lines, keys, rows } = await havoc(start, file, own, {
    runs: plan.runs,
    kills: KILLS,
    seed,
  });
  const same = rows === expected;
  const right = same && lines === plan.runs && keys === plan.runs;
  if (!right) wrong++;
  process.stdout.write(
    `${seed}: killed ${killed.join(', ')}; ${lines} lines, ${keys} keys of ${plan.runs} runs, rows ${same ? 'equal' : 'DIFFER'}\n`,
  );
}
process.stdout.write(`${count - wrong} of ${count} as a local run\n`);
rmSync(folder, { recursive: true, force: true });
process.exitCode = wrong === 0 ? 0 : 1;
