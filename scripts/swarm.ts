/**
 * `npm run swarm [-- --runs N --seed S --only TEXT --threads N --out DIR]`: all protocols and variants under random
 * faults, N runs of each, and as many under faults that stop. With `--out` finished runs are kept and not repeated.
 * Exit code 1 if anything crashed, hung, was wrong and accepted, or did not finish although the faults had stopped.
 */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { standard } from '../bin/standard.ts';
import { FOUND, KINDS } from '../src/studies/swarm/outcome.ts';
import { commandOfRun } from '../src/run/report/shell.ts';
import { table } from '../src/run/report/table.ts';
import { swarm, type SwarmRun } from '../src/studies/swarm/swarm.ts';
import { found } from '../src/studies/swarm/text.ts';
import { healed, type Variant, VARIANTS } from '../test/support/swarm-variants.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    threads: { type: 'string', default: `${availableParallelism()}` },
    out: { type: 'string' },
  },
});
const plugins = [standard];
const kinds = Object.keys(KINDS);
const rows: string[][] = [];
const all: SwarmRun[] = [];
const startMs = performance.now();
for (const variant of VARIANTS.filter(({ name }) => name.includes(values.only))) {
  for (const heals of variant.heals ? [false, true] : [false]) await play(variant, heals);
}
const seconds = (performance.now() - startMs) / 1000;
rows.push(['all', '', ...counts(all)]);
process.stdout.write(table(['protocol', 'faults', ...kinds], rows, ['protocol', 'faults']));
process.stdout.write(`${all.length} runs in ${seconds.toFixed(0)} s on ${values.threads} threads\n`);
process.exitCode = found(all).length > 0 ? 1 : 0;

async function play(variant: Variant, heals: boolean): Promise<void> {
  const { name, file } = variant;
  const kept = `${name.replaceAll(/[^a-z]+/gi, '-')}${heals ? '-heal' : ''}.jsonl`;
  const set = heals ? healed(variant) : variant.set;
  const { runs } = await swarm(file, {
    plugins,
    set,
    heals,
    runs: Number(values.runs),
    seed: Number(values.seed),
    threads: Number(values.threads),
    ...(values.out !== undefined && { journal: join(values.out, kept) }),
  });
  all.push(...runs);
  rows.push([name, heals ? 'stop' : 'stay', ...counts(runs)]);
  process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
  for (const run of found(runs))
    process.stdout.write(
      `${run.kind}: ${run.reason ?? ''}\n  ${commandOfRun(file, run.seed, run.set, [])}\n`,
    );
}

function counts(runs: readonly SwarmRun[]): string[] {
  return kinds.map((kind) => {
    const count = runs.filter((run) => run.kind === kind).length;
    return count === 0 && !FOUND.includes(kind as never) ? '' : `${count}`;
  });
}
