import { beforeAll, describe, expect, test } from 'vitest';
import { registryOf } from '../../../src/run/plugin/registry.ts';
import { queuesOf } from '../../../src/output/record/queues.ts';
import { faultSpans } from '../../../src/output/record/spans.ts';
import { runRecordOf } from '../../../src/output/record/run-record.ts';
import { type Traced, traced } from '../../support/traced-runs.ts';

let partitioned: Traced;
let crashed: Traced;
let lossy: Traced;

beforeAll(async () => {
  partitioned = await traced('scenarios/faults/partition.yaml');
  // While it computes.
  crashed = await traced('scenarios/faults/restart.yaml', ['faults.0.when.after=1us']);
  lossy = await traced('scenarios/faults/loss-bursts.yaml');
});

describe('the record of a run', () => {
  test('has every message once, with what became of it', () => {
    for (const { record } of [partitioned, crashed, lossy]) {
      const { balance } = record.report;
      const of = (...fates: string[]): number =>
        record.messages.filter(({ fate }) => fates.includes(fate)).length;
      expect(new Set(record.messages.map(({ id }) => id)).size).toBe(balance.sent.messages);
      expect(of('lost')).toBe(balance.lost.messages);
      expect(of('late', 'refused')).toBe(balance.refused);
      expect(of('delivered', 'late', 'refused')).toBe(balance.delivered.messages);
    }
    const lost = lossy.record.messages.filter(({ fate }) => fate === 'lost');
    expect(new Set(lost.map(({ reason }) => reason))).toEqual(new Set(['lose 1']));
    expect(lost.every(({ faults }) => faults.includes('lose 1'))).toBe(true);
  });

  test('tells copies apart: each refusal is of one', async () => {
    const { record } = await traced('scenarios/faults/duplicates.yaml');
    const { balance } = record.report;
    expect(balance.delivered.messages).toBe(2 * balance.sent.messages);
    expect(record.messages).toHaveLength(balance.delivered.messages);
    expect(record.messages.filter(({ fate }) => fate === 'late' || fate === 'refused')).toHaveLength(
      balance.refused,
    );
  });

  test('says of every message that came where all of its time went', () => {
    for (const { record } of [partitioned, crashed]) {
      const came = record.messages.filter(({ delays }) => delays !== undefined);
      expect(came).toHaveLength(record.report.balance.delivered.messages);
      for (const { delays, sentNs, endNs = 0 } of came) {
        const parts = Object.values(delays ?? {}) as number[];
        expect(parts.every((ns) => ns >= 0)).toBe(true);
        expect(parts.reduce((sum, ns) => sum + ns, 0)).toBe(endNs - sentNs);
      }
    }
  });

  test('marks what the result waited for: a chain without a gap in the messages of the critical path', () => {
    const { path = [], messages } = partitioned.record;
    const critical = messages.filter((one) => one.critical);
    expect(critical.length).toBeGreaterThan(10);
    const latency = (of: typeof critical): number =>
      of.reduce((sum, { delays }) => sum + (delays?.latencyNs ?? 0), 0);
    const onPath = path
      .filter(({ resource }) => resource === 'latency')
      .reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);
    expect(latency(critical)).toBe(onPath);
  });

  test('knows when faults were at work', () => {
    const [span] = faultSpans(partitioned.record);
    expect(span).toMatchObject({ fault: 'partition 1' });
    expect(span.endNs - span.startNs).toBe(2e9);
    const [down] = faultSpans(crashed.record);
    expect(down.endNs - down.startNs).toBe(500e6);
    expect(crashed.record.directory.name(down.actor ?? -1)).toBe('client-4');
    // What a crash ends is done never, and takes no time after it.
    const ended = crashed.record.computations.filter(({ done }) => !done);
    expect(ended.map(({ endNs }) => endNs)).toEqual([down.startNs]);
  });

  test('tells of a trace that is cut off as far as it goes', () => {
    const half = runRecordOf(
      'half',
      partitioned.bytes.subarray(0, partitioned.bytes.byteLength / 2),
      registryOf([]),
    );
    expect(half.problem?.code).toBe('cut-off');
    expect(half.messages.length).toBeGreaterThan(50);
    expect(half.path).toBeUndefined();
  });

  test('has in line at links what packets waited for, and nothing in the end', () => {
    const { causalGraph, report } = partitioned.record;
    const queues = causalGraph === undefined ? [] : queuesOf(causalGraph);
    expect(queues.length).toBeGreaterThan(0);
    for (const { link, queuedNs, changes } of queues) {
      const [direction, , actor] = link.split(' ');
      const load = report.timing?.links.find((one) => one.actor === actor && one.direction === direction);
      expect(queuedNs).toBe(load?.queuedNs);
      expect(changes.at(-1)?.bytes).toBe(0);
      expect(changes.every(({ bytes }) => bytes >= 0)).toBe(true);
    }
  });
});
