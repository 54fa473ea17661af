import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Role } from '../../../src/engine/sim/actor.ts';
import type { Behaviour } from '../../../src/engine/sim/effects.ts';
import { send, sleep } from '../../../src/engine/sim/effects.ts';
import type { Bandwidth, NetworkSpec } from '../../../src/engine/sim/network.ts';
import {
  actor,
  actors,
  bystander,
  LATENCY_NS,
  Note,
  NOTE_BYTES,
  play,
  type Played,
  Vector,
} from '../../support/cast.ts';

/** An actor that sends notes at the given times, in order. */
function sender(role: string, notes: readonly (readonly [atNs: number, to: string])[]): Role {
  return actor(role, () => sendAll(notes));
}

function* sendAll(notes: readonly (readonly [atNs: number, to: string])[]): Behaviour {
  let nowNs = 0;
  for (const [atNs, to] of notes) {
    yield* sleep(atNs - nowNs);
    nowNs = atNs;
    yield* send(to, Note, { value: 1 });
  }
}

/** When each message arrived, in the order of sending. */
function arrivals({ of }: Played): (number | undefined)[] {
  const times = new Map(of('delivered').map(({ id, timeNs }) => [id, timeNs]));
  return of('sent').map(({ id }) => times.get(id));
}

/** How long each message between two actors took, in the order of sending. */
function delays(played: Played, from: number, to: number): number[] {
  const arrived = arrivals(played);
  return played
    .of('sent')
    .flatMap((sent) => (sent.from === from && sent.to === to ? [(arrived[sent.id] ?? 0) - sent.timeNs] : []));
}

/** Everybody's links are this fast, but for who is named. */
function bandwidth(
  others: Partial<Bandwidth>,
  own: Readonly<Record<string, Partial<Bandwidth>>> = {},
): (name: string) => Bandwidth {
  const unlimited = { uplinkBps: Number.POSITIVE_INFINITY, downlinkBps: Number.POSITIVE_INFINITY };
  return (name) => ({ ...unlimited, ...others, ...own[name] });
}

describe('latency', () => {
  test('a constant one is exactly the time between sending and delivery', async () => {
    const notes = [0, 0, 5, 1e6].map((atNs) => [atNs, 'b'] as const);
    const played = await play([sender('a', notes), bystander('b')]);
    expect(arrivals(played)).toEqual([1000, 1000, 1005, 1_001_000]);
  });

  test('is drawn anew for each message, in whole nanoseconds', async () => {
    const notes = Array.from({ length: 200 }, () => [0, 'b'] as const);
    const latency = { uniform: { minimum: 100, maximum: 900 } };
    const played = await play([sender('a', notes), bystander('b')], { network: { latency } });
    const drawn = delays(played, 0, 1);
    expect(drawn.every((ns) => Number.isInteger(ns) && ns >= 100 && ns <= 900)).toBe(true);
    expect(new Set(drawn).size).toBeGreaterThan(100);
  });

  test('can let a later message overtake', async () => {
    const latency = { measured: [10, 1000] };
    const notes = Array.from({ length: 20 }, (_, i) => [i, 'b'] as const);
    const played = await play([sender('a', notes), bystander('b')], { network: { latency } });
    const order = played.of('delivered').map(({ id }) => id);
    expect(order).not.toEqual(order.toSorted((one, other) => one - other));
    expect(order).toHaveLength(20);
  });
});

/** 100 bytes on the wire, which take 266_666.67 ns at 3 Mbps. */
const FRAMING = 100 - NOTE_BYTES;
const SLOW_BPS = 3e6;
const SLOW_NS = 266_667;

