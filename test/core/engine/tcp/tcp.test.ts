import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Role } from '../../../../src/core/engine/actors/actor.ts';
import type { Behaviour } from '../../../../src/core/engine/actors/effects.ts';
import { receive, send, sleep } from '../../../../src/core/engine/actors/effects.ts';
import type { Bandwidth, NetworkSpec } from '../../../../src/core/engine/network/network.ts';
import type { TcpSpec } from '../../../../src/core/engine/tcp/spec.ts';
import { actor, bystander, play, type Played, Vector } from '../../../support/cast.ts';
import { TCP } from '../../../../src/core/engine/network/transport-kind.ts';

const MS = 1e6;
const SEGMENT = 1448;

/** A full segment, 1500 bytes, takes a millisecond. */
const BPS = 12e6;
const LATENCY_NS = 20 * MS;
const unlimited = Number.POSITIVE_INFINITY;

const tcp: TcpSpec = {
  segmentBytes: SEGMENT,
  initialWindow: 10,
  windowBytes: 2 ** 30,
  nagle: false,
  delayedAcks: true,
  connect: 'before',
};

function over(
  bandwidth: Readonly<Record<string, Partial<Bandwidth>>>,
  own: Partial<TcpSpec> = {},
): Partial<NetworkSpec> {
  return {
    transport: TCP,
    tcp: { ...tcp, ...own },
    control: () => 'reno',
    retransmitNs: 200 * MS,
    latency: { constant: LATENCY_NS },
    bandwidth: (name) => ({ uplinkBps: unlimited, downlinkBps: unlimited, ...bandwidth[name] }),
  };
}

/** What a message of the type costs beside its values. */
const OVERHEAD = 15;

/** Sends vectors that fill this many segments exactly. */
function sender(
  role: string,
  sends: readonly (readonly [atNs: number, to: string, segments: number])[],
): Role {
  return actor(role, () => sendAll(sends));
}

function* sendAll(sends: readonly (readonly [number, string, number])[]): Behaviour {
  let nowNs = 0;
  for (const [atNs, to, segments] of sends) {
    if (atNs > nowNs) yield* sleep(atNs - nowNs);
    nowNs = Math.max(nowNs, atNs);
    yield* send(to, Vector, { values: new Float64Array(Math.floor((segments * SEGMENT - OVERHEAD) / 8)) });
  }
}

/** How long each message took, in milliseconds, in the order of sending; less than a segment's time is of no account. */
function took({ of }: Played): number[] {
  const come = new Map(of('delivered').map(({ id, timeNs }) => [id, timeNs]));
  return of('sent').map(({ id, timeNs }) => ((come.get(id) ?? Number.NaN) - timeNs) / MS);
}

const near =
  (expected: readonly number[]) =>
  (actual: readonly number[]): boolean =>
    actual.length === expected.length && actual.every((ms, i) => Math.abs(ms - expected[i]) < 0.2);

