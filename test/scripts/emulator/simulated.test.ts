import { expect, test } from 'vitest';
import type { Case } from '../../../scripts/emulator/cases.ts';
import { simulated } from '../../../scripts/emulator/simulated.ts';

const party = { up: 20e6, down: 50e6 };
const burst: Case = {
  name: 'six of 40 kB from one sender',
  delayMs: 10,
  queue: 40,
  parties: Array.from({ length: 7 }, () => party),
  sendings: Array.from({ length: 6 }, (_, i) => ({ atMs: 0, from: 0, to: i + 1, bytes: 40_000 })),
};

test('messages leave when they are said to have left', async () => {
  const sentMs = burst.sendings.map((_, i) => 200.25 * i);
  const { sentMs: said, ms } = await simulated(burst, 1, sentMs);
  expect(said).toEqual(sentMs);
  // Each is alone.
  for (const one of ms) expect(one).toBeCloseTo(ms[0], 3);
});

test('tenths of milliseconds between messages decide what a full queue drops', async () => {
  const together = await simulated(burst, 1);
  const apart = await simulated(
    burst,
    1,
    burst.sendings.map((_, i) => i * 0.4),
  );
  expect(Math.max(...apart.ms)).not.toBeCloseTo(Math.max(...together.ms), 0);
});
