/**
 * Checks the emulator by itself, then the simulated TCP against Linux's own through it: one flow, two that share a
 * link, many short ones. Creates and removes network namespaces; nothing leaves the machine.
 *
 *   node --import tsx scripts/emulator/flows.ts [TIMES]     median of TIMES (3) of each
 */

import { loadavg } from 'node:os';
import { median } from 'd3-array';
import { CASES } from './cases.ts';
import { inWorld, real } from './real.ts';
import { simulated } from './simulated.ts';
import { hostOf, problemHere } from './world.ts';

const TIMES = 3;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const ms = (value: number): string => value.toFixed(1);

/** Datagrams from one namespace to another: when they were sent and arrived. */
async function probed(
  options: { readonly delayMs: number; readonly rate: number; readonly loss?: number },
  told: { readonly count: number; readonly bytes: number; readonly everyMs: number },
): Promise<readonly { readonly sentNs: number; readonly cameNs: number }[]> {
  const { delayMs, rate, loss = 0 } = options;
  const rates = [0, 1].map(() => ({ up: rate, down: rate }));
  const { value } = await inWorld({ rates, delayMs, loss }, async (tell, hear) => {
    const all: { readonly sentNs: number; readonly cameNs: number }[] = [];
    hear((says) => says.kind === 'probed' && all.push(says));
    tell(0, { kind: 'probe', to: hostOf(1), ...told });
    let before = -1;
    // Until no more arrive.
    for (let calm = 0; calm < 4; calm = all.length === before ? calm + 1 : 0) {
      before = all.length;
      await new Promise((resolve) => setTimeout(resolve, 250 + delayMs));
    }
    return all;
  });
  return value;
}

async function checkEmulator(): Promise<void> {
  for (const delayMs of [10, 40, 80]) {
    const all = await probed({ delayMs, rate: 0 }, { count: 100, bytes: 100, everyMs: 10 });
    const took = all.map(({ sentNs, cameNs }) => (cameNs - sentNs) / 1e6).toSorted((a, b) => a - b);
    say(
      `delay of ${delayMs} ms asked: median ${ms(median(took) ?? Number.NaN)}, 99 of 100 below ${ms(took[Math.floor(took.length * 0.99) - 1])}, worst ${ms(took.at(-1) ?? Number.NaN)}`,
    );
  }
  for (const rate of [8e6, 20e6, 50e6]) {
    const bytes = 1400;
    const all = await probed({ delayMs: 10, rate }, { count: 400, bytes, everyMs: 0 });
    const came = all.map(({ cameNs }) => cameNs);
    const seconds = (Math.max(...came) - Math.min(...came)) / 1e9;
    const bps = ((came.length - 1) * (bytes + 28) * 8) / seconds;
    say(`rate of ${rate / 1e6} Mbit/s asked: ${(bps / 1e6).toFixed(2)} Mbit/s, ${all.length} of 400 came`);
  }
  const all = await probed({ delayMs: 10, rate: 50e6, loss: 0.05 }, { count: 4000, bytes: 100, everyMs: 0 });
  say(`loss of 5 % asked: ${((1 - all.length / 4000) * 100).toFixed(1)} % of 4000`);
}

const problem = problemHere();
if (problem !== undefined) {
  process.stderr.write(`the emulator ${problem}\n`);
  process.exit(2);
}
const times = Number(process.argv[2] ?? TIMES);
say(`load of the machine ${loadavg()[0].toFixed(1)}`);
await checkEmulator();
say(`\nmilliseconds until a message is there, opening its connection included: median of ${times}`);
say(
  '| case | simulated | Linux | ratio | IP bytes, ratio | emulator late, mean and worst |\n|---|---|---|---|---|---|',
);
for (const one of CASES) {
  const predicted = await simulated(one);
  const found = await real(one, predicted.bytes, times);
  const { meanLateNs, worstLateNs } = found.done;
  const ratios = predicted.ms.map((value, i) => (value / found.ms[i]).toFixed(2));
  say(
    `| ${one.name} | ${predicted.ms.map(ms).join(', ')} | ${found.ms.map(ms).join(', ')} | ${ratios.join(', ')} | ${(predicted.ipBytes / found.ipBytes).toFixed(3)} | ${(meanLateNs / 1e3).toFixed(0)} us, ${(worstLateNs / 1e6).toFixed(1)} ms |`,
  );
}
