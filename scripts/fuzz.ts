/** `npm run fuzz [-- KIND [COUNT [SEED]]]`: commands on crafted traces, scenarios and data files, 10,000 of each. */

import { fuzz, isWrong, KINDS } from '../test/support/fuzz-commands.ts';

const [kind, count = '10000', seed = '1'] = process.argv.slice(2);
const kinds = KINDS.filter((known) => kind === undefined || known === kind);
if (kinds.length === 0) throw new Error(`expected one of ${KINDS.join(', ')}, got ${kind}`);
for (const own of kinds) {
  const codes = new Map<number, number>();
  let slowest = 0;
  let i = 0;
  for await (const ended of fuzz(own, Number(count), Number(seed))) {
    codes.set(ended.code, (codes.get(ended.code) ?? 0) + 1);
    slowest = Math.max(slowest, ended.ms);
    if (isWrong(ended)) {
      process.exitCode = 1;
      process.stdout.write(`WRONG: npm run fuzz -- ${own} 1 ${Number(seed) + i}\n${JSON.stringify(ended)}\n`);
    }
    i++;
  }
  const tally = [...codes].toSorted(([a], [b]) => a - b).map(([code, times]) => `${code}: ${times}`);
  process.stdout.write(
    `${own}: ${i} from seed ${seed}; exit codes ${tally.join(', ')}; slowest ${Math.round(slowest)} ms of processor time\n`,
  );
}
