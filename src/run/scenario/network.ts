/** The `network` section: presets, and a scenario's changes to them. */

import { z } from 'zod';
import type { Bandwidth, NetworkSpec } from '../../core/engine/network/network.ts';
import { isAmong, type Parties } from '../../core/protocol/parties.ts';
import type { Problem } from '../../core/protocol/protocol.ts';
import type { Random } from '../../core/base/random.ts';
import { roleOf } from '../../core/engine/messages/directory.ts';
import { defined } from '../../core/base/defined.ts';
import { bandwidth, duration, probability, size } from '../../core/base/units.ts';
import { section } from '../../core/base/section.ts';
import { type Preset, PRESETS, PRESETS_ARE, presetNames, presetTexts } from './presets.ts';
import { type AnyLatency, drawnBy, latencySetting } from '../../core/engine/network/latency.ts';
import { type AnyRuleKind, makes, rulesSetting } from '../../core/engine/network/rule-kind.ts';
import { RELIABLE, TCP, type TransportKind } from '../../core/engine/network/transport-kind.ts';
import { measuredLinks, measuredProblems, measuredSetting } from './measured-links.ts';
import {
  queueSection,
  queueSpec,
  sharedLinks,
  sharedSection,
  tcpProblems,
  tcpSection,
  tcpSpec,
} from './tcp-settings.ts';

const MS = 1e6;

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

/** The links of parties. */
const ownLinks = {
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
};

/** Differences between two actors. */
function linksSetting(latencies: () => ReturnType<typeof latencySetting>) {
  return z
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
    });
}

/** What the section may name. */
export interface NetworkKinds {
  readonly latencies: readonly AnyLatency[];
  readonly rules: readonly AnyRuleKind[];
  readonly transports: readonly TransportKind[];
}

