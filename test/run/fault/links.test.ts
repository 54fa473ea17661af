/** What happens to packets on the way. */

import { describe, expect, test } from 'vitest';
import { send, sleep } from '../../../src/core/engine/actors/effects.ts';
import { actor, actors, LATENCY_NS, Note, NOTE_BYTES } from '../../support/cast.ts';
import { afflict, type Afflicted, clientNames } from '../../support/afflicted-casts.ts';
import { DATAGRAM } from '../../../src/core/engine/network/transport-kind.ts';

/** The server and three clients each send a note to everybody else, every microsecond, some times over. */
function talk(times: number) {
  const everyone = ['server', ...clientNames(3)];
  const talker = (role: string, count?: number) =>
    actor(
      role,
      function* ({ name }) {
        const others = everyone.filter((other) => other !== name);
        for (let i = 0; i < times; i++) {
          yield* send(others, Note, { value: i % 100 });
          yield* sleep(1000);
        }
        yield* sleep(10 * LATENCY_NS * times);
      },
      count === undefined ? {} : { count },
    );
  return [talker('server'), talker('client', 3)];
}

const datagram = { network: { transport: DATAGRAM } } as const;

/** From whom to whom nothing came that was sent in these nanoseconds. */
function silent({ of }: Afflicted, fromNs = 0, untilNs = Number.POSITIVE_INFINITY): string[] {
  const lost = new Set(of('lost').map(({ id }) => id));
  const sent = of('sent').filter(({ timeNs }) => timeNs >= fromNs && timeNs < untilNs);
  const link = ({ from, to }: { from: number; to: number }): string => `${from}>${to}`;
  const heard = new Set(sent.filter(({ id }) => !lost.has(id)).map(link));
  return [...new Set(sent.map(link))].filter((name) => !heard.has(name)).toSorted();
}

describe('a partition', () => {
  const partition = { fault: 'partition', who: 'client-1', direction: 'both' };

  test.each([
    { direction: 'both', links: ['0>1', '1>0', '1>2', '1>3', '2>1', '3>1'] },
    { direction: 'from', links: ['1>0', '1>2', '1>3'] },
    { direction: 'to', links: ['0>1', '2>1', '3>1'] },
    { direction: 'both', with: 'server', links: ['0>1', '1>0'] },
    { direction: 'from', with: ['client-3'], links: ['1>3'] },
  ])('lets nothing through in its direction, and all else: $direction', async ({ links, ...where }) => {
    const played = await afflict(talk(3), [{ ...partition, ...where }]);
    expect(silent(played)).toEqual(links);
    expect(new Set(played.of('lost').map(({ reason }) => reason))).toEqual(new Set(['partition']));
    expect(played.fired[0].times).toBe(played.of('lost').length);
  });

  test('of several cuts them off from the others, and not from each other', async () => {
    const played = await afflict(talk(2), [{ ...partition, who: ['client-1', 'client-2'] }]);
    expect(silent(played)).toEqual(['0>1', '0>2', '1>0', '1>3', '2>0', '2>3', '3>1', '3>2']);
  });

  test('that heals: what is lost is sent again where the transport is reliable, and is lost where it is not', async () => {
    const healing = { ...partition, when: { at: 500 }, for: 2000 };
    const reliable = await afflict(talk(5), [healing]);
    expect(reliable.of('lost')).toEqual([]);
    const held = reliable.of('delivered').filter(({ from, to }) => from === 1 && to === 0);
    // Those of 0 and 1000 ns meet it, on their way already or not.
    expect(held.map(({ timeNs }) => timeNs)).toEqual([2500, 2500, 3000, 4000, 5000]);

    const lossy = await afflict(talk(5), [healing], datagram);
    expect(silent(lossy)).toEqual([]);
    const ids = new Set(lossy.of('lost').map(({ id }) => id));
    const times = lossy.of('sent').flatMap(({ id, timeNs }) => (ids.has(id) ? timeNs : []));
    expect(new Set(times)).toEqual(new Set([0, 1000]));
  });

  test('that never heals loses even where the transport is reliable', async () => {
    const played = await afflict(talk(5), [{ ...partition, when: { at: 500 } }]);
    expect(silent(played)).toHaveLength(6);
    expect(played.result.ending).toBe('done');
  });

  test('meets a packet that a relay forwards once', async () => {
    const star = { network: { paths: 'star', hub: 'server' } } as const;
    const played = await afflict(talk(3), [{ ...partition, when: { at: 0 }, for: 100_000 }], star);
    const touched = played.of('sent').filter(({ from, to }) => from === 1 || to === 1);
    expect(played.fired[0].times).toBe(touched.length);
    expect(played.of('delivered')).toHaveLength(played.of('sent').length);
  });
});

