/** Commands on crafted traces, scenarios and data files: `RUNS` (10,000) of each kind. */

import { expect, test } from 'vitest';
import { fuzz, isWrong, KINDS } from '../support/fuzz-commands.ts';
import { runsOr, say, SEED } from '../support/long.ts';

test.each(KINDS)('commands on %s end with a documented code, soon, and without a stack', async (kind) => {
  const codes = new Map<number, number>();
  const wrong: string[] = [];
  let slowestMs = 0;
  let seed = SEED;
  for await (const ended of fuzz(kind, runsOr(10_000), SEED)) {
    codes.set(ended.code, (codes.get(ended.code) ?? 0) + 1);
    slowestMs = Math.max(slowestMs, ended.ms);
    if (isWrong(ended)) wrong.push(`${kind}: RUNS=1 SEED=${seed}: ${JSON.stringify(ended)}`);
    seed++;
  }
  const tally = [...codes].toSorted(([a], [b]) => a - b).map(([code, times]) => `${code}: ${times}`);
  say(
    `${kind}: ${seed - SEED} from seed ${SEED}; exit codes ${tally.join(', ')}; slowest ${Math.round(slowestMs)} ms of processor time`,
  );
  expect(wrong).toEqual([]);
});