/** The schema of the section with these kinds. */
export function networkSection(kinds: NetworkKinds) {
  const latencies = () => latencySetting(kinds.latencies, 'a latency such as 40ms');
  return section({
    preset: z
      .enum(presetNames)
      .default('wan')
      .meta({
        description: `supplies every setting below that is not given, with ${PRESETS_ARE}: ${presetTexts()}; sources in docs/network.md`,
      }),
    latency: latencies().optional().meta({
      description: 'time that every message is on the way, or the distribution from which it is drawn',
      example: '40ms',
    }),
    loss: probability().optional().meta({
      description: 'probability that a message (with tcp, a packet) is lost on the way',
      example: '1%',
    }),
    transport: z
      .enum(kinds.transports.map(({ name }) => name))
      .default(RELIABLE.name)
      .meta({ description: kinds.transports.map(({ name, summary }) => `${name}: ${summary}`).join('; ') }),
    tcp: tcpSection
      .optional()
      .meta({ description: 'settings of the transport tcp', example: { control: 'bbr' } }),
    queue: queueSection
      .optional()
      .meta({ description: 'with tcp: the queue of every link', example: { limit: 100 } }),
    retransmit: duration().optional().meta({
      description:
        'time after which a reliable transport sends again; with tcp, what a timeout exceeds the round trip by at least (absent: 200ms)',
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
    ...ownLinks,
    measured: measuredSetting,
    shared: sharedSection,
    links: linksSetting(latencies),
    rules: rulesSetting(kinds.rules)
      .optional()
      .meta({
        example: [{ rule: 'late', by: '5ms' }],
        description: 'what happens to packets besides, one after the other: rules that plugins bring',
      }),
  });
}

export type NetworkSettings = z.output<ReturnType<typeof networkSection>>;

/**
 * @param bandwidthOf the bandwidth of single actors
 * @param random from which actors draw where their measured links begin
 * @param known what the settings may name
 */
export function networkSpec(
  settings: NetworkSettings,
  parties: Parties,
  bandwidthOf: (actor: string) => Partial<Bandwidth>,
  random: Random,
  known: NetworkKinds,
): NetworkSpec {
  const preset: Preset = PRESETS[settings.preset];
  const merge = (base: Bandwidth, own: NetworkSettings['server']): Bandwidth => ({
    uplinkBps: own?.uplink ?? base.uplinkBps,
    downlinkBps: own?.downlink ?? base.downlinkBps,
  });
  const server = merge(preset.server, settings.server);
  const clients = merge(preset.clients, settings.clients);
  const transport = known.transports.find(({ name }) => name === settings.transport) ?? RELIABLE;
  const overTcp = transport === TCP;
  const { roles, holders, reporter } = parties;
  const byRole = new Map(
    roles.map(({ role }) => [role, merge(role === holders ? clients : server, settings.roles[role])]),
  );
  return {
    latency: settings.latency ? drawnBy(settings.latency, known.latencies) : preset.latency,
    loss: settings.loss ?? preset.loss,
    transport,
    retransmitNs: settings.retransmit ?? (overTcp ? TCP_RETRANSMIT_NS : preset.retransmitNs),
    framingBytes: settings.framing ?? (overTcp ? HEAD_BYTES : MESSAGE_BYTES),
    ...(overTcp && overTcpSpec(settings, parties)),
    packsResidues: settings.residues === 'packed',
    paths: settings.paths,
    hub: reporter,
    bandwidth: (actor) => ({ ...byRole.get(roleOf(actor)), ...bandwidthOf(actor) }) as Bandwidth,
    link: linkBetween(settings.links, parties, known),
    ...(settings.rules && { rules: settings.rules.map((one, i) => makes(known.rules, one, i + 1)) }),
    ...measuredLinks(settings.measured, parties, random),
  };
}

/** The header of every message on a connection of `cahoots real`: its length, its kind, its number. */
const HEAD_BYTES = 9;

/** Ethernet, IPv4, and TCP with timestamps, once per message. */
const MESSAGE_BYTES = 66;

/** The value of Linux (`TCP_RTO_MIN`). */
const TCP_RETRANSMIT_NS = 200 * MS;

function overTcpSpec(settings: NetworkSettings, parties: Parties): Partial<NetworkSpec> {
  const tcp = settings.tcp ?? tcpSection.parse({});
  const queue = settings.queue ?? queueSection.parse({});
  const isClient = isAmong(['clients'], parties);
  return {
    tcp: tcpSpec(tcp),
    control: () => tcp.control,
    queue: (actor) => queueSpec(queue, !isClient(actor)),
    shared: sharedLinks(settings.shared, parties, queue),
  };
}

/** Settings that are each valid, but incompatible. */
export function networkProblems({ transport, tcp, queue, shared, measured }: NetworkSettings): Problem[] {
  const given = { tcp: tcp !== undefined, queue: queue !== undefined, shared: shared.length > 0 };
  return [...tcpProblems(transport, given), ...measuredProblems(measured)];
}

/** What a link has of its own where no entry matches. */
const NOTHING_OWN: ReturnType<NetworkSpec['link']> = Object.freeze({});

/** If several entries match, the last one that gives a value wins. */
function linkBetween(
  links: NetworkSettings['links'],
  parties: Parties,
  { latencies }: NetworkKinds,
): NetworkSpec['link'] {
  const between = links.map(({ from, to, loss, latency }) => ({
    link: { loss, latency: latency && drawnBy(latency, latencies) },
    from: isAmong([from], parties),
    to: isAmong([to], parties),
  }));
  // Asked for each of a million links.
  if (between.length === 0) return () => NOTHING_OWN;
  return (from, to) => {
    const found = between.filter((end) => end.from(from) && end.to(to)).map(({ link }) => link);
    const latency = found.findLast((link) => link.latency !== undefined)?.latency;
    const loss = found.findLast((link) => link.loss !== undefined)?.loss;
    return defined({ latency, loss });
  };
}