describe('bandwidth', () => {
  test('messages queue at their sender, whoever they are for, and each takes its bytes, rounded up', async () => {
    const network = { framingBytes: FRAMING, bandwidth: bandwidth({ uplinkBps: SLOW_BPS }) };
    const notes = ['b', 'c', 'b'].map((to) => [0, to] as const);
    const played = await play([sender('a', notes), bystander('b'), bystander('c')], { network });
    expect(arrivals(played)).toEqual([1, 2, 3].map((place) => place * SLOW_NS + LATENCY_NS));
  });

  test('an uplink that has become free starts at once', async () => {
    const network = { framingBytes: FRAMING, bandwidth: bandwidth({ uplinkBps: SLOW_BPS }) };
    const notes = [0, SLOW_NS - 1, 10 * SLOW_NS].map((atNs) => [atNs, 'b'] as const);
    const played = await play([sender('a', notes), bystander('b')], { network });
    expect(arrivals(played)).toEqual([SLOW_NS, 2 * SLOW_NS, 11 * SLOW_NS].map((ns) => ns + LATENCY_NS));
  });

  test('messages queue at their receiver, whoever they are from', async () => {
    const network = { framingBytes: FRAMING, bandwidth: bandwidth({ downlinkBps: SLOW_BPS }) };
    const cast = [sender('a', [[0, 'c']]), sender('b', [[0, 'c']]), bystander('c')];
    const played = await play(cast, { network });
    expect(arrivals(played)).toEqual([LATENCY_NS + SLOW_NS, LATENCY_NS + 2 * SLOW_NS]);
  });

  test('a downlink serves in order of arrival, not of sending', async () => {
    const network: Partial<NetworkSpec> = {
      framingBytes: FRAMING,
      bandwidth: bandwidth({ downlinkBps: SLOW_BPS }),
      link: (from) => (from === 'far' ? { latency: { constant: 5000 } } : {}),
    };
    const cast = [sender('far', [[0, 'c']]), sender('near', [[3000, 'c']]), bystander('c')];
    const played = await play(cast, { network });
    expect(played.of('delivered').map(({ id, timeNs }) => [id, timeNs])).toEqual([
      [1, 4000 + SLOW_NS],
      [0, 4000 + 2 * SLOW_NS],
    ]);
  });

  test('a downlink serves what arrives at one time in the order in which it was sent', async () => {
    const network: Partial<NetworkSpec> = {
      framingBytes: FRAMING,
      bandwidth: bandwidth({ downlinkBps: SLOW_BPS }),
      link: (from) => ({ latency: { constant: from === 'far' ? 1000 : 0 } }),
    };
    const cast = [sender('near', [[1000, 'c']]), sender('far', [[0, 'c']]), bystander('c')];
    const played = await play(cast, { network });
    expect(played.of('delivered').map(({ from, timeNs }) => [from, timeNs])).toEqual([
      [1, 1000 + SLOW_NS],
      [0, 1000 + 2 * SLOW_NS],
    ]);
  });

  test('both ends take their time, one after the other', async () => {
    const network = {
      framingBytes: FRAMING,
      bandwidth: bandwidth({}, { a: { uplinkBps: 8e6 }, b: { downlinkBps: 4e6 } }),
    };
    const played = await play(
      [
        sender(
          'a',
          [0, 0].map((at) => [at, 'b']),
        ),
        bystander('b'),
      ],
      { network },
    );
    // 100 us up and 200 us down; the second waits at both ends.
    expect(arrivals(played)).toEqual([300_000 + LATENCY_NS, 500_000 + LATENCY_NS]);
  });

  test('the queues of one actor hold up nobody else', async () => {
    const network = {
      framingBytes: FRAMING,
      bandwidth: bandwidth({}, { a: { uplinkBps: 1, downlinkBps: 1 } }),
    };
    const cast = [sender('a', [[0, 'c']]), sender('b', [[0, 'c']]), bystander('c')];
    const played = await play(cast, { network });
    expect(arrivals(played)).toEqual([800e9 + LATENCY_NS, LATENCY_NS]);
  });

  test('any bytes at any speed take bytes * 8e9 / bps nanoseconds, rounded up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4e9 }),
        fc.nat(2000),
        fc.nat(1000),
        async (bps, length, framing) => {
          const cast = [
            actor('a', () => send('b', Vector, { values: new Float64Array(length) })),
            bystander('b'),
          ];
          const network = { framingBytes: framing, bandwidth: bandwidth({ uplinkBps: bps }) };
          const played = await play(cast, { network });
          const [{ wireBytes }] = played.of('sent');
          const bits = BigInt(wireBytes) * 8_000_000_000n;
          const exact = Number((bits + BigInt(bps) - 1n) / BigInt(bps));
          expect(delays(played, 0, 1)).toEqual([exact + LATENCY_NS]);
        },
      ),
    );
  });
});

