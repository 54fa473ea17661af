import { lloyd } from '../../../bin/standard.ts';
import { Random } from '../../../src/core/base/random.ts';
import { partiesOf } from '../../../src/core/protocol/parties.ts';
import { describe, expect, test } from 'vitest';
import { registryOf } from '../../../src/run/plugin/registry.ts';
import { networkProblems, networkSection, networkSpec } from '../../../src/run/scenario/network.ts';
import { DATAGRAM, RELIABLE, TCP } from '../../../src/core/engine/network/transport-kind.ts';
import type { NetworkSpec } from '../../../src/core/engine/network/network.ts';

const known = registryOf([]);
const section = networkSection(known);
const spec = (written: object, bandwidthOf = (_actor: string): object => ({})): NetworkSpec =>
  networkSpec(section.parse(written), partiesOf(lloyd, 9), bandwidthOf, new Random(1), known);
const ends = (uplinkBps: number, downlinkBps: number) => ({ uplinkBps, downlinkBps });
const UNLIMITED = Number.POSITIVE_INFINITY;

describe('presets', () => {
  test('without one the network is a wide area', () => {
    expect(JSON.stringify(spec({}))).toBe(JSON.stringify(spec({ preset: 'wan' })));
  });

  test.each([
    ['lan', { normal: { mean: 3e5, deviation: 5e4 } }, 0, ends(1e9, 1e9)],
    ['wan', { lognormal: { median: 4e7, sigma: 0.3 } }, 0.001, ends(2e7, 1e8)],
    ['mobile', { lognormal: { median: 8e7, sigma: 0.6 } }, 0.01, ends(8e6, 4e7)],
  ])('%s has its latency, loss and bandwidth', (preset, latency, loss, clients) => {
    const network = spec({ preset });
    expect(network).toMatchObject({ latency, loss, transport: RELIABLE, paths: 'mesh', framingBytes: 66 });
    expect(network.bandwidth('client-3')).toEqual(clients);
    expect(network.bandwidth('server')).toEqual(ends(1e9, 1e9));
  });
});

describe('over TCP', () => {
  test('messages have their length before them, segments their headers, and timeouts are those of Linux', () => {
    expect(spec({ transport: 'tcp', preset: 'lan' })).toMatchObject({
      transport: TCP,
      framingBytes: 9,
      retransmitNs: 2e8,
      tcp: { segmentBytes: 1448, initialWindow: 10, nagle: false, delayedAcks: true, connect: 'first' },
    });
    const own = {
      transport: 'tcp',
      framing: '8B',
      retransmit: '1s',
      tcp: { nagle: 'on', delayedAcks: 'off' },
    };
    expect(spec(own)).toMatchObject({
      framingBytes: 8,
      retransmitNs: 1e9,
      tcp: { nagle: true, delayedAcks: false },
    });
  });

  test('its settings are refused where the transport is another', () => {
    const wrong = section.parse({ tcp: { nagle: 'on' } });
    expect(networkProblems(wrong)).toEqual([
      { path: 'network.tcp', expected: 'no settings of tcp with transport: reliable', got: 'some' },
    ]);
    expect(() => section.parse({ transport: 'tcp', tcp: { segment: '100B' } })).toThrow('536B');
  });

  test('queues have their limit in packets or bytes, and what only TCP can follow is refused with another transport', () => {
    const queue = (network: object, actor: string) => spec({ transport: 'tcp', ...network }).queue?.(actor);
    expect(queue({}, 'client-1')).toMatchObject({ discipline: 'droptail', packets: 1000 });
    expect(queue({}, 'server')).toMatchObject({ packets: 10_240 });
    expect(queue({ queue: { limit: 20, discipline: 'fq' } }, 'server')).toMatchObject({
      discipline: 'fq',
      packets: 20,
    });
    expect(queue({ queue: { limit: '64KiB' } }, 'client-1')).toMatchObject({ bytes: 65_536 });
    expect(queue({ queue: { limit: '1500B' } }, 'client-1')).toMatchObject({ bytes: 1500 });
    for (const limit of [0, '1499B', 'many'])
      expect(() => section.parse({ transport: 'tcp', queue: { limit } })).toThrow(
        'expected a number of packets such as 100, or a size of at least 1500B such as 64KiB',
      );
    expect(() => section.parse({ transport: 'tcp', tcp: { control: 'vegas' } })).toThrow('cubic');
    const line = { name: 'line', actors: ['client-1'], uplink: '1Mbps', downlink: '1Mbps' };
    const wrong = section.parse({ queue: { limit: 20 }, shared: [line] });
    expect(networkProblems(wrong)).toEqual([
      { path: 'network.queue', expected: 'no limit of queues with transport: reliable', got: 'some' },
      { path: 'network.shared', expected: 'no shared links with transport: reliable', got: 'some' },
    ]);
  });
});

