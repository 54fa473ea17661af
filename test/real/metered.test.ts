import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Executor } from '../../src/core/engine/compute/executor.ts';
import type { Task } from '../../src/core/engine/compute/task.ts';
import { mainThreadTime } from '../../src/core/platform/node/thread-times.ts';
import { Metered } from '../../src/real/metered.ts';

const TASK = { name: 'rest', operations: (input: number) => 2 * input } as Task<number, number>;
/** Whose tasks take time, but next to none of a processor. */
const resting: Executor = {
  start: (_, input) => async () => {
    await setTimeout(20);
    return { value: input as never, measuredNs: 0 };
  },
  close: () => Promise.resolve(),
};

test('computations took the time until their results, and ran for the microseconds that the system counted', async () => {
  const metered = new Metered(resting);
  for (const input of [3, 4]) await metered.start(TASK, input)();
  const { tookNs, ranNs } = metered.time;
  expect(tookNs).toBeGreaterThan(ranNs);
  expect(ranNs).toBeGreaterThan(0);
  expect(ranNs % 1000).toBe(0);
  const { tasks } = metered.used;
  for (const { ranNs: ownNs } of tasks) expect(ownNs).toBeLessThanOrEqual(ranNs);
  // Nothing where the kernel does not count it.
  const ran =
    mainThreadTime() === undefined
      ? []
      : [
          ['rest', 6],
          ['rest', 8],
        ];
  expect(tasks.map(({ task, operations }) => [task, operations])).toEqual(ran);
});