test('framing counts with every message on the wire', async () => {
  const network = { framingBytes: 66 };
  const { of } = await play([sender('a', [[0, 'b']]), bystander('b')], { network });
  expect(of('sent')).toMatchObject([{ wireBytes: NOTE_BYTES + 66 }]);
  expect(of('sent')[0].payload.byteLength).toBe(NOTE_BYTES);
  expect(of('delivered')).toMatchObject([{ wireBytes: NOTE_BYTES + 66 }]);
});

describe('loss', () => {
  const COUNT = 5000;
  const loss = 0.3;
  const notes = Array.from({ length: COUNT }, (_, i) => [i, 'b'] as const);
  const cast = [sender('a', notes), bystander('b')];
  /** Standard deviations of a binomial count that it may be off: the seed is fixed, so a pass stays a pass. */
  const tolerance = 4 * Math.sqrt(COUNT * loss * (1 - loss));

  test('a reliable transport delays by a retransmission time for each copy lost, and counts the copies', async () => {
    const played = await play(cast, { network: { loss, retransmitNs: 7000 } });
    const lost = delays(played, 0, 1).map((ns) => (ns - LATENCY_NS) / 7000);
    const counted = new Map(played.of('delivered').map(({ id, retransmissions }) => [id, retransmissions]));
    expect(lost).toEqual(lost.map((_, id) => counted.get(id)));
    expect(played.of('lost')).toEqual([]);
    for (const copies of [0, 1, 2]) {
      const share = loss ** copies * (1 - loss);
      const messages = lost.filter((count) => count === copies).length;
      expect(Math.abs(messages - COUNT * share), `${copies} copies`).toBeLessThan(tolerance);
    }
  });

  test('a datagram is delivered in time or not at all', async () => {
    const played = await play(cast, { network: { loss, transport: 'datagram', framingBytes: 3 } });
    const arrived = arrivals(played).filter((timeNs) => timeNs !== undefined);
    expect(Math.abs(arrived.length - COUNT * (1 - loss))).toBeLessThan(tolerance);
    expect(played.of('delivered').every(({ id, timeNs }) => timeNs === id + LATENCY_NS)).toBe(true);
    expect(played.of('delivered').every(({ retransmissions }) => retransmissions === 0)).toBe(true);
    const lost = played.of('lost');
    expect(lost).toHaveLength(COUNT - arrived.length);
    expect(lost.every(({ reason, wireBytes }) => reason === 'lost' && wireBytes === NOTE_BYTES + 3)).toBe(
      true,
    );
  });

  test('a link without loss loses nothing, and one retransmission is not charged to the uplink', async () => {
    const lossless = await play(cast, { network: { loss: 0, transport: 'datagram' } });
    expect(lossless.of('delivered')).toHaveLength(COUNT);
    const network = { loss: 0.5, bandwidth: bandwidth({ uplinkBps: NOTE_BYTES * 8e9 }), retransmitNs: 1e6 };
    const played = await play(cast, { network });
    // A note takes the uplink a nanosecond, and a note is sent every nanosecond: nothing queues.
    const late = delays(played, 0, 1).map((ns) => (ns - LATENCY_NS - 1) % 1e6);
    expect(new Set(late)).toEqual(new Set([0]));
  });
});

