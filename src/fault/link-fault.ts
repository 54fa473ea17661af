/** Faults that happen to packets on the way. */

import { z } from 'zod';
import type { Stream } from '../base/random.ts';
import { type Distribution, Sampler } from '../engine/sim/distribution.ts';
import { PASS, type Packet, type Rule, type Verdict } from '../engine/sim/rule.ts';
import type { OtherEnds, Touch } from './action.ts';
import type { Draw, Ends } from './draw.ts';
import { type FaultKind, type OwnParts, schemaOf, type Settled, type Written } from './kind.ts';
import { lasting, who } from './settings.ts';

/** What all of them can be told. */
const linkSettings = {
  ...lasting,
  with: who()
    .optional()
    .meta({ description: 'the other ends; absent: everybody, and in a partition everybody outside `who`' }),
  direction: z
    .enum(['both', 'from', 'to'])
    .default('both')
    .meta({ description: 'which way: packets of `who`, packets to it, or both' }),
};

export interface LinkTools {
  /** The fault's name: why packets were lost. */
  readonly name: string;
  /** A stream for each link, by the numbers of its ends. */
  readonly streams: (from: string, to: string) => Stream;
  /** Time after which a reliable link sends again what did not get through; absent: it does not. */
  readonly retransmitNs?: number | undefined;
}

/** What there is to a kind of fault that happens to packets. */
export interface LinkFaultParts<N extends string, S extends z.ZodRawShape> extends OwnParts<N, S> {
  /** Whether random ones are always over after a time. */
  readonly ends: Ends;
  /** The other ends where `with` does not say: everybody, or everybody outside `who`. */
  readonly otherEnds: OtherEnds;
  /** Its own settings for a random fault. */
  draw(draw: Draw): Written<S>;
  /** What one such fault does to a packet that it is about. */
  touch(settings: Settled<S>, tools: LinkTools): Touch;
}

/** A kind of fault that happens to packets on the way. */
export function linkFault<N extends string, S extends z.ZodRawShape>(
  parts: LinkFaultParts<N, S>,
): FaultKind<N> {
  const { name, summary, example, settings, ends, otherEnds } = parts;
  return Object.freeze<FaultKind<N>>({
    name,
    summary,
    example,
    family: 'link',
    schema: schemaOf(name, { ...linkSettings, ...settings }),
    spends: undefined,
    draw: (draw) => ({ ...draw.lasting(ends), ...draw.links(), ...parts.draw(draw) }),
    wrong: () => [],
    act: (fault, { random, retransmitNs }) => {
      const tools = { name: fault.name, streams: random.family('packets'), retransmitNs };
      return { touch: parts.touch(fault as Settled<S>, tools), otherEnds };
    },
  });
}

/** Whom a fault is about at the moment. */
export interface Reach {
  /** Until when it touches packets between these two, or undefined when it does not now. */
  until(packet: Packet, timeNs: number): number | undefined;
  /** Told whenever it has touched one. */
  touched(packet: Packet): void;
}

/**
 * The rule of a fault. It is about who sends and who is meant; a packet that a relay forwards is touched on its first link
 * only.
 */
export function linkRule(name: string, touch: Touch, reach: Reach): Rule {
  return {
    name,
    // Then a fault that begins meets what is on its way already.
    inOrder: true,
    apply(packet, timeNs) {
      if (packet.hopFrom !== packet.from) return PASS;
      const untilNs = reach.until(packet, timeNs);
      if (untilNs === undefined) return PASS;
      const verdict = touch(packet, timeNs, untilNs);
      if (verdict !== PASS) reach.touched(packet);
      return verdict;
    },
  };
}

/** Touches a share of the packets, each by a time of its own in nanoseconds: at least one. */
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

/** What each direction of each pair has of its own, made when first asked for. */
export function perLink<L>(open: (from: string, to: string) => L): (packet: Packet) => L {
  const opened = new Map<string, L>();
  return ({ from, to }) => {
    const key = `${from} ${to}`;
    let link = opened.get(key);
    if (link === undefined) opened.set(key, (link = open(String(from), String(to))));
    return link;
  };
}
