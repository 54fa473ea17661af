import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { criticalPath, type Piece, waitedFor, within } from '../../../src/run/timing/critical-path.ts';
import type { Step } from '../../../src/run/timing/causal-graph.ts';
import { run as simulated } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { plugins } from '../../support/plugins.ts';
import { faulty } from '../../support/random-faults.ts';
import { type Timed, timed, undisturbed } from '../../support/timing-runs.ts';
import { thoroughly } from '../../support/long.ts';

const total = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);

function expectToAddUp({ causalGraph, result }: Timed): void {
  expect(causalGraph.contradiction).toBeUndefined();
  const { resultNs } = result.ledger.ends(result.endNs);
  const path = criticalPath(causalGraph);
  expect(path === undefined).toBe(resultNs === undefined);
  if (path === undefined) return;
  expect(total(path)).toBe(resultNs);
  path.forEach((piece, i) => expect(piece.startNs).toBe(i === 0 ? 0 : path[i - 1].endNs));
  for (const stretch of result.ledger.stretches(result.endNs)) {
    const inIt = total(within(path, stretch));
    expect(inIt).toBe(stretch.part === 'round' ? stretch.endNs - stretch.startNs : 0);
  }
  expect(waitedFor(path).reduce((sum, { ns }) => sum + ns, 0)).toBe(resultNs);
}

describe('the critical path', () => {
  test(
    'of 200 random runs adds up to the time to the result, and in every round to the round',
    { timeout: 120_000 },
    async () => {
      const resources = new Set<string>();
      await fc.assert(
        fc.asyncProperty(undisturbed, async (source) => {
          const run = await timed(source);
          expectToAddUp(run);
          for (const { resource } of criticalPath(run.causalGraph) ?? []) resources.add(resource);
        }),
        { seed: 11, numRuns: thoroughly(60, 200), endOnFailure: true },
      );
      // Or it would show little.
      expect([...resources].toSorted()).toEqual(['compute', 'downlink', 'latency', 'sent again', 'uplink']);
    },
  );

  test('of 100 runs in which anything may go wrong adds up too', { timeout: 120_000 }, async () => {
    const resources = new Set<string>();
    await fc.assert(
      fc.asyncProperty(faulty, async (source) => {
        const run = await timed(source);
        expectToAddUp(run);
        for (const { resource } of criticalPath(run.causalGraph) ?? []) resources.add(resource);
      }),
      { seed: 5, numRuns: thoroughly(30, 100), endOnFailure: true },
    );
    expect([...resources]).toEqual(expect.arrayContaining(['deadline', 'fault', 'idle']));
  });

  test('has computations directly one after another as one step, however many there are', async () => {
    const scenario = loadScenario('scenarios/kfed.yaml', { plugins });
    const { causalGraph, ledger } = await simulated(scenario, { plugins, timing: true });
    const steps: Step[] = [];
    for (let step = causalGraph?.result; step !== undefined && step.cause.kind !== 'start';) {
      steps.push(step);
      step = step.cause.kind === 'message' ? step.cause.path.sent : step.cause.since;
    }
    expect(ledger.work().length).toBeGreaterThan(5);
    expect(steps.map(({ cause }) => cause.kind)).toEqual(['computation', 'message', 'computation']);
  });

  test('is not known where rules were at work that the scenario does not say', async () => {
    const [source] = fc.sample(undisturbed, { seed: 3, numRuns: 1 });
    const slow = { name: 'slow', apply: () => ({ kind: 'delay', ns: 5 }) as const };
    const { causalGraph } = await timed(source, [slow]);
    expect(causalGraph.contradiction).toMatch(/^message 0 arrived at \d+ ns, but by the scenario /);
    expect(criticalPath(causalGraph)).toBeUndefined();
  });
});
