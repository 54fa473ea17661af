/** A clustering with 480 MB of answers per iteration, in this thread and on two others: the case for sealed vectors. */

import { fileURLToPath } from 'node:url';
import { standard } from '../bin/standard.ts';
import { run } from '../src/run/execute/run.ts';
import { loadScenario } from '../src/run/scenario/load.ts';
import { median } from '../src/core/math/statistics/summary.ts';
import { against, print } from './table.ts';

const RUNS = 5;
const THREADS = [0, 2];

interface Took {
  readonly real: number;
  readonly user: number;
  readonly system: number;
  /** The part of the time in which the main thread, which keeps the order of events, did not wait. */
  readonly busy: number;
}

export async function largeRound(): Promise<void> {
  const took = new Map(THREADS.map((threads): [number, Took[]] => [threads, []]));
  const hashes = new Set<string | undefined>();
  for (let i = 0; i < RUNS; i++) {
    for (const [threads, all] of took) {
      const { hash, ...seconds } = await once(threads);
      all.push(seconds);
      hashes.add(hash);
    }
  }
  const of = (all: readonly Took[], what: keyof Took): number => median(all.map((one) => one[what]));
  const alone = of(took.get(0) as Took[], 'real');
  print(`SecFC, k=10, n=40, m=100000, d=50, t=13, l=5, six iterations: seconds, median of ${RUNS} runs`, [
    ['threads', 'real', 'of that without threads', 'user', 'system', 'of user', 'main thread busy'],
    ...[...took].map(([threads, all]) => [
      `${threads}`,
      of(all, 'real').toFixed(1),
      threads === 0 ? '1' : against(of(all, 'real') / alone, 'at most', 0.72),
      of(all, 'user').toFixed(1),
      of(all, 'system').toFixed(2),
      against(of(all, 'system') / of(all, 'user'), 'at most', 0.1),
      of(all, 'busy').toFixed(2),
    ]),
    ['different hashes', `${hashes.size - 1}`],
  ]);
}

async function once(threads: number): Promise<Took & { readonly hash: string | undefined }> {
  const plugins = [standard];
  const file = fileURLToPath(new URL('../../bench/large-round.yaml', import.meta.url));
  const scenario = loadScenario(file, { plugins });
  const [start, cpu, loop] = [performance.now(), process.cpuUsage(), performance.eventLoopUtilization()];
  const { hash } = await run(scenario, { plugins, threads });
  const { user, system } = process.cpuUsage(cpu);
  const busy = performance.eventLoopUtilization(loop).utilization;
  return { real: (performance.now() - start) / 1e3, user: user / 1e6, system: system / 1e6, busy, hash };
}