describe('a star', () => {
  const star = { paths: 'star', hub: 'hub' } as const;
  const cast = [sender('a', [[0, 'b']]), bystander('hub'), bystander('b')];

  test('a message goes over the hub, with the latency of both links', async () => {
    const constants = new Map([
      ['a hub', 300],
      ['hub b', 50],
    ]);
    const link: NetworkSpec['link'] = (from, to) => ({
      latency: { constant: constants.get(`${from} ${to}`) ?? 1e6 },
    });
    const played = await play(cast, { network: { ...star, link } });
    expect(arrivals(played)).toEqual([350]);
  });

  test('the hub forwards without seeing: it gets no message and does not even start', async () => {
    let starts = 0;
    const hub = actor(
      'hub',
      // oxlint-disable-next-line require-yield -- a behaviour without effects
      function* () {
        starts++;
      },
      { starts: false },
    );
    const { of } = await play([cast[0], hub, cast[2]], { network: star });
    expect(of('sent')).toMatchObject([{ from: 0, to: 2 }]);
    expect(of('delivered')).toMatchObject([{ from: 0, to: 2 }]);
    expect(starts).toBe(0);
  });

  test('the links of the hub are charged on the way: its downlink and then its uplink', async () => {
    const network = {
      ...star,
      framingBytes: FRAMING,
      bandwidth: bandwidth({}, { hub: { uplinkBps: 4e6, downlinkBps: 8e6 } }),
    };
    const senders = ['a', 'c'].map((role) => sender(role, [[0, 'b']]));
    const played = await play([...senders, bystander('hub'), bystander('b')], { network });
    // Both come to the hub at once: 100 us each down, 200 us each up; the second waits at both queues.
    expect(arrivals(played)).toEqual([300_000 + 2 * LATENCY_NS, 500_000 + 2 * LATENCY_NS]);
  });

  test('what the hub itself sends shares its uplink with what it forwards', async () => {
    const network = { ...star, framingBytes: FRAMING, bandwidth: bandwidth({}, { hub: { uplinkBps: 8e6 } }) };
    const hub = sender('hub', [[LATENCY_NS - 1, 'b']]);
    const played = await play([cast[0], hub, cast[2]], { network });
    const [relayed, own] = arrivals(played);
    expect(own).toBe(LATENCY_NS - 1 + 100_000 + LATENCY_NS);
    expect(relayed).toBe((own ?? 0) + 100_000);
  });

  test('from or to the hub it is one link', async () => {
    const roles = [sender('hub', [[0, 'b']]), sender('a', [[0, 'hub']]), bystander('b')];
    expect(arrivals(await play(roles, { network: star }))).toEqual([LATENCY_NS, LATENCY_NS]);
  });

  test('a datagram can be lost on either link, and copies lost on both add up', async () => {
    const notes = Array.from({ length: 2000 }, (_, i) => [i, 'b'] as const);
    const roles = [sender('a', notes), bystander('hub'), bystander('b')];
    const datagrams = await play(roles, { network: { ...star, loss: 0.5, transport: 'datagram' } });
    const share = datagrams.of('delivered').length / 2000;
    expect(Math.abs(share - 0.25)).toBeLessThan(4 * Math.sqrt((0.25 * 0.75) / 2000));
    const reliable = await play(roles, { network: { ...star, loss: 0.5, retransmitNs: 1e5 } });
    for (const { id, timeNs, retransmissions } of reliable.of('delivered')) {
      expect(timeNs - id).toBe(2 * LATENCY_NS + retransmissions * 1e5);
    }
  });
});

