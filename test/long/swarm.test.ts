/**
 * All protocols and variants under random faults, `RUNS` (400) of each, and as many under faults that stop: nothing
 * crashes, hangs, is wrong and accepted, or does not finish although the faults have stopped.
 */

import { availableParallelism } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { standard } from '../../bin/standard.ts';
import { commandOfRun } from '../../src/run/report/shell.ts';
import { table } from '../../src/run/report/table.ts';
import { FOUND, KINDS } from '../../src/studies/swarm/outcome.ts';
import { swarm, type SwarmRun } from '../../src/studies/swarm/swarm.ts';
import { found } from '../../src/studies/swarm/text.ts';
import { runsOr, say, SEED } from '../support/long.ts';
import { healed, VARIANTS } from '../support/swarm-variants.ts';

const kinds = Object.keys(KINDS);
const rows: string[][] = [];
const all: SwarmRun[] = [];

const cases = VARIANTS.flatMap((variant) =>
  (variant.heals ? [false, true] : [false]).map((heals) => ({
    variant,
    heals,
    name: variant.name,
    faults: heals ? 'stop' : 'stay',
  })),
);

test.each(cases)('$name under faults that $faults', async ({ variant, heals, name, faults }) => {
  const { file } = variant;
  const { runs } = await swarm(file, {
    plugins: [standard],
    set: heals ? healed(variant) : variant.set,
    heals,
    runs: runsOr(400),
    seed: SEED,
    threads: availableParallelism(),
  });
  all.push(...runs);
  rows.push([name, faults, ...counts(runs)]);
  const wrong = found(runs).map(
    ({ kind, reason = '', seed, set }) => `${kind}: ${reason}\n${commandOfRun(file, seed, set, [])}`,
  );
  expect(wrong).toEqual([]);
});

afterAll(() => {
  rows.push(['all', '', ...counts(all)]);
  say(table(['protocol', 'faults', ...kinds], rows, ['protocol', 'faults']));
});

function counts(runs: readonly SwarmRun[]): string[] {
  return kinds.map((kind) => {
    const count = runs.filter((run) => run.kind === kind).length;
    return count === 0 && !FOUND.includes(kind as never) ? '' : `${count}`;
  });
}
