/**
 * `node dist/bench/workers.js ROUNDS RUNS POINTS`: what a broker adds to a run, and how much faster two workers are than one, in turns on one machine;
 * beside a pool of one thread and a loop without any machinery. Needs `nats-server`. Prints ratios, as times are the machine's.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from 'd3-array';
import { standard } from '../actors/index.ts';
import { runAll } from '../src/study/run-all.ts';
import { runScenario } from '../src/study/run-job.ts';
import { planSweep } from '../src/study/sweep-plan.ts';

const [rounds = 10, runs = 20, points = 20_000] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'cahoots-bench-'));
const file = join(folder, 'bench.yaml');
const program = fileURLToPath(new URL('../bin/cahoots.js', import.meta.url));
const plugins = [standard];

/** Other seeds every time: a broker remembers what it was asked. */
function planned(first: number) {
  const scenario = `version: 2
clients: 10
data: { source: gaussian-mixture, points: ${points}, dimension: 20, components: 4, deviation: 4 }
protocol: { name: secfc, clusters: 4, privacy: 2 }
seed: ${first}
sweep: { seeds: ${runs} }
`;
  writeFileSync(file, scenario);
  return planSweep(file, { plugins });
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address() as AddressInfo;
probe.close();
const address = `nats://127.0.0.1:${port}`;
const server = spawn(
  'nats-server',
  ['-js', '-a', '127.0.0.1', '-p', `${port}`, '-sd', join(folder, 'nats')],
  {
    stdio: 'ignore',
  },
);
await pause(1000);

const workers: ChildProcess[] = [];
async function staff(count: number): Promise<void> {
  while (workers.length < count) {
    const worker = spawn(process.execPath, [program, 'worker', address, '--threads', '1'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    workers.push(worker);
    if (worker.stderr !== null) await once(worker.stderr, 'data');
  }
  while (workers.length > count) {
    const worker = workers.pop() as ChildProcess;
    worker.kill('SIGINT');
    await once(worker, 'exit');
  }
}

let seed = 1;
async function timed(how: 'loop' | 'thread' | 'broker', workersAt = 0): Promise<number> {
  if (how === 'broker') await staff(workersAt);
  const plan = planned((seed += 1000));
  if (how === 'loop') {
    return seconds(async () => {
      for (let place = 0; place < plan.runs; place++)
        await runScenario.run(plan.at(place).order, { plugins, locate: (name) => name });
    });
  }
  const where = how === 'thread' ? { threads: 1 } : { threads: 1, on: address };
  return seconds(() => runAll(plan.runs, plan.at, { plugins, ...where }));
}

// Threads and caches are warm in none of the rounds that count.
await timed('broker', 1);
await timed('loop');
const ratios = { speedup: [] as number[], broker: [] as number[], thread: [] as number[] };
for (let round = 1; round <= rounds; round++) {
  const loop = await timed('loop');
  const thread = await timed('thread');
  const one = await timed('broker', 1);
  const two = await timed('broker', 2);
  ratios.speedup.push(one / two);
  ratios.thread.push(((thread - loop) / runs) * 1000);
  ratios.broker.push(((one - thread) / runs) * 1000);
  process.stdout.write(
    `${round}: a run ${((loop / runs) * 1000).toFixed(1)} ms in a loop; ${(thread / loop).toFixed(3)} of that in a thread, ${(one / loop).toFixed(3)} at a broker; two workers ${(one / two).toFixed(2)} times one\n`,
  );
}
process.stdout.write(
  `medians of ${rounds}: two workers ${median(ratios.speedup)?.toFixed(2)} times one; a broker costs ${median(ratios.broker)?.toFixed(2)} ms a run against a thread\n`,
);
await staff(0);
server.kill();
rmSync(folder, { recursive: true, force: true });
