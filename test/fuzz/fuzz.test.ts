/** A quick part of test/long/fuzz.test.ts: the same every time, or from the seed in SEED on. */

import { expect, test } from 'vitest';
import { fuzz, isWrong, KINDS } from '../support/fuzz-commands.ts';
import { SEED } from '../support/long.ts';

test.each(KINDS)(
  'commands on %s that nobody meant end with a documented code, soon, and without a stack',
  async (kind) => {
    const wrong: string[] = [];
    const codes = new Set<number>();
    let i = 0;
    for await (const ended of fuzz(kind, 60, SEED)) {
      codes.add(ended.code);
      if (isWrong(ended)) wrong.push(`${kind}: RUNS=1 SEED=${SEED + i}: ${JSON.stringify(ended)}`);
      i++;
    }
    expect(wrong).toEqual([]);
    expect(codes.size).toBeGreaterThan(1);
  },
);
