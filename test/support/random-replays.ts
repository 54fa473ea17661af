/** Runs with random faults, again on 0, 1 and 2 threads. */

import * as fc from 'fast-check';
import { expect } from 'vitest';
import { openPool } from '../../src/run/plugin/executor.ts';
import { reproduce } from '../../src/run/replay/reproduce.ts';
import { faulty, scenarioOf, traced } from './random-faults.ts';
import { plugins } from './scenarios.ts';

/**
 * Makes so many runs in this thread, and replays each with other threads.
 * @returns the kinds of faults that happened in any, in order of their names
 */
export async function replayRandomly(runs: number, seed: number): Promise<readonly string[]> {
  const executors = [1, 2].map((threads) => openPool({ threads, plugins }));
  const fired = new Set<string>();
  try {
    await fc.assert(
      fc.asyncProperty(faulty, async (source) => {
        const scenario = scenarioOf(source);
        const { bytes, hash } = await traced(scenario);
        const earlier = { name: 'run.trace', bytes };
        const again = executors.map(async (executor) => {
          const options = { plugins, executor };
          const { result, entries, problem } = await reproduce(scenario, options, earlier);
          expect(problem).toBeUndefined();
          expect(result.hash).toBe(hash);
          expect(entries).toBeGreaterThan(0);
          for (const { name, times } of result.findings.faults ?? []) {
            if (times > 0) fired.add(name.replace(/ \d+$/, ''));
          }
        });
        await Promise.all(again);
      }),
      { seed, numRuns: runs, endOnFailure: true },
    );
  } finally {
    await Promise.all(executors.map((executor) => executor.close()));
  }
  return [...fired].toSorted();
}
