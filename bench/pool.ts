/** Ten thousand short tasks, in this thread and on two others: the case for batches. */

import type { Executor } from '../src/core/engine/compute/executor.ts';
import { inlineExecutor } from '../src/core/engine/compute/inline.ts';
import { Pool } from '../src/core/engine/compute/pool.ts';
import { moduleOf } from '../src/core/base/package.ts';
import { Random } from '../src/core/base/random.ts';
import type { Role } from '../src/core/engine/actors/actor.ts';
import { Bus } from '../src/core/engine/messages/bus.ts';
import { type Behaviour, compute } from '../src/core/engine/actors/effects.ts';
import { simulate } from '../src/core/engine/simulation/simulation.ts';
import { TraceWriter } from '../src/run/trace/writer.ts';
import { unlimited } from './network.ts';
import { spin } from './spin.ts';
import { against, compare, print, timed } from './table.ts';

const TASKS = 10_000;
const ACTORS = 500;
const TASK_MS = 0.2;

export async function pool(): Promise<void> {
  const steps = await stepsFor(TASK_MS);
  const two = new Pool({ threads: 2, entry: moduleOf('./spin', import.meta.url) });
  const hashes = new Set<string>();
  const ms = await compare(3, {
    inline: async () => hashes.add(await run(inlineExecutor, steps)),
    two: async () => hashes.add(await run(two, steps)),
  });
  await two.close();
  print(`${TASKS} tasks of ${(ms.inline / TASKS).toFixed(2)} ms by ${ACTORS} actors; median of 3`, [
    ['', 's', 'of inline'],
    ['in this thread', (ms.inline / 1000).toFixed(2), '1'],
    ['on two threads', (ms.two / 1000).toFixed(2), against(ms.two / ms.inline, 'at most', 0.6)],
    ['different hashes', `${hashes.size - 1}`, ''],
  ]);
}

async function stepsFor(milliseconds: number): Promise<number> {
  const steps = 1e7;
  await timed(() => spin.run(steps));
  return Math.round((steps * milliseconds) / (await timed(() => spin.run(steps))));
}

/** Every actor computes one task after another, at its own rate; returns the trace's hash. */
async function run(executor: Executor, steps: number): Promise<string> {
  function* behaviour(): Behaviour {
    for (let i = 0; i < TASKS / ACTORS; i++) yield* compute(spin, steps);
  }
  const role: Role = { role: 'device', count: ACTORS, starts: true, rate: (index) => 1e6 + index, behaviour };
  const bus = new Bus();
  const writer = new TraceWriter({ roles: [{ role: 'device', count: ACTORS }], scenario: null });
  writer.attach(bus);
  const { ending, endNs } = await simulate({
    roles: [role],
    messages: [],
    network: unlimited({ constant: 0 }),
    random: new Random(1),
    executor,
    bus,
  });
  return writer.end({ ending, endNs, findings: null });
}