describe('one flow', () => {
  const narrow = { a: { uplinkBps: BPS } };

  test('a few segments pass as a train: the uplink takes its time, and the way its latency', async () => {
    const played = await play([sender('a', [[0, 'b', 7]]), bystander('b')], { network: over(narrow) });
    expect(took(played)).toSatisfy(near([7 + 20]));
  });

  test('a train goes through the downlink while it still comes in', async () => {
    const both = { a: { uplinkBps: BPS }, b: { downlinkBps: 2 * BPS } };
    const played = await play([sender('a', [[0, 'b', 8]]), bystander('b')], { network: over(both) });
    expect(took(played)).toSatisfy(near([8 + 20 + 0.5]));
    const slow = { a: { uplinkBps: 2 * BPS }, b: { downlinkBps: BPS } };
    const behind = await play([sender('a', [[0, 'b', 8]]), bystander('b')], { network: over(slow) });
    expect(took(behind)).toSatisfy(near([0.5 + 20 + 8]));
  });

  test('slow start doubles the window each round trip until it fills the way, then the rate limits it', async () => {
    // A round trip is 41 ms; rounds of 10, 20 and 40 segments, and the fourth takes longer than that.
    const network = over(narrow, { delayedAcks: false });
    const played = await play([sender('a', [[0, 'b', 400]]), bystander('b')], { network });
    expect(took(played)).toSatisfy(near([3 * 41 + (400 - 70) + 20]));
  });

  test('nothing of a window that has no room for the way is sent faster than a window each round trip', async () => {
    const played = await play([sender('a', [[0, 'b', 100]]), bystander('b')], {
      network: over(narrow, { windowBytes: 10 * SEGMENT, delayedAcks: false }),
    });
    expect(took(played)).toSatisfy(near([9 * 41 + 10 + 20]));
  });

  test('a connection that was idle starts slowly again, half a window for each timeout, and one that was not goes on', async () => {
    const times = async (pauseNs: number): Promise<number[]> => {
      const sends = [
        [0, 'b', 150],
        [600 * MS + pauseNs, 'b', 40],
      ] as const;
      return took(await play([sender('a', sends), bystander('b')], { network: over(narrow) }));
    };
    // The window is far beyond 40 segments afterwards.
    expect((await times(0)).slice(1)).toSatisfy(near([40 + 20]));
    // Many timeouts of 241 ms later, it is that of the beginning.
    expect((await times(3000 * MS)).slice(1)).toSatisfy(near([2 * 41 + 10 + 20]));
  });

  test('a connection that opens first takes a round trip more, once, and its bytes are with the first message', async () => {
    const sends = [
      [0, 'b', 1],
      [200 * MS, 'b', 1],
    ] as const;
    const played = await play([sender('a', sends), bystander('b')], {
      network: over(narrow, { connect: 'first' }),
    });
    expect(took(played)).toSatisfy(near([40 + 1 + 20, 1 + 20]));
    const [first, second] = played.of('sent').map(({ wireBytes }) => wireBytes);
    expect(first - second).toBe(60 + 60 + 5 * 52);
  });

  test("Nagle's algorithm holds back what fills no segment while an earlier such segment is not acknowledged", async () => {
    const sends = [
      [0, 'b', 1.5],
      [5 * MS, 'b', 0.5],
      [10 * MS, 'b', 0.25],
    ] as const;
    const times = async (own: Partial<TcpSpec>): Promise<number[]> =>
      took(await play([sender('a', sends), bystander('b')], { network: over(narrow, own) }));
    expect(await times({})).toSatisfy(near([1.5 + 20, 0.5 + 20, 0.25 + 20]));
    // What waits for the acknowledgement of the first message at 41.5 ms then leaves in one segment.
    expect(await times({ nagle: true })).toSatisfy(near([1.5 + 20, 36.5 + 0.75 + 20, 31.5 + 0.75 + 20]));
  });
});

describe('bytes on the wire', () => {
  /** What each message takes beside its payload, in headers. */
  const headers = ({ of }: Played): number[] =>
    of('sent').map(({ wireBytes, payload }) => (wireBytes - payload.byteLength) / 52);

  test('are those of segments and of their acknowledgements: of every second one, and of each while a connection is new, its window grows, or it was idle', async () => {
    const sends = [
      [0, 'b', 5],
      [100 * MS, 'b', 20],
      [150 * MS, 'b', 5],
      [1000 * MS, 'b', 5],
    ] as const;
    const cast = [sender('a', sends), bystander('b')];
    expect(headers(await play(cast, { network: over({}) }))).toEqual([5 + 5, 20 + 18, 5 + 5, 5 + 5]);
    const eager = await play(cast, { network: over({}, { delayedAcks: false }) });
    expect(headers(eager)).toEqual([5 + 5, 20 + 20, 5 + 5, 5 + 5]);
  });

  test('what is sent at the same moment shares segments', async () => {
    const sends = [
      [0, 'b', 0.5],
      [0, 'b', 0.25],
      [0, 'b', 1.5],
      [10 * MS, 'b', 0.25],
    ] as const;
    const cast = [sender('a', sends), bystander('b')];
    expect(headers(await play(cast, { network: over({}) }))).toEqual([2, 0, 4, 2]);
  });

  test('an acknowledgement rides on an answer where the last one came at once, and not where it takes 40 ms', async () => {
    const answersAfter = async (...pausesNs: number[]): Promise<number[]> => {
      function* asks(): Behaviour {
        for (const _ of pausesNs) {
          yield* send('b', Vector, { values: new Float64Array(10) });
          yield* receive(Vector);
        }
      }
      function* answers(): Behaviour {
        for (const pauseNs of pausesNs) {
          yield* receive(Vector);
          if (pauseNs > 0) yield* sleep(pauseNs);
          yield* send('a', Vector, { values: new Float64Array(10) });
        }
      }
      const played = await play([actor('a', asks), actor('b', answers)], { network: over({}) });
      return headers({ ...played, of: (kind) => played.of(kind).filter((_, i) => i % 2 === 1) });
    };
    // Not before it is known that b answers at once.
    expect(await answersAfter(0, 0, 39 * MS, 0)).toEqual([2, 1, 1, 1]);
    expect(await answersAfter(0, 41 * MS, 0, 0)).toEqual([2, 2, 2, 1]);
  });
});

