/**
 * `node dist/bench/workers.js ROUNDS RUNS POINTS`: what a broker adds to a run, and how much faster two workers are
 * than one, taking turns on one machine; beside a pool of one thread and a plain loop. Needs `nats-server`. Prints
 * ratios, as times depend on the machine, and the processor time of all processes involved, which other work on the
 * machine disturbs less. Reports progress on stderr.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../src/core/math/statistics/summary.ts';
import { standard } from '../bin/standard.ts';
import { runAll } from '../src/studies/batch/run-all.ts';
import { runScenario } from '../src/studies/batch/run-job.ts';
import { planSweep } from '../src/studies/batch/sweep-plan.ts';

const [rounds = 10, runs = 20, points = 20_000] = process.argv.slice(2).map(Number);
/** Runs of a measured study that are not counted, and runs per worker of a study that only warms up. */
const FIRST = Math.ceil(runs / 4);
const WARM = 2;
const folder = mkdtempSync(join(tmpdir(), 'cahoots-bench-'));
const file = join(folder, 'bench.yaml');
const program = fileURLToPath(new URL('../bin/cahoots.js', import.meta.url));
const plugins = [standard];

let seed = 1;
/** Different seeds every time, as a broker remembers its jobs. With this few iterations no seed needs more work than another. */
function planned(count: number) {
  const scenario = `version: 2
clients: 10
data: { source: gaussian-mixture, points: ${points}, dimension: 20, components: 4, deviation: 4 }
protocol: { name: secfc, clusters: 4, privacy: 2, maxIterations: 2 }
seed: ${(seed += 1000)}
sweep: { seeds: ${count} }
`;
  writeFileSync(file, scenario);
  return planSweep(file, { plugins });
}

const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address() as AddressInfo;
probe.close();
const address = `nats://127.0.0.1:${port}`;
const server = spawn(
  'nats-server',
  ['-js', '-a', '127.0.0.1', '-p', `${port}`, '-sd', join(folder, 'nats')],
  { stdio: 'ignore' },
);
await pause(1000);

const workers: ChildProcess[] = [];
/** Starts all workers anew and warms them up, as warm workers are faster than new ones. */
async function staff(count: number): Promise<void> {
  for (const worker of workers.splice(0)) {
    const exit = once(worker, 'exit');
    worker.kill('SIGINT');
    await exit;
  }
  for (let i = 0; i < count; i++) {
    const worker = spawn(process.execPath, [program, 'worker', address, '--threads', '1'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    workers.push(worker);
    if (worker.stderr !== null) await once(worker.stderr, 'data');
  }
  if (count === 0) return;
  const { runs: warming, at } = planned(WARM * count);
  await runAll(warming, at, { plugins, threads: 1, on: address });
}

/** The processor time of all processes so far. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  const others = [server, ...workers].map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  });
  return (user + system) / 1000 + others.reduce((sum, ms) => sum + ms, 0);
}

interface Timed {
  readonly wholeMs: number;
  /** Milliseconds per run, after the first ones. */
  readonly laterMs: number;
  readonly processorMs: number;
}

async function timed(how: 'loop' | 'thread' | 'broker'): Promise<Timed> {
  const { at } = planned(runs);
  const began = performance.now();
  let warm = { at: began, processor: 0 };
  const onDone = (done: number): void => {
    if (done === FIRST) warm = { at: performance.now(), processor: processorMs() };
    process.stderr.write(`\r${done} of ${runs} runs, ${how}, ${workers.length} workers   `);
  };
  if (how === 'loop') {
    for (let place = 0; place < runs; place++) {
      await runScenario.run(at(place).request, { plugins, locate: (name) => name });
      onDone(place + 1);
    }
  } else await runAll(runs, at, { plugins, threads: 1, onDone, ...(how === 'broker' && { on: address }) });
  const end = performance.now();
  return {
    wholeMs: end - began,
    laterMs: (end - warm.at) / (runs - FIRST),
    processorMs: (processorMs() - warm.processor) / (runs - FIRST),
  };
}

const ratios = {
  speedup: [] as number[],
  broker: [] as number[],
  processor: [] as number[],
  thread: [] as number[],
};
for (let round = 1; round <= rounds; round++) {
  await staff(0);
  const loop = await timed('loop');
  const thread = await timed('thread');
  await staff(1);
  const one = await timed('broker');
  await staff(2);
  const two = await timed('broker');
  ratios.speedup.push(one.wholeMs / two.wholeMs);
  ratios.thread.push(thread.laterMs / loop.laterMs);
  ratios.broker.push(one.laterMs - thread.laterMs);
  ratios.processor.push(one.processorMs - thread.processorMs);
  const [ms, threaded, brokered, twice] = [loop, thread, one, two].map(
    ({ laterMs, processorMs: processor }) =>
      `${laterMs.toFixed(1)} ms (${processor.toFixed(1)} of processors)`,
  );
  process.stderr.write('\r');
  process.stdout.write(
    `${round}: a run in a loop ${ms}, in a thread ${threaded}, at a broker ${brokered}, with two workers ${twice}; two workers ${(one.wholeMs / two.wholeMs).toFixed(2)} times one\n`,
  );
}
process.stdout.write(
  `medians of ${rounds}: two workers ${median(ratios.speedup).toFixed(2)} times one; a thread ${median(ratios.thread).toFixed(3)} of a loop; ` +
    `a broker costs ${median(ratios.broker).toFixed(2)} ms a run against a thread, ${median(ratios.processor).toFixed(2)} ms of processors\n`,
);
await staff(0);
server.kill();
rmSync(folder, { recursive: true, force: true });
