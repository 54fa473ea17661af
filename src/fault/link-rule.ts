/** What faults do to packets on the way, as rules of the network. */

import type { Stream } from '../base/random.ts';
import { Sampler } from '../sim/distribution.ts';
import { PASS, type Packet, type Rule, type Verdict } from '../sim/rule.ts';
import type { Fault, LinkFault } from './fault.ts';

/** Whom a fault is about at the moment. */
export interface Reach {
  /** Until when it touches packets between these two, or undefined when it does not now. */
  until(packet: Packet, timeNs: number): number | undefined;
  /** Told whenever it has touched one. */
  touched(packet: Packet): void;
}

export interface LinkOptions {
  /** A stream for each link, by the numbers of its ends. */
  readonly streams: (from: string, to: string) => Stream;
  /** Whether what does not get through is sent again. */
  readonly reliable: boolean;
}

/**
 * The rule of a fault. It is about who sends and who is meant; a packet that a relay forwards is touched on its first link
 * only.
 */
export function linkRule(fault: Fault & LinkFault, reach: Reach, options: LinkOptions): Rule {
  const touch = toucher(fault, options);
  return {
    name: fault.name,
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

type Touch = (packet: Packet, timeNs: number, untilNs: number) => Verdict;

function toucher(fault: Fault & LinkFault, { streams, reliable }: LinkOptions): Touch {
  const drop: Verdict = { kind: 'drop', reason: fault.name };
  switch (fault.fault) {
    case 'partition':
      return (_, timeNs, untilNs) =>
        reliable && untilNs < Number.POSITIVE_INFINITY ? { kind: 'delay', ns: untilNs - timeNs } : drop;
    case 'lose': {
      const { rate, burst } = fault;
      // Between bursts, so that of all packets the share is `rate`.
      const begins = rate / (burst * (1 - rate) + rate);
      const links = perLink((from, to) => ({ stream: streams(from, to), left: 0 }));
      return (packet) => {
        const link = links(packet);
        if (link.left > 0) link.left--;
        else if (link.stream.uniform() < begins) link.left = burstLength(burst, link.stream) - 1;
        else return PASS;
        return drop;
      };
    }
    case 'duplicate':
    case 'delay': {
      const { fault: kind, rate, by } = fault;
      const links = perLink((from, to) => {
        const stream = streams(from, to);
        return { stream, sampler: new Sampler(by, stream) };
      });
      return (packet) => {
        const { stream, sampler } = links(packet);
        return stream.uniform() < rate ? { kind, ns: Math.max(1, Math.round(sampler.draw())) } : PASS;
      };
    }
    case 'throttle': {
      let freeNs = 0;
      return ({ wireBytes }, timeNs) => {
        freeNs = Math.max(timeNs, freeNs) + Math.ceil((wireBytes * 8e9) / fault.bandwidth);
        return { kind: 'delay', ns: freeNs - timeNs };
      };
    }
  }
}

/** What each direction of each pair has of its own, made when first asked for. */
function perLink<L>(open: (from: string, to: string) => L): (packet: Packet) => L {
  const links = new Map<string, L>();
  return ({ from, to }) => {
    const key = `${from} ${to}`;
    let link = links.get(key);
    if (link === undefined) links.set(key, (link = open(String(from), String(to))));
    return link;
  };
}

/** Geometric, of this mean. */
function burstLength(mean: number, stream: Stream): number {
  let length = 1;
  while (stream.uniform() >= 1 / mean) length++;
  return length;
}
