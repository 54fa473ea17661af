/** The settings of TCP: its connections, the queues of links, and links that parties share. */

import { z } from 'zod';
import { section } from '../../core/base/section.ts';
import { bandwidth, duration, size } from '../../core/base/units.ts';
import type { SharedLink } from '../../core/engine/network/shared-links.ts';
import type { QueueSpec } from '../../core/engine/queues/queues.ts';
import type { TcpSpec } from '../../core/engine/tcp/spec.ts';
import { isAmong, type Parties } from '../../core/protocol/parties.ts';
import type { Problem } from '../../core/protocol/protocol.ts';

const offOrOn = z.enum(['off', 'on']);

export const tcpSection = section({
  control: z.enum(['cubic', 'reno', 'bbr']).default('cubic').meta({
    description: 'congestion control: cubic, the default of Linux; reno; or bbr (version 1), as in Linux',
  }),
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
    description:
      'on: data that does not fill a segment waits while an earlier such segment is not acknowledged',
  }),
  delayedAcks: offOrOn
    .default('on')
    .meta({ description: 'on: every second segment is acknowledged; off: each' }),
  connect: z.enum(['first', 'before']).default('first').meta({
    description: 'when connections open: with the first message between two parties, or before the run',
  }),
});

export const queueSection = section({
  discipline: z.enum(['droptail', 'codel', 'fq']).default('droptail').meta({
    description:
      'droptail: first in, first out; codel: drops packets that waited too long; fq: connections take turns, each with codel (fq_codel of Linux)',
  }),
  limit: z
    .union(
      [
        z
          .int()
          .min(1)
          .max(1e9)
          .transform((packets) => ({ packets })),
        size()
          .refine((bytes) => bytes >= 1500)
          .transform((bytes) => ({ bytes })),
      ],
      { error: 'expected a number of packets such as 100, or a size of at least 1500B such as 64KiB' },
    )
    .optional()
    .meta({
      description:
        'most packets, or bytes, that wait at a link, the one being sent included; absent: 1000 packets, at parties that hold no data 10240',
      example: 100,
    }),
});

const speed = (what: string, example: string) => bandwidth().meta({ description: what, example });

export const sharedSection = z
  .array(
    section({
      name: z.string().min(1).meta({ description: 'for tables', example: 'clinic' }),
      actors: z
        .array(z.string())
        .min(1)
        .meta({ description: 'who reaches all others over it, by name', example: ['client-1', 'client-2'] }),
      uplink: speed('bandwidth of all that these send to others', '10Mbps'),
      downlink: speed('bandwidth of all that others send to these', '50Mbps'),
      latency: duration()
        .prefault('0ms')
        .meta({ description: 'added to the latency of what crosses it', example: '250ms' }),
      queue: queueSection
        .optional()
        .meta({ description: 'absent: that of the network', example: { limit: 100 } }),
    }),
  )
  .default([])
  .meta({
    description: 'with tcp: links that several parties share, such as the line of a clinic',
    example: [{ name: 'clinic', actors: ['client-1', 'client-2'], uplink: '10Mbps', downlink: '50Mbps' }],
  });

export type QueueSettings = z.output<typeof queueSection>;
export type SharedSettings = z.output<typeof sharedSection>;

/** What `fq_codel` holds, which is what Linux has at the device of a server, and the usual length of a device's queue (`txqueuelen`). */
const SERVER_PACKETS = 10_240;
const MOST_PACKETS = 1000;

/** @param isServer whether it is at a party that holds no data, whose own machine has the queue */
export function queueSpec({ discipline, limit }: QueueSettings, isServer: boolean): QueueSpec {
  const all = Number.POSITIVE_INFINITY;
  const usual = { packets: isServer ? SERVER_PACKETS : MOST_PACKETS };
  return { discipline, packets: all, bytes: all, ...(limit ?? usual) };
}

/** The section as the engine takes it, in bytes and nanoseconds. */
export function tcpSpec(settings: z.output<typeof tcpSection>): TcpSpec {
  return {
    segmentBytes: settings.segment,
    initialWindow: settings.initialWindow,
    windowBytes: settings.window,
    nagle: settings.nagle === 'on',
    delayedAcks: settings.delayedAcks === 'on',
    connect: settings.connect,
  };
}

/** @param usual the queue of links that have none of their own */
export function sharedLinks(
  settings: SharedSettings,
  parties: Parties,
  usual: QueueSettings,
): readonly SharedLink[] {
  return settings.map(({ name, actors, uplink, downlink, latency, queue }) => ({
    name,
    has: isAmong(actors, parties),
    uplinkBps: uplink,
    downlinkBps: downlink,
    latencyNs: latency,
    queue: queueSpec(queue ?? usual, false),
  }));
}

/** Settings that only TCP can follow. */
export function tcpProblems(
  transport: string,
  given: Readonly<Record<'tcp' | 'queue' | 'shared', boolean>>,
): Problem[] {
  if (transport === 'tcp') return [];
  const what = { tcp: 'no settings of tcp', queue: 'no limit of queues', shared: 'no shared links' };
  return (['tcp', 'queue', 'shared'] as const)
    .filter((key) => given[key])
    .map((key) => ({
      path: `network.${key}`,
      expected: `${what[key]} with transport: ${transport}`,
      got: 'some',
    }));
}
