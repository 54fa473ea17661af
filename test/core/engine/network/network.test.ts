import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../../src/core/engine/actors/effects.ts';
import { send, sleep } from '../../../../src/core/engine/actors/effects.ts';
import { actor, actors, bystander, LATENCY_NS, NOTE_BYTES, play, Vector } from '../../../support/cast.ts';
import { arrivals, bandwidth, delays, sender } from '../../../support/network-runs.ts';
import { DATAGRAM, RELIABLE } from '../../../../src/core/engine/network/transport-kind.ts';

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
    const played = await play(cast, { network: { loss, transport: DATAGRAM, framingBytes: 3 } });
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
    const lossless = await play(cast, { network: { loss: 0, transport: DATAGRAM } });
    expect(lossless.of('delivered')).toHaveLength(COUNT);
    const network = { loss: 0.5, bandwidth: bandwidth({ uplinkBps: NOTE_BYTES * 8e9 }), retransmitNs: 1e6 };
    const played = await play(cast, { network });
    // A note takes the uplink a nanosecond, and a note is sent every nanosecond: nothing queues.
    const late = delays(played, 0, 1).map((ns) => (ns - LATENCY_NS - 1) % 1e6);
    expect(new Set(late)).toEqual(new Set([0]));
  });
});

test('on any network every message is delivered or lost once, with all its bytes, in order of time', async () => {
  const networks = fc.record({
    latency: fc.constantFrom({ constant: 500 }, { exponential: { mean: 3000, minimum: 1 } }),
    loss: fc.constantFrom(0, 0.1, 0.7),
    transport: fc.constantFrom(RELIABLE, DATAGRAM),
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
