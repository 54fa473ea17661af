/** The `network` section: presets, and a scenario's changes to them. */

import { z } from 'zod';
import type { Bandwidth, NetworkSpec } from '../../core/engine/network/network.ts';
import { isAmong, type Parties } from '../../core/protocol/parties.ts';
import type { Problem } from '../../core/protocol/protocol.ts';
import { roleOf } from '../../core/engine/messages/directory.ts';
import { defined } from '../../core/base/defined.ts';
import { bandwidth, duration, probability, size } from '../../core/base/units.ts';
import { section } from '../../core/base/section.ts';
import { distribution } from '../../core/engine/network/distribution-setting.ts';
import { measuredLinks, measuredProblems, measuredSetting } from './measured-links.ts';
import type { TcpSpec } from '../../core/engine/tcp/spec.ts';

const MS = 1e6;
const MBPS = 1e6;

interface Preset extends Pick<NetworkSpec, 'latency' | 'loss' | 'retransmitNs'> {
  readonly server: Bandwidth;
  readonly clients: Bandwidth;
}

const symmetric = (bps: number): Bandwidth => ({ uplinkBps: bps, downlinkBps: bps });

/**
 * Round figures of the right order of magnitude, for comparing protocols; for predictions measure your own
 * network.
 */
const PRESETS = {
  lan: {
    latency: { normal: { mean: 0.3 * MS, deviation: 0.05 * MS } },
    loss: 0,
    retransmitNs: 10 * MS,
    server: symmetric(1000 * MBPS),
    clients: symmetric(1000 * MBPS),
  },
  wan: {
    latency: { lognormal: { median: 40 * MS, sigma: 0.3 } },
    loss: 0.001,
    retransmitNs: 200 * MS,
    server: symmetric(1000 * MBPS),
    clients: { uplinkBps: 20 * MBPS, downlinkBps: 100 * MBPS },
  },
  mobile: {
    latency: { lognormal: { median: 80 * MS, sigma: 0.6 } },
    loss: 0.01,
    retransmitNs: 400 * MS,
    server: symmetric(1000 * MBPS),
    clients: { uplinkBps: 8 * MBPS, downlinkBps: 40 * MBPS },
  },
} as const satisfies Record<string, Preset>;

const latencies = () => distribution(duration(), 'a latency such as 40ms');
const speed = () =>
  z.union([bandwidth(), z.literal('unlimited').transform(() => Number.POSITIVE_INFINITY)], {
    error: 'expected a bandwidth such as 20Mbps, or unlimited',
  });
const ends = {
  uplink: speed()
    .optional()
    .meta({ description: 'bandwidth for sending, such as 20Mbps', example: '20Mbps' }),
  downlink: speed()
    .optional()
    .meta({ description: 'bandwidth for receiving, such as 100Mbps', example: '100Mbps' }),
};

const offOrOn = z.enum(['off', 'on']);

const tcpSection = section({
  segment: size()
    .refine((bytes) => bytes >= 536 && bytes <= 65_483, { error: 'expected a size from 536B to 65483B' })
    .prefault('1448B')
    .meta({ description: 'bytes of messages that a full segment carries' }),
  initialWindow: z
    .int()
    .min(1)
    .max(1000)
    .default(10)
    .meta({ description: 'segments that leave before the first acknowledgement' }),
  window: size().prefault('4MiB').meta({ description: 'largest amount sent and not yet acknowledged' }),
  nagle: offOrOn.default('off').meta({
    description: 'on: data that does not fill a segment waits until everything before it is acknowledged',
  }),
  delayedAcks: offOrOn
    .default('on')
    .meta({ description: 'on: every second segment is acknowledged; off: each' }),
  connect: z.enum(['first', 'before']).default('first').meta({
    description: 'when connections open: with the first message between two parties, or before the run',
  }),
});

