/** Small runs over any network, watched as they happen, and timed a second time from what a trace keeps of them. */

import * as fc from 'fast-check';
import { standard } from '../../bin/standard.ts';
import { Random } from '../../src/core/base/random.ts';
import { inlineExecutor } from '../../src/core/engine/compute/inline.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import type { Ending } from '../../src/core/engine/simulation/options.ts';
import { simulate } from '../../src/core/engine/simulation/simulation.ts';
import { actorStreams, castOf, inputsOf } from '../../src/run/execute/cast.ts';
import { FaultInjector } from '../../src/run/fault/injector.ts';
import { protocolNamed, registered } from '../../src/run/plugin/registry.ts';
import { conditionsOf } from '../../src/run/scenario/conditions.ts';
import { reloadScenario } from '../../src/run/scenario/load.ts';
import { CausalGraph } from '../../src/run/timing/causal-graph.ts';
import { Ledger } from '../../src/run/trace/ledger.ts';
import { onEntry } from '../../src/run/trace/live.ts';
import type { Entry } from '../../src/run/trace/record.ts';
import { faulty } from './random-faults.ts';

export type Source = Record<string, unknown>;

const speed = fc.constantFrom('100Kbps', '2Mbps', '50Mbps', 'unlimited');
const latency = fc.constantFrom<unknown>(
  '10ms',
  '0ms',
  { uniform: { minimum: '1ms', maximum: '40ms' } },
  { normal: { mean: '15ms', deviation: '5ms' } },
  { lognormal: { median: '20ms', sigma: 0.5 } },
  { exponential: { mean: '12ms' } },
);
const rates = { atNs: [0, 20e6, 50e6], values: [2e6, 1e5, 3e7], periodNs: 80e6 };
const latencies = { atNs: [0, 30e6], values: [5e6, 25e6] };

const anyNetwork = fc
  .record({
    paths: fc.constantFrom('mesh', 'star'),
    latency,
    loss: fc.constantFrom(0, 0, 0.02, 0.1),
    ends: fc.tuple(speed, speed, speed, speed),
    /** One way differs. */
    slow: fc.boolean(),
    measured: fc.constantFrom('nothing', 'latency', 'rates'),
    transport: fc.constantFrom('reliable', 'tcp', 'datagram'),
    tcp: fc.record({
      segment: fc.constantFrom('536B', '1448B'),
      initialWindow: fc.constantFrom(1, 2, 10),
      nagle: fc.constantFrom('off', 'on'),
      delayedAcks: fc.constantFrom('off', 'on'),
      connect: fc.constantFrom('first', 'before'),
      control: fc.constantFrom('cubic', 'reno', 'bbr'),
    }),
    queue: fc.record({
      discipline: fc.constantFrom('droptail', 'codel', 'fq'),
      limit: fc.constantFrom<unknown>(20, 1000, '30KB'),
    }),
    isShared: fc.boolean(),
  })
  .map(({ paths, latency: usual, loss, ends, slow, measured, transport, tcp, queue, isShared }) => ({
    preset: 'lan',
    transport,
    ...(transport === 'tcp' && {
      tcp,
      queue,
      ...(isShared && {
        shared: [{ name: 'line', actors: ['client-1', 'client-2'], uplink: '1Mbps', downlink: '3Mbps' }],
      }),
    }),
    paths,
    latency: usual,
    loss,
    server: { uplink: ends[0], downlink: ends[1] },
    clients: { uplink: ends[2], downlink: ends[3] },
    ...(slow && { links: [{ from: 'client-3', to: 'server', latency: '70ms' }] }),
    ...(measured !== 'nothing' && {
      measured: [
        measured === 'rates'
          ? { actors: ['client-1', 'server'], uplink: rates, downlink: rates }
          : { actors: ['client-1', 'client-2'], latency: latencies },
      ],
    }),
  }));

const rate = fc.constantFrom('50Kop/s', '1Mop/s', '500Mop/s');

/** Any protocol over any network, half of the runs with faults, some of them ended by a limit. */
export const anyRun: fc.Arbitrary<Source> = fc
  .record({
    source: faulty,
    network: anyNetwork,
    isFaulty: fc.boolean(),
    server: rate,
    straggler: rate,
    limits: fc.constantFrom({}, {}, {}, {}, { time: '60ms' }, { messages: 25 }),
  })
  .map(({ source, network, isFaulty, server, straggler, limits }) => ({
    ...(source as Source),
    ...(!isFaulty && { faults: [] }),
    network,
    devices: { server, overrides: [{ actors: ['client-4'], rate: straggler }] },
    limits: { time: '1min', message: '50KB', mailbox: '50KB', ...limits },
  }));

export interface Watched {
  /** As the run's own transport told it. */
  readonly live: CausalGraph;
  /** As it follows from the entries of the trace. */
  readonly again: CausalGraph;
  readonly entries: readonly Entry[];
  readonly ledger: Ledger;
  readonly ending: Ending;
  readonly endNs: number;
}

const plugins = [standard];

export async function watched(source: Source): Promise<Watched> {
  const scenario = reloadScenario(source, 'random.yaml', '.', { plugins });
  const protocol = protocolNamed({ plugins }, scenario.protocol);
  const roles = castOf(scenario, protocol, inputsOf(scenario, protocol));
  const known = registered({ plugins });
  const { faults: kinds } = known;
  const { parties, network, seed, faults, limits, messageBytes, mailboxBytes } = scenario;
  const retransmitNs = network.transport.attempts > 1 ? network.retransmitNs : undefined;
  const random = new Random(seed).scope('faults');
  const interference = new FaultInjector(faults, kinds, { parties, random, retransmitNs });
  const bus = new Bus();
  const entries: Entry[] = [];
  onEntry(bus, (entry) => void entries.push(entry));
  const ledger = new Ledger(roles);
  ledger.attach(bus);
  const conditions = conditionsOf(source, parties, known);
  const live = new CausalGraph(conditions, roles, true);
  const watcher = live.watch(bus);
  const again = new CausalGraph(conditions, roles, true);
  again.attach(bus);
  const { ending, bound, endNs } = await simulate({
    roles,
    messages: protocol.messages,
    network,
    random: actorStreams(scenario),
    executor: inlineExecutor,
    bus,
    limits,
    messageBytes,
    mailboxBytes,
    interference,
    watcher,
  });
  again.end(bound);
  return { live, again, entries, ledger, ending, endNs };
}