describe('several flows', () => {
  const wide = { initialWindow: 1, windowBytes: 2 ** 30 };

  test('of one sender share its uplink, and the longer one has it all when the other is done', async () => {
    const cast = [
      sender('a', [
        [0, 'b', 100],
        [0, 'c', 300],
      ]),
      bystander('b'),
      bystander('c'),
    ];
    const [short, long] = took(
      await play(cast, { network: over({ a: { uplinkBps: BPS } }, { initialWindow: 10 }) }),
    );
    // Rounds of 10, 20, 40 each; both together fill the way from the third on, and send in turns as acknowledgements come.
    expect(Math.abs(short / (2 * 41 + (100 - 30) * 2 + 20) - 1)).toBeLessThan(0.15);
    expect(Math.abs(long - (2 * 41 + (400 - 60) + 20))).toBeLessThan(3);
  });

  test('of two senders share the downlink, and what a narrow uplink cannot use the other has', async () => {
    const cast = [sender('a', [[0, 'c', 200]]), sender('b', [[0, 'c', 200]]), bystander('c')];
    const fast = { ...wide, initialWindow: 10 };
    const equal = took(await play(cast, { network: over({ c: { downlinkBps: BPS } }, fast) }));
    expect(Math.abs(equal[0] - equal[1])).toBeLessThan(5);
    expect(Math.abs(Math.max(...equal) - (2 * 41 + 340 + 20))).toBeLessThan(3);
    const network = over({ a: { uplinkBps: BPS / 4 }, c: { downlinkBps: BPS } }, fast);
    const [slow, quick] = took(await play(cast, { network }));
    // Between all of the downlink and three quarters of it until it is done.
    expect(quick).toBeGreaterThan(2 * 41 + 170 + 20);
    expect(quick).toBeLessThan(2 * 41 + (170 * 4) / 3 + 20 + 12);
    expect(Math.abs(slow - (200 * 4 + 20))).toBeLessThan(45);
  });
});

describe('losses', () => {
  test('are sent again segment by segment, halve the window, and change no order', async () => {
    const sends = Array.from({ length: 40 }, (_, i) => [i * 30 * MS, 'b', 1 + (i % 9) * 6] as const);
    const network = { ...over({ a: { uplinkBps: BPS } }), loss: 0.03 };
    const played = await play([sender('a', sends), bystander('b')], { network });
    expect(played.of('delivered').map(({ id }) => id)).toEqual([...sends.keys()]);
    const again = played.of('delivered').reduce((sum, { retransmissions }) => sum + retransmissions, 0);
    const segments = sends.reduce((sum, [, , count]) => sum + count, 0);
    expect(again / segments).toBeGreaterThan(0.015);
    expect(again / segments).toBeLessThan(0.06);
    const without = await play([sender('a', sends), bystander('b')], { network: { ...network, loss: 0 } });
    expect(played.result.endNs).toBeGreaterThan(without.result.endNs);
  });

  test('of everything end in messages that the connection gave up on, and the run goes on', async () => {
    const network = { ...over({}), loss: 1 };
    const played = await play(
      [
        sender('a', [
          [0, 'b', 1],
          [0, 'b', 30],
        ]),
        bystander('b'),
      ],
      { network },
    );
    expect(played.of('lost').map(({ reason }) => reason)).toEqual(Array(2).fill('the connection gave up'));
  });

  /** The time of a message of which the packets with these numbers are dropped, by a queue for that many. */
  const dropped = async (
    segments: number,
    packets: number,
  ): Promise<readonly [ms: number, again: number]> => {
    const network = {
      ...over({ a: { uplinkBps: BPS } }, { delayedAcks: false }),
      queue: () => ({ discipline: 'droptail', packets, bytes: unlimited }) as const,
    };
    const played = await play([sender('a', [[0, 'b', segments]]), bystander('b')], { network });
    return [took(played)[0], played.of('delivered')[0].retransmissions];
  };

  test('at the end of a message are found by a probe after two round trips, and its own loss by a timeout', async () => {
    // Ten segments leave at once, of which the queue takes nine; the acknowledgements of these come until 49 ms.
    const [tookMs, again] = await dropped(10, 9);
    expect(again).toBe(1);
    // Round trips of 41 to 49 ms, smoothed, twice, and the delay of an acknowledgement of a single segment.
    const smooth = Array.from({ length: 8 }, (_, i) => 42 + i).reduce(
      (mean, trip) => mean + (trip - mean) / 8,
      40,
    );
    expect(tookMs).toBeGreaterThan(49 + 2 * 40 + 21);
    expect(tookMs).toBeLessThan(49 + 2 * smooth + 200 + 21 + 1);
  });

  test('in the middle are found by three acknowledgements that report later segments, a round trip later', async () => {
    // The second round sends two segments an acknowledgement; a queue of 18 cannot take all.
    const [tookMs, again] = await dropped(100, 18);
    const [without] = await dropped(100, 1000);
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThan(30);
    expect(tookMs - without).toBeGreaterThan(0);
    // No timeout was needed.
    expect(tookMs - without).toBeLessThan(200);
  });
});