describe('settings', () => {
  test('win over the preset, each on its own', () => {
    const network = spec({
      preset: 'mobile',
      latency: '5ms',
      loss: 0,
      transport: 'datagram',
      retransmit: '1s',
      framing: '0B',
      paths: 'star',
    });
    expect(network).toMatchObject({
      latency: { constant: 5e6 },
      loss: 0,
      transport: DATAGRAM,
      retransmitNs: 1e9,
      framingBytes: 0,
      paths: 'star',
      hub: 'server',
    });
    expect(network.bandwidth('client-1')).toEqual(spec({ preset: 'mobile' }).bandwidth('client-1'));
  });

  test('of the server and of the clients change one end and leave the other', () => {
    const network = spec({ server: { uplink: '5Mbps' }, clients: { downlink: 'unlimited' } });
    expect(network.bandwidth('server')).toEqual(ends(5e6, 1e9));
    expect(network.bandwidth('client-1')).toEqual(ends(2e7, UNLIMITED));
  });

  test('of one actor win over those of its role', () => {
    const own = (actor: string): object => (actor === 'client-2' ? { uplinkBps: 1 } : {});
    const network = spec({ clients: { uplink: '5Mbps' } }, own);
    expect(network.bandwidth('client-2')).toEqual(ends(1, 1e8));
    expect(network.bandwidth('client-1')).toEqual(ends(5e6, 1e8));
  });
});

describe('links', () => {
  const { link } = spec({
    links: [
      { from: '*', to: 'server', latency: '1ms', loss: '5%' },
      { from: 'client-1', to: '*', latency: { uniform: { minimum: '2ms', maximum: '3ms' } } },
      { from: 'client-1', to: 'server', loss: 0 },
      { from: 'client-2', to: 'client-1', latency: '9ms' },
      { from: '*', to: 'client-9', loss: 0.5 },
      { from: '*', to: '*', loss: 0.25 },
      { from: 'client-9', to: 'client-9', loss: 0.75 },
    ],
  });

  test('where several fit, the last one wins, setting by setting', () => {
    expect(link('client-2', 'server')).toEqual({ latency: { constant: 1e6 }, loss: 0.25 });
    expect(link('client-1', 'server')).toEqual({
      latency: { uniform: { minimum: 2e6, maximum: 3e6 } },
      loss: 0.25,
    });
    expect(link('client-9', 'client-9')).toEqual({ loss: 0.75 });
  });

  test('hold in one direction', () => {
    expect(link('client-2', 'client-1')).toEqual({ latency: { constant: 9e6 }, loss: 0.25 });
    expect(link('client-3', 'client-2')).toEqual({ loss: 0.25 });
  });

  test('a star is everybody, and a loss of 0 is a setting too', () => {
    const both = spec({
      links: [
        { from: '*', to: '*', loss: 0.5 },
        { from: '*', to: 'server', loss: 0 },
      ],
    });
    expect(both.link('client-4', 'client-5')).toEqual({ loss: 0.5 });
    expect(both.link('client-4', 'server')).toEqual({ loss: 0 });
  });

  test('a link that nothing fits keeps what the network has', () => {
    const none = spec({});
    expect(none.link('client-1', 'server')).toEqual({});
    // Nothing is made for each of a million links.
    expect(none.link('client-2', 'server')).toBe(none.link('client-1', 'server'));
  });
});

test('framing that makes messages larger than a trace can count is refused', () => {
  const said = (framing: string) =>
    section.safeParse({ framing }).error?.issues.map(({ message }) => message);
  expect(said('5000MiB')).toContain('expected a size below 4GiB');
  expect(said('1025MiB')).toEqual(['expected a size of at most 1024MiB']);
  expect(said('1024MiB')).toBeUndefined();
});

test('a range of latencies that ends before it begins is refused', () => {
  const latency = { uniform: { minimum: '5ms', maximum: '1ms' } };
  expect(section.safeParse({ latency }).success).toBe(false);
});
