/** Faults that happen to packets in transit. */

import { assert } from '../../core/base/errors.ts';
import { z } from 'zod';
import type { Stream } from '../../core/base/random.ts';
import { type Distribution, Sampler } from '../../core/engine/network/distribution.ts';
import { PASS, type Packet, type Rule, type Verdict } from '../../core/engine/network/rule.ts';
import type { OtherEnds, Touch } from './action.ts';
import type { Draw, Ends } from './draw.ts';
import { assertPart, type FaultKind, type OwnParts, schemaOf, type Settled, type Written } from './kind.ts';
import { lasting, who } from './settings.ts';

/** The settings of all of them. */
const linkSettings = {
  ...lasting,
  with: who()
    .optional()
    .meta({ description: 'the other ends; absent: everybody, and in a partition everybody outside `who`' }),
  direction: z
    .enum(['both', 'from', 'to'])
    .default('both')
    .meta({ description: 'which way: packets of `who`, packets to it, or both' }),
  message: z.string().optional().meta({ description: 'only packets of this type of message; absent: all' }),
};

export interface LinkTools {
  /** The fault's name: the reason for lost packets in the trace. */
  readonly name: string;
  /** One stream per link, by the numbers of its ends. */
  readonly streams: (from: string, to: string) => Stream;
  /** Time after which a reliable link retransmits what did not get through; absent: it does not. */
  readonly retransmitNs?: number | undefined;
}

/** The parts of a kind of fault that happens to packets. */
export interface LinkFaultParts<N extends string, S extends z.ZodRawShape> extends OwnParts<N, S> {
  /** Whether random ones always end after some time. */
  readonly ends: Ends;
  /** The other ends if `with` names none: everybody, or everybody outside `who`. */
  readonly otherEnds: OtherEnds;
  /**
   * Whether it makes messages wrong on their way, which then count as their senders': swarms limit how many parties send such
   * messages, and a clustering with them proves nothing. Absent: it does not.
   */
  readonly falsifies?: boolean;
  /** Its own settings for a random fault. */
  draw(draw: Draw): Written<S>;
  /** What one such fault does to a packet that it affects. */
  touch(settings: Settled<S>, tools: LinkTools): Touch;
}

/** A kind of fault that happens to packets in transit. */
export function linkFault<N extends string, S extends z.ZodRawShape>(
  parts: LinkFaultParts<N, S>,
): FaultKind<N> {
  const { name, summary, example, settings, ends, otherEnds, falsifies = false } = parts;
  assertPart(name, 'touch', parts.touch);
  return Object.freeze<FaultKind<N>>({
    name,
    summary,
    example,
    family: 'link',
    schema: schemaOf(name, { ...linkSettings, ...settings }),
    spends: falsifies ? 'byzantine' : undefined,
    draw: (draw) => ({
      ...draw.lasting(ends),
      ...draw.links(),
      // What arrives wrong counts as its sender's, so only packets of those who may send such messages.
      ...(falsifies && { ...draw.falsified(), direction: 'from' as const }),
      ...parts.draw(draw),
    }),
    wrong: () => [],
    act: (fault, { random, retransmitNs }) => {
      const tools = { name: fault.name, streams: random.family('packets'), retransmitNs };
      const touch: unknown = parts.touch(fault as Settled<S>, tools);
      assert(typeof touch === 'function', `fault ${name} does not say what happens to packets`);
      return { touch: touch as Touch, otherEnds };
    },
  });
}

/** Which packets a fault affects at the moment. */
export interface Reach {
  /** Whether it affects no packet that comes at this time. */
  sleeps(timeNs: number): boolean;
  /** Until when it affects packets between these two, or undefined if it does not now. */
  until(packet: Packet, timeNs: number): number | undefined;
  /** Called whenever it has affected one. */
  touched(packet: Packet): void;
}

/**
 * The rule of a fault. It considers a packet's original sender and final receiver; a packet that a relay
 * forwards is affected on its first link only.
 */
export function linkRule(name: string, touch: Touch, reach: Reach): Rule {
  return {
    name,
    // So a fault that begins also affects packets that are already in transit.
    inOrder: true,
    sleeps: reach.sleeps,
    apply(packet, timeNs) {
      if (packet.isForwarded) return PASS;
      const untilNs = reach.until(packet, timeNs);
      if (untilNs === undefined) return PASS;
      const verdict = touch(packet, timeNs, untilNs);
      if (verdict !== PASS) reach.touched(packet);
      return verdict;
    },
  };
}

/** Affects a fraction of the packets, each with a time of its own of at least 1 ns. */
export function sometimes(
  { rate, by }: { readonly rate: number; readonly by: Distribution },
  { streams }: LinkTools,
  verdict: (ns: number) => Verdict,
): Touch {
  const links = perLink((from, to) => {
    const stream = streams(from, to);
    return { stream, sampler: new Sampler(by, stream) };
  });
  return (packet) => {
    const { stream, sampler } = links(packet);
    return stream.uniform() < rate ? verdict(Math.max(1, Math.round(sampler.draw()))) : PASS;
  };
}

/** The state of each direction of each pair, created on first use. */
export function perLink<L>(open: (from: string, to: string) => L): (packet: Packet) => L {
  const opened = new Map<string, L>();
  return ({ sender, receiver }) => {
    const key = `${sender} ${receiver}`;
    let link = opened.get(key);
    if (link === undefined) opened.set(key, (link = open(String(sender), String(receiver))));
    return link;
  };
}