describe('links', () => {
  test('one direction of one pair can differ', async () => {
    const link: NetworkSpec['link'] = (from, to) =>
      from === 'a' && to === 'b' ? { latency: { constant: 5 } } : {};
    const roles = [
      sender('a', [
        [0, 'b'],
        [0, 'c'],
      ]),
      sender('b', [[0, 'a']]),
      bystander('c'),
    ];
    expect(arrivals(await play(roles, { network: { link } }))).toEqual([5, LATENCY_NS, LATENCY_NS]);
  });

  test('a link can lose what others do not', async () => {
    const link: NetworkSpec['link'] = (_, to) => (to === 'b' ? { loss: 0.999_999 } : {});
    const notes = ['b', 'c', 'b', 'c'].map((to) => [0, to] as const);
    const roles = [sender('a', notes), bystander('b'), bystander('c')];
    const { of } = await play(roles, { network: { link, transport: 'datagram' } });
    expect(of('delivered').map(({ id }) => id)).toEqual([1, 3]);
    expect(of('lost').map(({ id }) => id)).toEqual([0, 2]);
  });

  test('another client, or more said on another link, changes nothing that a link draws', async () => {
    const network: Partial<NetworkSpec> = {
      latency: { lognormal: { median: 4000, sigma: 1 } },
      loss: 0.2,
      retransmitNs: 1e9,
    };
    const talk = (clients: number, notesOfOthers: number): Promise<Played> => {
      const client = actors('client', clients, ({ name, index }) =>
        sendAll(
          Array.from({ length: index === 0 ? 50 : notesOfOthers }, (_, i) => [
            i,
            index === 0 || name === 'client-2' ? 'server' : 'client-1',
          ]),
        ),
      );
      return play([bystander('server'), client], { network });
    };
    const alone = delays(await talk(1, 0), 1, 0);
    expect(new Set(alone).size).toBe(50);
    expect(delays(await talk(2, 30), 1, 0)).toEqual(alone);
    expect(delays(await talk(5, 77), 1, 0)).toEqual(alone);
    expect(delays(await talk(5, 50), 2, 0)).not.toEqual(alone);
  });

  test('an override on one link changes nothing that another draws', async () => {
    const network: Partial<NetworkSpec> = { latency: { exponential: { mean: 4000 } }, loss: 0.2 };
    const notes = Array.from({ length: 50 }, (_, i) => [i, i % 2 === 0 ? 'b' : 'c'] as const);
    const roles = [sender('a', notes), bystander('b'), bystander('c')];
    const plain = await play(roles, { network });
    const link: NetworkSpec['link'] = (_, to) => (to === 'b' ? { latency: { constant: 1 }, loss: 0.9 } : {});
    const changed = await play(roles, { network: { ...network, link } });
    expect(delays(changed, 0, 2)).toEqual(delays(plain, 0, 2));
    expect(delays(changed, 0, 1)).not.toEqual(delays(plain, 0, 1));
  });

  test('another seed gives other latencies, the same seed the same', async () => {
    const network: Partial<NetworkSpec> = { latency: { normal: { mean: 4000, deviation: 500 } } };
    const roles = [
      sender(
        'a',
        [0, 1, 2].map((at) => [at, 'b']),
      ),
      bystander('b'),
    ];
    const drawn = async (seed: number): Promise<number[]> =>
      delays(await play(roles, { network, seed }), 0, 1);
    expect(await drawn(1)).toEqual(await drawn(1));
    expect(await drawn(2)).not.toEqual(await drawn(1));
  });
});

test('on any network every message is delivered or lost once, with all its bytes, in order of time', async () => {
  const networks = fc.record({
    latency: fc.constantFrom({ constant: 500 }, { exponential: { mean: 3000, minimum: 1 } }),
    loss: fc.constantFrom(0, 0.1, 0.7),
    transport: fc.constantFrom('reliable' as const, 'datagram' as const),
    retransmitNs: fc.constantFrom(1, 10_000),
    framingBytes: fc.nat(100),
    paths: fc.constantFrom('mesh' as const, 'star' as const),
    bps: fc.constantFrom(1e6, 1e9, Number.POSITIVE_INFINITY),
  });
  const talk = fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(5000), fc.nat(40)), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(networks, talk, fc.nat(1000), async ({ bps, ...network }, said, seed) => {
      const names = ['hub', 'client-1', 'client-2', 'client-3'];
      function* say({ name }: { name: string }): Behaviour {
        for (const [from, to, ns, length] of said) {
          if (names[from] !== name) continue;
          yield* sleep(ns);
          yield* send(names[to], Vector, { values: new Float64Array(length) });
        }
      }
      const { of, log } = await play([actor('hub', say), actors('client', 3, say)], {
        network: { ...network, bandwidth: bandwidth({ uplinkBps: bps, downlinkBps: bps }) },
        seed,
      });
      const sent = new Map(of('sent').map(({ id, wireBytes }) => [id, wireBytes]));
      const ended = new Map([...of('delivered'), ...of('lost')].map(({ id, wireBytes }) => [id, wireBytes]));
      expect(sent.size).toBe(said.length);
      expect(of('delivered').length + of('lost').length).toBe(said.length);
      expect(new Map([...ended].toSorted(([a], [b]) => a - b))).toEqual(sent);
      const times = log.map(({ timeNs }) => timeNs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }),
  );
});
