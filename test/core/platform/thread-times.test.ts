import { isMainThread } from 'node:worker_threads';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { mainThreadTime } from '../../../src/core/platform/node/thread-times.ts';

/** Far shorter than a tick of the kernel. */
const SHORT_MS = 0.05;

test.skipIf(mainThreadTime() === undefined)(
  'a short time on a processor is counted when it is asked for',
  () => {
    expect(isMainThread).toBe(true);
    const read = (): number => mainThreadTime()?.ranNs ?? 0;
    let beforeNs = read();
    for (let turn = 0; turn < 100; turn++) {
      const startMs = performance.now();
      while (performance.now() - startMs < SHORT_MS);
      const nowNs = read();
      expect(nowNs).toBeGreaterThan(beforeNs);
      beforeNs = nowNs;
    }
  },
);
