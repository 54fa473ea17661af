import { setTimeout as later } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { monotonicNs } from '../../src/real/clock.ts';
import { MEETING, Rendezvous } from '../../src/real/rendezvous.ts';

const open: Rendezvous[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** Parties that hear each other after so many milliseconds; returns when each begins. */
function meeting(parties: number, delayMs: (from: number, to: number) => number): Promise<readonly number[]> {
  const began = Array.from({ length: parties }, () => Number.NaN);
  return new Promise((resolve) => {
    const all = began.map((_, id) => {
      const one = new Rendezvous(
        { id, parties, returns: false, patienceMs: 10_000 },
        {
          send: (to, kind, payload = new Uint8Array()) =>
            void later(delayMs(id, to)).then(() => all[to].take(id, kind, payload)),
          begin: () => {
            began[id] = monotonicNs() / 1e6;
            if (!began.some(Number.isNaN)) resolve(began);
          },
          over: () => undefined,
          alone: () => undefined,
          measured: () => undefined,
        },
      );
      open.push(one);
      return one;
    });
    for (const [id, one] of all.entries()) for (const other of all.keys()) if (other !== id) one.up(other);
  });
}

test('all begin at the same time, however far they are from the rendezvous', async () => {
  const began = await meeting(3, (from, to) => (from === MEETING || to === MEETING ? 20 * (from + to) : 1));
  expect(Math.max(...began) - Math.min(...began)).toBeLessThan(10);
});
