/**
 * The memory of a process after hundreds of runs in it, each with a seed of its own: of protocols without keys, then of secure sums,
 * whose keys are cached until there are 32,768 of a kind.
 */

import { fileURLToPath } from 'node:url';
import { standard } from '../bin/standard.ts';
import { run } from '../src/run/execute/run.ts';
import { loadScenario } from '../src/run/scenario/load.ts';
import { against, print } from './table.ts';

const GROUPS = [
  ['lloyd', 'kfed', 'secfc'],
  ['fastlloyd', 'mufc', 'feddp'],
];
const RUNS = 500;
const EVERY = 100;

export async function resident(): Promise<void> {
  const rows = [];
  for (const protocols of GROUPS) {
    const measured = await measuredAfter(protocols);
    for (const [i, { rss, heapTotal, heapUsed, arrayBuffers }] of measured.entries())
      rows.push([
        protocols.join(', '),
        `${EVERY * (i + 1)}`,
        mib(rss),
        i === 0 ? '1' : against(rss / measured[0].rss, 'at most', 1.1),
        ...[heapTotal, heapUsed, arrayBuffers].map(mib),
      ]);
  }
  const head = ['swarms', 'runs', 'resident', 'of the first', "V8's heap", 'used', 'buffers'];
  print('Memory of a process after runs in it: MiB', [head, ...rows]);
}

const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

/** What the process holds after each hundred runs of these protocols in turn. */
async function measuredAfter(protocols: readonly string[]): Promise<NodeJS.MemoryUsage[]> {
  const plugins = [standard];
  const measured: NodeJS.MemoryUsage[] = [];
  for (let i = 1; i <= RUNS; i++) {
    const name = protocols[i % protocols.length];
    const file = fileURLToPath(new URL(`../../scenarios/swarm/${name}.yaml`, import.meta.url));
    await run(loadScenario(file, { plugins, seed: i }), { plugins });
    if (i % EVERY === 0) measured.push(process.memoryUsage());
  }
  return measured;
}
