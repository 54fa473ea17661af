import { expect, test } from 'vitest';
import { fasterText } from '../../../src/run/replay/faster-text.ts';
import type { Rerun } from '../../../src/run/replay/reruns.ts';

test('where nothing would be faster, it is said, and elsewhere every change has a line', () => {
  expect(fasterText([])).toBe('nothing that could be faster held the result up\n');
  const rerun: Rerun = { change: 'half the latency', resultNs: 2e6, earlierNs: 5e5, notes: [] };
  const text = fasterText([rerun]);
  expect(text).toMatch(/^what would make it faster +result at +gained/);
  expect(text).toMatch(/^half the latency +2\.0 ms +0\.5 ms/m);
});
