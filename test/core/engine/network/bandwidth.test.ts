import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { send } from '../../../../src/core/engine/actors/effects.ts';
import type { NetworkSpec } from '../../../../src/core/engine/network/network.ts';
import { actor, bystander, LATENCY_NS, play, Vector } from '../../../support/cast.ts';
import { arrivals, bandwidth, delays, sender, FRAMING } from '../../../support/network-runs.ts';

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
