/** MUFC where parties say what is wrong, in any message of a sum in secret. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Cell } from '../../../actors/blocks/scma/grid.ts';
import { decodeCells, encodeCells } from '../../../actors/blocks/scma/tasks.ts';
import { inlineExecutor } from '../../../src/core/engine/compute/inline.ts';
import type { Executor } from '../../../src/core/engine/compute/executor.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { sumOf } from '../../../src/studies/swarm/falsified.ts';
import { found, swarmText } from '../../../src/studies/swarm/text.ts';
import { swarm } from '../../../src/studies/swarm/swarm.ts';
import { plugins } from '../../support/scenarios.ts';
import { BYZANTINE_REMOVALS } from '../../support/swarm-variants.ts';
import { thoroughly } from '../../support/long.ts';

const file = fileURLToPath(new URL('../../../scenarios/swarm/mufc-byzantine.yaml', import.meta.url));

interface Sums {
  /** What clients put into each aggregation. */
  readonly inputs: Map<number, (readonly Cell[])[]>;
  /** What the server found in it, if anything. */
  readonly found: [aggregation: number, cells: readonly Cell[]][];
}

/** Runs tasks, and keeps what is encoded and decoded. */
function watching({ inputs, found: sums }: Sums): Executor {
  return {
    ...inlineExecutor,
    start(task, input) {
      const result = inlineExecutor.start(task, input);
      const { salt, cells } = input as { readonly salt: number; readonly cells: readonly Cell[] };
      if (task.name === encodeCells.name) inputs.set(salt, [...(inputs.get(salt) ?? []), cells]);
      return async () => {
        const computed = await result();
        const decoded = computed.value as readonly Cell[] | undefined;
        if (task.name === decodeCells.name && decoded !== undefined) sums.push([salt, decoded]);
        return computed;
      };
    },
  };
}

/** The counts of all cells, in one order. */
function total(cells: readonly Cell[]): string {
  const counts = new Map<string, number>();
  for (const { place, count } of cells) counts.set(`${place}`, (counts.get(`${place}`) ?? 0) + count);
  return JSON.stringify([...counts].toSorted());
}

/** Whether these are the cells of some of the clients, each as it put them in. */
function isSum(cells: readonly Cell[], clients: readonly (readonly Cell[])[]): boolean {
  const wanted = total(cells);
  const subsets = Array.from({ length: 2 ** clients.length }, (_, set) =>
    clients.filter((__, j) => ((set >> j) & 1) === 1),
  );
  return subsets.some((some) => total(some.flat()) === wanted);
}

/** Those of Bonawitz et al., Figure 4, and the two of a sum that is summed again by groups. */
const MESSAGES = [
  'identity',
  'keys',
  'roster',
  'secret-shares',
  'delivery',
  'masked',
  'survivors',
  'consent',
  'consents',
  'unmasking',
  'regroup',
  'settled',
];

test('whatever Byzantine parties send, there is no sum or that of the cells that clients contributed', async () => {
  const played = await swarm(file, { plugins, runs: thoroughly(20, 40), threads: 0 });
  expect(found(played.runs)).toEqual([]);
  // The report says how many messages of each type were falsified; `--runs 100` reaches all twelve.
  const text = swarmText(file, played);
  const counts = MESSAGES.map((message) => new RegExp(`^${message} +(\\d+)$`, 'm').exec(text)?.[1]);
  expect(counts.filter((count) => Number(count) > 0).length).toBeGreaterThanOrEqual(thoroughly(5, 8));
  let sums = 0;
  // Each is played again, to see into it.
  for (const { seed, set } of played.runs.slice(0, thoroughly(10, 20))) {
    const seen: Sums = { inputs: new Map(), found: [] };
    const scenario = loadScenario(file, { plugins, seed, set });
    await run(scenario, { plugins, executor: watching(seen) });
    for (const [aggregation, cells] of seen.found) {
      expect(isSum(cells, seen.inputs.get(aggregation) ?? []), `seed ${seed}`).toBe(true);
      sums++;
    }
  }
  expect(sums).toBeGreaterThan(thoroughly(10, 20));
}, 240_000);

test('whatever they send about removals, a run ends and reports what was not done', async () => {
  const { runs } = await swarm(file, {
    plugins,
    runs: thoroughly(8, 20),
    threads: 0,
    set: BYZANTINE_REMOVALS,
  });
  expect(found(runs)).toEqual([]);
  const counts = sumOf(runs.map(({ falsified = {} }) => falsified));
  expect(counts['offer']).toBeGreaterThan(0);
});

test.each(MESSAGES)(
  'a lie about %s ends in a correct sum or in none',
  async (message) => {
    // Two clients whose vectors are none make groups sum again, so that there is something to lie about.
    const faults = [
      { fault: 'falsify', who: 'client-2', message: 'masked' },
      ...['random', 'longer', 'shorter', 'one-entry'].map((how) => ({
        fault: 'falsify',
        who: ['server', 'client-4'],
        to: ['server', 'client-5', 'client-6'],
        message,
        how,
      })),
    ];
    for (const { ...fault } of faults.slice(1)) {
      const seen: Sums = { inputs: new Map(), found: [] };
      const set = [`faults=${JSON.stringify([faults[0], fault])}`, 'protocol.remove=[]'];
      const { ending, findings } = await run(loadScenario(file, { plugins, set }), {
        plugins,
        executor: watching(seen),
      });
      expect(ending).toBe('done');
      expect(findings.faults?.[1].messages).toEqual({ [message]: expect.any(Number) as number });
      for (const [aggregation, cells] of seen.found)
        expect(isSum(cells, seen.inputs.get(aggregation) ?? [])).toBe(true);
    }
  },
  120_000,
);
