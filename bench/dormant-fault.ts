/** What fault injection costs if nothing goes wrong: runs without faults beside runs with one whose time never comes. */

import { fileURLToPath } from 'node:url';
import { standard } from '../actors/index.ts';
import { run } from '../src/run/run.ts';
import { loadScenario } from '../src/scenario/load.ts';
import { against, median, print } from './table.ts';

const plugins = [standard];

const PAIRS = 600;
const WARM_UP = 10;

export async function dormantFault(): Promise<void> {
  const file = fileURLToPath(new URL('../../bench/secfc-iteration.yaml', import.meta.url));
  const set = ['faults=[{ fault: withhold, who: everyone, when: { at: 23h } }]'];
  const [plain, faulty] = [loadScenario(file, { plugins }), loadScenario(file, { plugins, set })];
  /** Milliseconds of processor time, so that other work on this machine does not count. */
  const took = async (scenario: typeof plain): Promise<number> => {
    const start = process.cpuUsage();
    await run(scenario, { plugins });
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e3;
  };
  const none: number[] = [];
  const ratios: number[] = [];
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    // The two take turns in going first.
    const first = await took(pair % 2 === 0 ? plain : faulty);
    const second = await took(pair % 2 === 0 ? faulty : plain);
    if (pair < 0) continue;
    none.push(pair % 2 === 0 ? first : second);
    ratios.push(pair % 2 === 0 ? second / first : first / second);
  }
  const [low, high] = intervalOfMedian(ratios);
  print(
    `a run of SecFC, k=4, n=10, m=1000, d=20, t=4: milliseconds of the processor, ${PAIRS} pairs of runs`,
    [
      ['without faults, median', median(none).toFixed(1)],
      ['with a fault whose time never comes, of that: median of the pairs', median(ratios).toFixed(3)],
      ['95 % interval of that, from', low.toFixed(3)],
      ['to', against(high, 'at most', 1.05)],
    ],
  );
}

/** A distribution-free 95 % confidence interval of the median (normal approximation of ranks). */
function intervalOfMedian(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const half = 0.98 * Math.sqrt(sorted.length);
  return [
    sorted[Math.floor(sorted.length / 2 - half)],
    sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + half))],
  ];
}
