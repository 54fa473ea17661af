/** A case through the emulator: Linux's own TCP between namespaces. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from 'd3-array';
import type { Says, Told } from './end.ts';
import type { Case } from './cases.ts';
import type { Flowed } from './simulated.ts';
import { type Done, hostOf, World, type WorldOptions } from './world.ts';

const END = fileURLToPath(new URL('end.ts', import.meta.url));
/** The longest wait for anything. */
const PATIENCE_MS = 60_000;
const CALM_MS = 400;

/** Processes in all namespaces of a world, while something is done with them. */
export async function inWorld<T>(
  options: WorldOptions,
  use: (
    tell: (place: number, told: Told) => void,
    hear: (listen: (says: Says) => void) => void,
  ) => Promise<T>,
): Promise<{ readonly value: T; readonly done: Done }> {
  const world = await World.make(options);
  let done: Done | undefined;
  try {
    const listeners: ((says: Says) => void)[] = [];
    const ends = await Promise.all(
      options.rates.map(async (_, place): Promise<ChildProcess> => {
        const [program, ...words] = [...world.inside(place), process.execPath];
        const end = spawn(program, [...words, '--import', 'tsx', END, hostOf(place)], {
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        });
        await once(end, 'message');
        end.on('message', (says: Says) => listeners.forEach((listen) => listen(says)));
        return end;
      }),
    );
    const value = await use(
      (place, told) => void ends[place].send(told),
      (listen) => void listeners.push(listen),
    );
    const gone = ends.map((end) => once(end, 'exit'));
    for (const end of ends) end.disconnect();
    await Promise.all(gone);
    // Segments that close connections are still in transit.
    await later(CALM_MS);
    done = await world.close();
    if (done === undefined) throw new Error('the emulator did not say what it did');
    return { value, done };
  } finally {
    if (done === undefined) await world.close();
  }
}

/** The milliseconds of each message in each of `times` repetitions, and what the emulator counted in total. */
export async function real(
  { delayMs, rates, sendings }: Case,
  bytes: readonly number[],
  times: number,
): Promise<Flowed & { readonly runs: readonly (readonly number[])[]; readonly done: Done }> {
  const { value: runs, done } = await inWorld({ rates, delayMs }, async (tell, hear) => {
    const sent = new Map<number, number>();
    const came = new Map<number, number>();
    let over: () => void = () => undefined;
    let awaited = 0;
    hear((says) => {
      if (says.kind === 'sent') sent.set(says.message, says.atNs);
      if (says.kind !== 'came') return;
      came.set(says.message, says.atNs);
      if (came.size === awaited) over();
    });
    const all: number[][] = [];
    for (let time = 0; time < times; time++) {
      awaited = (time + 1) * sendings.length;
      const ended = new Promise<void>((resolve) => (over = resolve));
      sendings.forEach(({ atMs, from, to }, i) =>
        setTimeout(() => {
          const message = time * sendings.length + i;
          tell(from, { kind: 'send', to: hostOf(to), connection: `${time} ${to}`, bytes: bytes[i], message });
        }, atMs),
      );
      await Promise.race([ended, later(PATIENCE_MS, undefined, { ref: false })]);
      await later(CALM_MS);
      all.push(
        sendings.map((_, i) => {
          const message = time * sendings.length + i;
          return ((came.get(message) ?? Number.NaN) - (sent.get(message) ?? Number.NaN)) / 1e6;
        }),
      );
    }
    return all;
  });
  const ms = sendings.map((_, i) => median(runs, (run) => run[i]) ?? Number.NaN);
  const ipBytes = done.nodes.reduce((sum, node) => sum + node.ipBytes, 0) / times;
  return { ms, ipBytes, runs, done };
}