describe('queues', () => {
  const both = (sends: Parameters<typeof sender>[1]) => [sender('a', sends), bystander('b'), bystander('c')];
  const behind = [
    [0, 'b', 1200],
    [600 * MS, 'c', 1],
  ] as const;
  const short = async (own: Partial<NetworkSpec>): Promise<number> =>
    took(await play(both(behind), { network: { ...over({ a: { uplinkBps: BPS } }), ...own } }))[1];
  const queued = (discipline: 'droptail' | 'codel' | 'fq', packets: number): Partial<NetworkSpec> => ({
    queue: () => ({ discipline, packets, bytes: unlimited }),
  });

  test('a short message waits behind what a long one has queued at the same uplink, whichever connection it has', async () => {
    const ms = await short(queued('droptail', 10_000));
    expect(ms).toBeGreaterThan(300);
    // A full queue of 50, and the message itself.
    expect(await short(queued('droptail', 50))).toBeLessThan(50 + 1 + 20 + 0.1);
  });

  test('with fair queueing it takes its turn at once, and codel keeps what waits short', async () => {
    // The packet being sent, and at most one of the other connection.
    expect(await short(queued('fq', 10_000))).toBeLessThan(2 + 1 + 20);
    const codel = await short(queued('codel', 10_000));
    expect(codel).toBeLessThan((await short(queued('droptail', 10_000))) / 2);
  });

  test('a link that parties share carries what each sends to others, and nothing that they send to each other', async () => {
    const cast = [
      sender('a', [
        [0, 'c', 10],
        [500 * MS, 'b', 10],
      ]),
      sender('b', [[0, 'c', 10]]),
      bystander('c'),
    ];
    const line = {
      name: 'line',
      has: (name: string) => name !== 'c',
      uplinkBps: BPS,
      downlinkBps: BPS,
      latencyNs: 5 * MS,
      queue: { discipline: 'droptail', packets: 1000, bytes: unlimited },
    } as const;
    const played = await play(cast, { network: { ...over({}), shared: [line] } });
    const [first, second, third] = took(played).toSorted((x, y) => y - x);
    // Twenty segments through the line, of which one message has the last.
    expect(first).toBeCloseTo(20 + 5 + 20, 0);
    expect(second).toBeLessThan(first);
    expect(third).toBeCloseTo(20, 0);
  });

  test('a link whose rate was measured over time carries segments at the rate of each moment', async () => {
    const uplink = { atNs: [0, 5 * MS], values: [BPS, BPS / 10] };
    const network = { ...over({}), rates: (name: string) => (name === 'a' ? { uplink } : undefined) };
    const played = await play([sender('a', [[0, 'b', 8]]), bystander('b')], { network });
    expect(took(played)).toSatisfy(near([5 + 3 * 10 + 20]));
  });
});

