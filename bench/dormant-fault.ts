/** What the fault room costs where nothing goes wrong: runs without faults beside runs with one whose time never comes. */

import { fileURLToPath } from 'node:url';
import { standard } from '../actors/index.ts';
import { run } from '../src/run/run.ts';
import { loadScenario } from '../src/scenario/load.ts';
import { compare, print } from './table.ts';

const plugins = [standard];

const RUNS = 15;

export async function dormantFault(): Promise<void> {
  const file = fileURLToPath(new URL('../../bench/secfc-iteration.yaml', import.meta.url));
  const set = ['faults=[{ fault: withhold, who: everyone, when: { at: 23h } }]'];
  const [plain, faulty] = [loadScenario(file, { plugins }), loadScenario(file, { plugins, set })];
  const { none, dormant } = await compare(RUNS, {
    none: () => run(plain, { plugins }),
    dormant: () => run(faulty, { plugins }),
  });
  print(`a run of SecFC, k=4, n=10, m=1000, d=20, t=4: milliseconds, median of ${RUNS} runs`, [
    ['without faults', none.toFixed(1)],
    ['with a fault whose time never comes', dormant.toFixed(1)],
    ['ratio', (dormant / none).toFixed(3)],
  ]);
}
