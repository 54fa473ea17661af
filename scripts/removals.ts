/**
 * `npm run removals [-- --runs N --seed S --only TEXT --heal]`: MUFC's removal requests under random faults, N runs
 * for each way to serve them, checked for stale labels, lost requests and honest clients blamed. Exit code 1 if there
 * are any, or if something did not finish although the faults had stopped.
 */

import { parseArgs } from 'node:util';
import { standard } from '../bin/standard.ts';
import { table } from '../src/run/report/table.ts';
import { commandOfRun } from '../src/run/report/shell.ts';
import { swarm } from '../src/studies/swarm/swarm.ts';
import { judge, MODES, REQUESTS, SWARM } from '../test/support/removal-judge.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    heal: { type: 'boolean', default: false },
  },
});
const rows: string[][] = [];
let all = 0;
for (const [mode, own] of Object.entries(MODES).filter(([name]) => name.includes(values.only))) {
  const set = [...REQUESTS, ...own];
  const { runs } = await swarm(SWARM, {
    plugins: [standard],
    set,
    heals: values.heal,
    runs: Number(values.runs),
    seed: Number(values.seed),
    threads: 0,
  });
  let wrong = 0;
  for (const one of runs) {
    const found = await judge(one, values.heal);
    if (found.length === 0) continue;
    wrong++;
    process.stdout.write(`${mode}: ${found.join('; ')}\n  ${commandOfRun(SWARM, one.seed, one.set, [])}\n`);
  }
  all += runs.length;
  const count = (...kinds: string[]): string => `${runs.filter(({ kind }) => kinds.includes(kind)).length}`;
  const clustered = count('finished', 'without some', 'exact', 'doubted');
  rows.push([
    mode,
    `${runs.length}`,
    clustered,
    count('doubted'),
    count('refused', 'out of bounds'),
    `${wrong}`,
  ]);
  process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
  if (wrong > 0) process.exitCode = 1;
}
const head = ['requests', 'runs', 'clustered', 'of them saying what is open', 'refused', 'wrong'];
process.stdout.write(table(head, rows, ['requests']));
process.stdout.write(`${all} runs, faults that ${values.heal ? 'stop' : 'stay'}\n`);