describe('congestion control', () => {
  const one = async (control: 'cubic' | 'reno' | 'bbr', loss = 0): Promise<number> => {
    const network = { ...over({ a: { uplinkBps: BPS } }), control: () => control, loss };
    return took(await play([sender('a', [[0, 'b', 2000]]), bystander('b')], { network }))[0];
  };

  test('whichever it is, a lone flow fills its link after slow start', async () => {
    for (const control of ['cubic', 'reno', 'bbr'] as const) {
      const ms = await one(control);
      expect(ms).toBeGreaterThan(2000 + 20);
      expect(ms).toBeLessThan(2000 + 4 * 41 + 20 + 40);
    }
  });

  test('random losses slow reno down most, and bbr, which does not take them for congestion, hardly', async () => {
    const [cubic, reno, bbr] = [await one('cubic', 0.02), await one('reno', 0.02), await one('bbr', 0.02)];
    expect(reno).toBeGreaterThan(cubic);
    expect(cubic).toBeGreaterThan(1.5 * bbr);
    expect(bbr).toBeLessThan(1.3 * (await one('bbr')));
  });
});

describe('invariants', () => {
  const parties = ['a', 'b', 'c', 'd'];
  const one = fc.record({
    from: fc.nat(3),
    to: fc.nat(2),
    atNs: fc.nat(300 * MS),
    segments: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 11, max: 300 })),
  });
  const speeds = fc.array(fc.oneof(fc.constant(unlimited), fc.integer({ min: 1e6, max: 1e9 })), {
    minLength: 8,
    maxLength: 8,
  });
  const settings = fc.record({
    nagle: fc.boolean(),
    connect: fc.constantFrom('first' as const, 'before' as const),
    loss: fc.constantFrom(0, 0.02),
    paths: fc.constantFrom('mesh' as const, 'star' as const),
    control: fc.constantFrom('cubic' as const, 'reno' as const, 'bbr' as const),
    discipline: fc.constantFrom('droptail' as const, 'codel' as const, 'fq' as const),
    packets: fc.constantFrom(10, 100, 100_000),
  });

  test('everything comes, in order on each connection, no link is over its rate, nothing is faster than its way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(one, { minLength: 1, maxLength: 25 }),
        speeds,
        settings,
        async (notes, bps, chosen) => {
          const { nagle, connect, loss, paths, control, discipline, packets } = chosen;
          const ends = Object.fromEntries(
            parties.map((name, i) => [name, { uplinkBps: bps[2 * i], downlinkBps: bps[2 * i + 1] }]),
          );
          const cast = parties.map((name, i) => {
            const own = notes.filter(({ from }) => from === i).toSorted((x, y) => x.atNs - y.atNs);
            return sender(
              name,
              own.map(({ atNs, to, segments }) => [atNs, parties[(i + 1 + to) % 4], segments]),
            );
          });
          const network = {
            ...over(ends, { nagle, connect }),
            loss,
            paths,
            hub: 'a',
            control: () => control,
            queue: () => ({ discipline, packets, bytes: unlimited }),
          };
          const played = await play(cast, { network });
          const again = await play(cast, { network });
          expect(took(again)).toEqual(took(played));
          const come = played.of('delivered');
          expect(come).toHaveLength(notes.length);
          const sent = played.of('sent');
          for (const from of parties.keys())
            for (const to of parties.keys()) {
              const ids = come.filter((each) => each.from === from && each.to === to).map(({ id }) => id);
              expect(ids).toEqual(ids.toSorted((x, y) => x - y));
            }
          for (const { id, timeNs, from, to, payload } of come) {
            const relayed = paths === 'star' && from !== 0 && to !== 0;
            const slowest = Math.min(bps[2 * from], bps[2 * to + 1]);
            const leastNs = LATENCY_NS * (relayed ? 2 : 1) + (payload.byteLength * 8e9) / slowest;
            expect(timeNs - sent[id].timeNs).toBeGreaterThanOrEqual(Math.floor(leastNs));
          }
          for (const i of parties.keys()) {
            let bits = 0;
            for (const { timeNs, to, payload } of come) {
              if (to !== i) continue;
              bits += payload.byteLength * 8;
              expect(bits).toBeLessThanOrEqual((bps[2 * i + 1] * timeNs) / 1e9 + 1);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);
});
