/** A change by a factor makes of a run what the same change of its scenario makes. */

import { describe, expect, test } from 'vitest';
import { run } from '../../../src/run/execute/run.ts';
import { changeFrom } from '../../../src/run/replay/change.ts';
import { loadScenario, type Scenario } from '../../../src/run/scenario/load.ts';
import { plugins } from '../../support/plugins.ts';

const load = (...set: readonly string[]): Scenario =>
  loadScenario('scenarios/quickstart.yaml', { plugins, set });

/** When everything of a run happened, by round and phase. */
async function timesOf(scenario: Scenario): Promise<unknown> {
  const { ledger, endNs, ending } = await run(scenario, { plugins });
  return { ending, ends: ledger.ends(endNs), stretches: ledger.stretches(endNs) };
}

const CASES: readonly (readonly [change: string, set: readonly string[], base?: readonly string[]])[] = [
  ['devices.client-7.uplink=x2', ['devices.overrides.0.uplink=2Mbps']],
  ['devices.client-7.rate=x4', ['devices.overrides.0.rate=40Mop/s']],
  ['devices.clients.rate=x2', ['devices.clients=1Gop/s', 'devices.overrides.0.rate=20Mop/s']],
  ['devices.server.rate=x.5', ['devices.server=1Gop/s']],
  ['devices.server.bandwidth=x0.001', ['network.server={uplink: 1Mbps, downlink: 1Mbps}']],
  ['devices.everyone.downlink=x0.01', ['network.server.downlink=10Mbps', 'network.clients.downlink=1Mbps']],
  [
    'network.bandwidth=x2',
    [
      'network.server={uplink: 2Gbps, downlink: 2Gbps}',
      'network.clients={uplink: 40Mbps, downlink: 200Mbps}',
      'devices.overrides.0.uplink=2Mbps',
    ],
  ],
  ['network.latency=x0.5', ['network.latency={lognormal: {median: 20ms, sigma: 0.3}}']],
  ['network.latency=x0', ['network.latency=0ms']],
  ...(
    [
      ['10ms', '30ms'],
      ['{uniform: {minimum: 1ms, maximum: 5ms}}', '{uniform: {minimum: 3ms, maximum: 15ms}}'],
      ['{normal: {mean: 4ms, deviation: 1ms}}', '{normal: {mean: 12ms, deviation: 3ms}}'],
      ['{exponential: {mean: 4ms, minimum: 1ms}}', '{exponential: {mean: 12ms, minimum: 3ms}}'],
      ['{pareto: {minimum: 2ms, shape: 3}}', '{pareto: {minimum: 6ms, shape: 3}}'],
      ['{measured: [1ms, 2ms]}', '{measured: [3ms, 6ms]}'],
    ] as const
  ).map(
    ([from, to]) => ['network.latency=x3', [`network.latency=${to}`], [`network.latency=${from}`]] as const,
  ),
  [
    'network.latency=x2',
    ['network.latency=20ms', 'network.links.0.latency=2s'],
    ['network.latency=10ms', 'network.links=[{from: client-3, to: server, latency: 1s, loss: 5%}]'],
  ],
  [
    'network.loss=x2',
    ['network.loss=20%', 'network.links.0.loss=60%'],
    [
      'network.loss=10%',
      'network.transport=datagram',
      'network.links=[{from: client-3, to: server, loss: 30%}]',
    ],
  ],
  [
    'network.bandwidth=x0.1',
    [
      'network.server={uplink: 100Mbps, downlink: 100Mbps}',
      'network.clients={uplink: 2Mbps, downlink: 10Mbps}',
      'devices.overrides.0.uplink=100Kbps',
    ],
    ['network.transport=tcp'],
  ],
  [
    'protocol.timeout=x0.5',
    ['protocol.timeout=5s'],
    ['protocol.timeout=10s', 'faults=[{fault: dropout, who: client-3}]'],
  ],
  [
    'devices.client-7.rate=x4, devices.client-7.uplink=x2,network.latency=x0.5',
    [
      'devices.overrides.0={actors: [client-7], rate: 40Mop/s, uplink: 2Mbps}',
      'network.latency={lognormal: {median: 20ms, sigma: 0.3}}',
    ],
  ],
];