describe('loss', () => {
  const lose = { fault: 'lose', who: 'everyone', direction: 'both' };
  const share = ({ of }: Afflicted): number => of('lost').length / of('sent').length;

  test.each([
    { rate: 0.2, burst: 1 },
    { rate: 0.2, burst: 5 },
    { rate: 0.7, burst: 10 },
  ])('is of the share and in bursts of the length that it says: %j', async ({ rate, burst }) => {
    const played = await afflict(talk(1500), [{ ...lose, rate, burst }], datagram);
    expect(share(played)).toBeGreaterThan(rate - 0.03);
    expect(share(played)).toBeLessThan(rate + 0.03);
    const lost = new Set(played.of('lost').map(({ id }) => id));
    const link = played.of('sent').filter(({ from, to }) => from === 1 && to === 0);
    const fates = link.map(({ id }) => (lost.has(id) ? 'x' : '.')).join('');
    const bursts = [...fates.matchAll(/x+/g)];
    const mean = bursts.reduce((sum, [run]) => sum + run.length, 0) / bursts.length;
    // Bursts may follow on each other, so those seen are longer than those drawn.
    const begins = rate / (burst * (1 - rate) + rate);
    expect(mean).toBeGreaterThan((0.75 * burst) / (1 - begins));
    expect(mean).toBeLessThan((1.25 * burst) / (1 - begins));
  });

  test('of everything without end leaves nothing, whatever the transport', async () => {
    expect(share(await afflict(talk(2), [{ ...lose, rate: 1, burst: 1 }]))).toBe(1);
  });

  test('on a reliable link is made good: every copy is sent again until one gets through', async () => {
    const played = await afflict(talk(500), [{ ...lose, rate: 0.5, burst: 1 }]);
    expect(share(played)).toBe(0);
    expect(played.of('delivered')).toHaveLength(played.of('sent').length);
    const copies = played.of('delivered').map(({ retransmissions }) => retransmissions);
    // Half of all need one more, a quarter two.
    const mean = copies.reduce((sum, count) => sum + count, 0) / copies.length;
    expect(mean).toBeGreaterThan(0.9);
    expect(mean).toBeLessThan(1.1);
    const sentAt = new Map(played.of('sent').map(({ id, timeNs }) => [id, timeNs]));
    for (const { id, timeNs, retransmissions } of played.of('delivered'))
      expect(timeNs - (sentAt.get(id) as number)).toBe(LATENCY_NS + retransmissions * 50_000);
  });

  test('of everything on a reliable link is over when it has healed', async () => {
    const played = await afflict(talk(2), [{ ...lose, rate: 1, burst: 1, for: 120_000 }]);
    expect(share(played)).toBe(0);
    expect(played.of('delivered').every(({ retransmissions }) => retransmissions === 3)).toBe(true);
  });

  test('ends in time', async () => {
    const faults = [{ ...lose, rate: 1, burst: 100, when: { at: 0 }, for: 2500 }];
    const played = await afflict(talk(4), faults, datagram);
    expect(silent(played, 0, 1500)).toHaveLength(12);
    expect(silent(played, 1500)).toEqual([]);
  });
});

test('duplicates come once more, later, with the same bytes', async () => {
  const fault = { fault: 'duplicate', who: 'client-1', rate: 1, by: { constant: 300 }, direction: 'from' };
  const { of } = await afflict(talk(1), [fault]);
  const times = of('delivered').flatMap(({ from, id, timeNs }) => (from === 1 ? [[id, timeNs]] : []));
  const ids = [...new Set(times.map(([id]) => id))];
  expect(times).toEqual([...ids.map((id) => [id, 1000]), ...ids.map((id) => [id, 1300])]);
  const digests = of('delivered').map(({ digest, id }) => `${id} ${digest}`);
  expect(new Set(digests).size).toBe(of('sent').length);
});

test('delays let those behind overtake', async () => {
  const by = { uniform: { minimum: 0, maximum: 20_000 } };
  const fault = { fault: 'delay', who: 'client-1', with: 'server', rate: 0.5, by, direction: 'from' };
  const played = await afflict(talk(20), [fault]);
  const order = played.of('delivered').flatMap(({ from, to, id }) => (from === 1 && to === 0 ? id : []));
  expect(order).toHaveLength(20);
  expect(order).not.toEqual(order.toSorted((a, b) => a - b));
  expect(played.fired[0].times).toBeGreaterThan(3);
  expect(played.fired[0].times).toBeLessThan(17);
});

test('a throttle is one narrow link, which packets leave in the order in which they came', async () => {
  // A note takes 700 ns, and 2 of them come every 1000.
  const bandwidth = (NOTE_BYTES * 8e9) / 700;
  const fault = {
    fault: 'throttle',
    who: ['client-1', 'client-2'],
    with: 'server',
    bandwidth,
    direction: 'from',
  };
  const slow = { link: (from: string) => (from === 'client-2' ? { latency: { constant: 500 } } : {}) };
  const played = await afflict(talk(3), [fault], { network: slow });
  const come = played.of('delivered').filter(({ from, to }) => (from === 1 || from === 2) && to === 0);
  expect(come.map(({ from, timeNs }) => [from, timeNs])).toEqual([
    [2, 1200],
    [1, 1900],
    [2, 2600],
    [1, 3300],
    [2, 4000],
    [1, 4700],
  ]);
});

test('links that no fault is about are as they were', async () => {
  const quiet = await afflict(talk(3), []);
  const faults = [
    { fault: 'delay', who: 'client-1', with: 'client-2', rate: 1, by: { constant: 50 }, direction: 'both' },
    { fault: 'lose', who: 'client-1', with: 'client-2', rate: 0.5, burst: 2, direction: 'both' },
  ];
  const other = await afflict(talk(3), faults);
  const rest = ({ of }: Afflicted): object[] =>
    of('delivered').filter(({ from, to }) => from === 0 || to === 0 || from === 3 || to === 3);
  expect(rest(other)).toEqual(rest(quiet));
});

test('actors who send nothing are touched by nothing', async () => {
  const faults = [{ fault: 'lose', who: 'everyone', rate: 1, burst: 1, direction: 'both' }];
  const { fired } = await afflict(
    [actor('server', () => sleep(1)), actors('client', 2, () => sleep(1))],
    faults,
  );
  const missed = ['no packet that it could change while it was at work'];
  expect(fired).toEqual([{ name: 'lose', times: 0, missed }]);
});
