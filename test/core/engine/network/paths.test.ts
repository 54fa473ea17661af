import { describe, expect, test } from 'vitest';
import type { NetworkSpec } from '../../../../src/core/engine/network/network.ts';
import { actor, actors, bystander, LATENCY_NS, play, type Played } from '../../../support/cast.ts';
import { arrivals, bandwidth, delays, sender, FRAMING, sendAll } from '../../../support/network-runs.ts';
import { DATAGRAM } from '../../../../src/core/engine/network/transport-kind.ts';

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
    const datagrams = await play(roles, { network: { ...star, loss: 0.5, transport: DATAGRAM } });
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
    const { of } = await play(roles, { network: { link, transport: DATAGRAM } });
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
