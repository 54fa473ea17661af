/** A quick part of `npm run fuzz`, under another seed every time nobody asks for one. */

import { expect, test } from 'vitest';
import { fuzz, isWrong, KINDS } from './commands.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1e9);

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
