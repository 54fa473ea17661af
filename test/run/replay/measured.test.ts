/** Runs whose durations were measured: each is another one, and replays exactly from what it recorded. */

import { describe, expect, test } from 'vitest';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { reproduce } from '../../../src/run/replay/reproduce.ts';
import { runWithout } from '../../../src/run/replay/what-if.ts';
import { TraceReader } from '../../../src/run/trace/reader.ts';
import { plugins } from '../../support/scenarios.ts';
import { scenarioOf, traced } from '../../support/random-faults.ts';

const source = {
  seed: 2,
  clients: 5,
  data: { source: 'gaussian-mixture', points: 40, dimension: 3, components: 2, deviation: 1 },
  protocol: { name: 'secfc', clusters: 2, privacy: 1 },
  devices: { durations: 'measured' },
  faults: [
    { fault: 'slow', who: 'client-2', factor: 40, when: { round: 1 } },
    { fault: 'dropout', who: 'client-5', when: { round: 2 } },
  ],
};
const entriesOf = (bytes: Uint8Array) => [...new TraceReader('run.trace', bytes).entries()];
const durationsOf = (bytes: Uint8Array): number[] =>
  entriesOf(bytes).flatMap((entry) => (entry.kind === 'computing' ? entry.durationNs : []));

describe('a run whose durations are measured', () => {
  test('takes what its tasks took, and as many times as long where it is slow', async () => {
    const { bytes } = await traced(scenarioOf(source));
    const entries = entriesOf(bytes);
    const taken = entries.flatMap((entry) => (entry.kind === 'computing' ? entry : []));
    for (const { actor, task, durationNs, timeNs } of taken) {
      const end = entries.find(
        (entry) => entry.kind === 'computed' && entry.actor === actor && entry.timeNs === timeNs + durationNs,
      );
      // A dropout takes the end of what it interrupts.
      if (end?.kind !== 'computed') continue;
      expect(end.task).toBe(task);
      expect([end.measuredNs, 40 * (end.measuredNs ?? 0)]).toContain(durationNs);
    }
    expect(taken.length).toBeGreaterThan(10);
  });

  test('is another one each time', async () => {
    const [one, two] = [await traced(scenarioOf(source)), await traced(scenarioOf(source))];
    expect(durationsOf(one.bytes)).not.toEqual(durationsOf(two.bytes));
    expect(one.hash).not.toBe(two.hash);
  });

  test.each([0, 2])('replays exactly from what it recorded, on %i threads', async (threads) => {
    const { bytes, hash } = await traced(scenarioOf(source));
    const again = await reproduce(scenarioOf(source), { plugins, threads }, { name: 'run.trace', bytes });
    expect(again.result.hash).toBe(hash);
    expect(again.entries).toBe(entriesOf(bytes).length);
  });

  test('that comes out otherwise is refused all the same', async () => {
    const { bytes } = await traced(scenarioOf(source));
    const other = scenarioOf({ ...source, seed: 3 });
    const refused = reproduce(other, { plugins }, { name: 'run.trace', bytes });
    await expect(refused).rejects.toThrow(CahootsError);
  });

  test('is the recorded one up to where a fault is taken out', async () => {
    const { bytes } = await traced(scenarioOf(source));
    const first = entriesOf(bytes).findIndex(({ kind }) => kind === 'faulted');
    const earlier = { name: 'run.trace', bytes };
    const { entries } = await runWithout('slow 1', scenarioOf(source), { plugins }, earlier);
    expect(entries).toBe(first);
  });
});

test('a run whose durations are counted has them from its operations, whatever a trace says', async () => {
  const counted = { ...source, devices: { durations: 'counted' } };
  const [one, two] = [await traced(scenarioOf(counted)), await traced(scenarioOf(counted))];
  expect(one.hash).toBe(two.hash);
});
