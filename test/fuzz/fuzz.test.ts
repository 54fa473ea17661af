/** A quick part of `npm run fuzz`: the same every time, or under the seed in FUZZ_SEED. */

import { expect, test } from 'vitest';
import { fuzz, isWrong, KINDS } from '../support/fuzz-commands.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

test.each(KINDS)(
  'commands on %s that nobody meant end with a documented code, soon, and without a stack',
  async (kind) => {
    const wrong: string[] = [];
    const codes = new Set<number>();
    let i = 0;
    for await (const ended of fuzz(kind, 60, SEED)) {
      codes.add(ended.code);
      if (isWrong(ended)) wrong.push(`npm run fuzz -- ${kind} 1 ${SEED + i}: ${JSON.stringify(ended)}`);
      i++;
    }
    expect(wrong).toEqual([]);
    expect(codes.size).toBeGreaterThan(1);
  },
);