test.each(CASES.map(([text, set, base = []]) => ({ text, set, base })))(
  '$text is $set',
  async ({ text, set, base }) => {
    const scenario = load(...base);
    const { apply } = changeFrom(text, scenario);
    const changed = await timesOf(apply(scenario));
    const paths = new Set(set.map((one) => one.split('=')[0]));
    const kept = base.filter((one) => !paths.has(one.split('=')[0]));
    expect(changed).toEqual(await timesOf(load(...kept, ...set)));
    expect(changed).not.toEqual(await timesOf(scenario));
  },
);

describe('what was measured is changed too', () => {
  test('rates and latencies of links over time', () => {
    const scenario = load();
    const uplink = { atNs: [0, 10], values: [100, 200], periodNs: 20 };
    const network = { ...scenario.network, rates: () => ({ uplink }), latencies: () => uplink };
    const { apply } = changeFrom('devices.client-1.uplink=x2,network.latency=x0.5', scenario);
    const changed = apply({ ...scenario, network }).network;
    expect(changed.rates?.('client-1')?.uplink).toEqual({ ...uplink, values: [200, 400] });
    expect(changed.rates?.('client-2')?.uplink).toEqual(uplink);
    expect(changed.latencies?.('client-2')).toEqual({ ...uplink, values: [50, 100] });
  });

  test('profiles of devices', () => {
    const profile = {
      profile: 1 as const,
      machine: '',
      tasks: { work: [{ operations: 10, coldNs: [900], warmNs: 300 }] },
      messages: { note: [{ bytes: 1, encodeNs: 30, decodeNs: 60 }] },
      turns: { coldNs: [90, 60], warmNs: 3 },
    };
    const scenario = { ...load(), profileOf: () => profile };
    const { profileOf } = changeFrom('devices.client-1.rate=x3', scenario).apply(scenario);
    expect(profileOf?.('client-2')).toBe(profile);
    expect(profileOf?.('client-1')).toEqual({
      ...profile,
      tasks: { work: [{ operations: 10, coldNs: [300], warmNs: 100 }] },
      messages: { note: [{ bytes: 1, encodeNs: 10, decodeNs: 20 }] },
      turns: { coldNs: [30, 20], warmNs: 1 },
    });
  });
});

test.each([
  ['network.bandwith=x2', /^--what-if: expected network\.bandwidth=x2, .* got network\.bandwith=x2$/],
  ['x2', /^--what-if: expected network\.bandwidth=x2, .* got x2$/],
  [
    'network.bandwidth=2',
    /^--what-if: expected a factor above 0, such as x2 or x0\.5, got network\.bandwidth=2$/,
  ],
  ['network.bandwidth=x0', /^--what-if: expected a factor above 0, .*got network\.bandwidth=x0$/],
  ['network.latency=x-1', /^--what-if: expected a factor of 0 or more, .*got network\.latency=x-1$/],
  ['network.latency=x1e9', /expected a factor of 0 or more/],
  ['network.latency=x10000000', /expected a factor of 0 or more/],
  [
    'devices.client-11.rate=x2',
    /expected server or client-1 to client-10, clients or everyone, got client-11 in devices\.client-11\.rate$/,
  ],
  ['devices.client-9.speed=x2', /expected one of devices\.client-9\.rate, .*, got devices\.client-9\.speed$/],
  ['devices.client-9=x2', /expected network\.bandwidth=x2, .* got devices\.client-9=x2$/],
  ['devices=x2', /expected .* got/],
  ['network.latency=x2,', /expected network\.bandwidth=x2, .* got $/],
])('%s is refused', (text, message) => {
  expect(() => changeFrom(text, load())).toThrow(message);
});
