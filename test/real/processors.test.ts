import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ticks } from '../../src/real/processors.ts';

test.skipIf(!existsSync('/proc/stat'))(
  'the processors of this machine have run, and its host took no more',
  () => {
    const { all, stolen } = ticks() ?? { all: 0, stolen: 0 };
    expect(all).toBeGreaterThan(0);
    expect(stolen).toBeGreaterThanOrEqual(0);
    expect(stolen).toBeLessThanOrEqual(all);
  },
);
