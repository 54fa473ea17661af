import { beforeAll, describe, expect, test } from 'vitest';
import { KINDS } from '../../../src/run/fault/kinds.ts';
import { queuesOf } from '../../../src/output/story/queues.ts';
import { remedies } from '../../../src/output/story/remedies.ts';
import { faultSpans } from '../../../src/output/story/spans.ts';
import { storyOf } from '../../../src/output/story/story.ts';
import { type Traced, traced } from '../../support/traced-runs.ts';

let partitioned: Traced;
let crashed: Traced;
let lossy: Traced;

beforeAll(async () => {
  partitioned = await traced('scenarios/faults/partition.yaml');
  crashed = await traced('scenarios/faults/restart.yaml');
  lossy = await traced('scenarios/faults/loss-bursts.yaml');
});

describe('the story of a run', () => {
  test('has every message once, with what became of it', () => {
    for (const { story } of [partitioned, crashed, lossy]) {
      const { balance } = story.report;
      const of = (...fates: string[]): number =>
        story.messages.filter(({ fate }) => fates.includes(fate)).length;
      expect(new Set(story.messages.map(({ id }) => id)).size).toBe(balance.sent.messages);
      expect(of('lost')).toBe(balance.lost.messages);
      expect(of('late', 'refused')).toBe(balance.refused);
      expect(of('delivered', 'late', 'refused')).toBe(balance.delivered.messages);
    }
    const lost = lossy.story.messages.filter(({ fate }) => fate === 'lost');
    expect(new Set(lost.map(({ reason }) => reason))).toEqual(new Set(['lose 1']));
    expect(lost.every(({ faults }) => faults.includes('lose 1'))).toBe(true);
  });

  test('says of every message that came where all of its time went', () => {
    for (const { story } of [partitioned, crashed]) {
      const came = story.messages.filter(({ delays }) => delays !== undefined);
      expect(came).toHaveLength(story.report.balance.delivered.messages);
      for (const { delays, sentNs, endNs = 0 } of came) {
        const parts = Object.values(delays ?? {}) as number[];
        expect(parts.every((ns) => ns >= 0)).toBe(true);
        expect(parts.reduce((sum, ns) => sum + ns, 0)).toBe(endNs - sentNs);
      }
    }
  });

  test('marks what the result waited for: a chain without a gap in the messages of the critical path', () => {
    const { path = [], messages } = partitioned.story;
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
    const [span] = faultSpans(partitioned.story);
    expect(span).toMatchObject({ fault: 'partition 1' });
    expect(span.endNs - span.startNs).toBe(2e9);
    const [down] = faultSpans(crashed.story);
    expect(down.endNs - down.startNs).toBe(500e6);
    expect(crashed.story.directory.name(down.actor ?? -1)).toBe('client-4');
    // What a crash ends is done never, and takes no time after it.
    const ended = crashed.story.computations.filter(({ done }) => !done);
    expect(ended.map(({ endNs }) => endNs)).toEqual([down.startNs]);
  });

  test('tells of a trace that is cut off as far as it goes', () => {
    const half = storyOf('half', partitioned.bytes.subarray(0, partitioned.bytes.byteLength / 2), KINDS);
    expect(half.problem?.code).toBe('cut-off');
    expect(half.messages.length).toBeGreaterThan(50);
    expect(half.path).toBeUndefined();
  });

  test('has in line at links what packets waited for, and nothing in the end', () => {
    const { chronicle, report } = partitioned.story;
    const queues = chronicle === undefined ? [] : queuesOf(chronicle);
    expect(queues.length).toBeGreaterThan(0);
    for (const { link, queuedNs, changes } of queues) {
      const [direction, , actor] = link.split(' ');
      const load = report.timing?.links.find((one) => one.actor === actor && one.direction === direction);
      expect(queuedNs).toBe(load?.queuedNs);
      expect(changes.at(-1)?.bytes).toBe(0);
      expect(changes.every(({ bytes }) => bytes >= 0)).toBe(true);
    }
  });

  test('offers what the run itself would have done with twice the speed', async () => {
    const { story } = await traced('scenarios/quickstart.yaml');
    const [first] = remedies(story);
    expect(first).toMatchObject({ resource: 'uplink', of: 'client-7' });
    const faster = await traced('scenarios/quickstart.yaml', ['devices.overrides.0.uplink=2Mbps']);
    const real = faster.story.report.outcome?.ends.resultNs ?? 0;
    expect(Math.abs(first.resultNs - real) / real).toBeLessThan(0.05);
  });
});
