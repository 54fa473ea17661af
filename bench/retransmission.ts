/**
 * What retransmission costs if nothing is lost, in time and in memory: normal runs beside runs of roles that do not
 * ask. Messages, bytes and virtual times must be the same.
 */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { standard } from '../bin/standard.ts';
import { run } from '../src/run/execute/run.ts';
import { loadScenario } from '../src/run/scenario/load.ts';
import { withoutRetransmission } from './without-retransmission.ts';
import { against, compare, print } from './table.ts';

const RUNS = 15;
const SCENARIOS = ['bench/secfc-iteration.yaml', 'scenarios/swarm/mufc.yaml', 'scenarios/swarm/lloyd.yaml'];

export async function retransmission(): Promise<void> {
  const rows = [['', 'ms without', 'with it', 'ratio']];
  for (const name of SCENARIOS) {
    const file = fileURLToPath(new URL(`../../${name}`, import.meta.url));
    const [asks, silent] = [standard, withoutRetransmission].map((plugin) => {
      const plugins = [plugin];
      const scenario = loadScenario(file, { plugins });
      return () => run(scenario, { plugins });
    });
    const [one, other] = [await asks(), await silent()];
    if (one.hash !== other.hash || one.endNs !== other.endNs)
      throw new Error(`${name} is another run where nobody retransmits`);
    const times = await compare(RUNS, { silent, asks });
    const ratio = times.asks / times.silent;
    rows.push([name, times.silent.toFixed(1), times.asks.toFixed(1), against(ratio, 'at most', 1.02)]);
  }
  print(`the same runs, to the last byte: median of ${RUNS} runs`, rows);
  const [without, withIt] = ['without', 'with'].map(peakMiB);
  print('SecFC, k=16, n=16, m=16384, d=100, t=5, l=3, 5 rounds: MiB at the peak', [
    ['without retransmission', without.toFixed(0)],
    ['with it', withIt.toFixed(0)],
    ['ratio', (withIt / without).toFixed(2)],
  ]);
}

function peakMiB(how: string): number {
  const file = fileURLToPath(new URL('retransmission-process.js', import.meta.url));
  return Number(execFileSync(process.execPath, [file, how], { encoding: 'utf8' })) / 2 ** 20;
}