export const networkSection = section({
  preset: z
    .enum(['lan', 'wan', 'mobile'])
    .default('wan')
    .meta({ description: 'supplies every setting below that is not given' }),
  latency: latencies().optional().meta({
    description: 'time that every message is on the way, or the distribution from which it is drawn',
    example: '40ms',
  }),
  loss: probability().optional().meta({
    description: 'probability that a message (with tcp, a segment) is lost on the way',
    example: '1%',
  }),
  transport: z.enum(['reliable', 'datagram', 'tcp']).default('reliable').meta({
    description:
      'reliable: what is lost is sent again; datagram: it stays lost; tcp: connections with windows, segments and acknowledgements that share their links',
  }),
  tcp: tcpSection.optional().meta({ description: 'settings of the transport tcp', example: { nagle: 'on' } }),
  retransmit: duration().optional().meta({
    description:
      'time after which a reliable transport sends again; with tcp, its minimum, added to a round trip (absent: 200ms)',
    example: '200ms',
  }),
  framing: size()
    .refine((bytes) => bytes <= 2 ** 30, { error: 'expected a size of at most 1024MiB' })
    .optional()
    .meta({
      description:
        'bytes that every message costs beyond its payload; absent: 66B, or with tcp 9B (length, kind and number) in addition to the headers of segments',
      example: '66B',
    }),
  residues: z.enum(['words', 'packed']).default('words').meta({
    description:
      'how elements of prime fields are sent: as words of 32 bits, or packed in 28 bits, an eighth less for one more copy',
  }),
  paths: z.enum(['mesh', 'star']).default('mesh').meta({
    description:
      'mesh: clients reach each other directly; star: the server forwards their messages without reading them',
  }),
  server: section(ends)
    .optional()
    .meta({ description: 'links of every party that holds no data', example: { uplink: '1Gbps' } }),
  clients: section(ends)
    .optional()
    .meta({
      description: 'links of every party that holds data',
      example: { uplink: '20Mbps', downlink: '100Mbps' },
    }),
  roles: z
    .record(z.string(), section(ends))
    .default({})
    .meta({ description: 'links of all parties of a role', example: { helper: { uplink: '1Gbps' } } }),
  measured: measuredSetting,
  links: z
    .array(
      section({
        from: z
          .string()
          .meta({ description: 'who sends: a name, clients, or * for everybody', example: 'client-3' }),
        to: z.string().meta({ description: 'who receives, in the same words', example: 'server' }),
        latency: latencies()
          .optional()
          .meta({ description: 'replaces the latency of the network', example: '2s' }),
        loss: probability()
          .optional()
          .meta({ description: 'replaces the loss of the network', example: '10%' }),
      }),
    )
    .default([])
    .meta({
      description: 'differences between two actors, in one direction; * is everybody',
      example: [{ from: 'client-3', to: 'server', latency: '2s' }],
    }),
});

export type NetworkSettings = z.output<typeof networkSection>;

/** @param bandwidthOf the bandwidth of single actors */
export function networkSpec(
  settings: NetworkSettings,
  parties: Parties,
  bandwidthOf: (actor: string) => Partial<Bandwidth>,
): NetworkSpec {
  const preset: Preset = PRESETS[settings.preset];
  const merge = (base: Bandwidth, own: NetworkSettings['server']): Bandwidth => ({
    uplinkBps: own?.uplink ?? base.uplinkBps,
    downlinkBps: own?.downlink ?? base.downlinkBps,
  });
  const server = merge(preset.server, settings.server);
  const clients = merge(preset.clients, settings.clients);
  const overTcp = settings.transport === 'tcp';
  const { roles, holders, reporter } = parties;
  const byRole = new Map(
    roles.map(({ role }) => [role, merge(role === holders ? clients : server, settings.roles[role])]),
  );
  return {
    latency: settings.latency ?? preset.latency,
    loss: settings.loss ?? preset.loss,
    transport: settings.transport,
    retransmitNs: settings.retransmit ?? (overTcp ? TCP_RETRANSMIT_NS : preset.retransmitNs),
    framingBytes: settings.framing ?? (overTcp ? HEAD_BYTES : MESSAGE_BYTES),
    ...(overTcp && { tcp: tcpSpec(settings.tcp ?? tcpSection.parse({})) }),
    packsResidues: settings.residues === 'packed',
    paths: settings.paths,
    hub: reporter,
    bandwidth: (actor) => ({ ...byRole.get(roleOf(actor)), ...bandwidthOf(actor) }) as Bandwidth,
    link: linkBetween(settings.links, parties),
    ...measuredLinks(settings.measured, parties),
  };
}

/** The header of every message on a connection of `cahoots real`: its length, its kind, its number. */
const HEAD_BYTES = 9;

/** Ethernet, IPv4, and TCP with timestamps, once per message. */
const MESSAGE_BYTES = 66;

/** The value of Linux (`TCP_RTO_MIN`). */
const TCP_RETRANSMIT_NS = 200 * MS;

function tcpSpec(settings: z.output<typeof tcpSection>): TcpSpec {
  return {
    segmentBytes: settings.segment,
    initialWindow: settings.initialWindow,
    windowBytes: settings.window,
    nagle: settings.nagle === 'on',
    delayedAcks: settings.delayedAcks === 'on',
    connect: settings.connect,
  };
}

/** Settings that are each valid, but incompatible. */
export function networkProblems({ transport, tcp, measured }: NetworkSettings): Problem[] {
  const wrong = measuredProblems(measured, transport);
  if (tcp === undefined || transport === 'tcp') return wrong;
  return [
    ...wrong,
    { path: 'network.tcp', expected: `no settings of tcp with transport: ${transport}`, got: 'some' },
  ];
}

/** If several entries match, the last one that gives a value wins. */
function linkBetween(links: NetworkSettings['links'], parties: Parties): NetworkSpec['link'] {
  const between = links.map(({ from, to, ...link }) => ({
    link,
    from: isAmong([from], parties),
    to: isAmong([to], parties),
  }));
  return (from, to) => {
    const found = between.filter((end) => end.from(from) && end.to(to)).map(({ link }) => link);
    const latency = found.findLast((link) => link.latency !== undefined)?.latency;
    const loss = found.findLast((link) => link.loss !== undefined)?.loss;
    return defined({ latency, loss });
  };
}
