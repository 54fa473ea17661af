/** What faults do to packets on the way, as rules of the network. */

import type { Stream } from '../random.ts';
import { sampler } from '../sim/distribution.ts';
import { PASS, type Packet, type Rule, type Verdict } from '../sim/rule.ts';
import type { Fault, LinkFault } from './fault.ts';

/** Whom a fault is about at the moment. */
export interface Reach {
  /** Until when it touches packets between these two, or undefined when it does not now. */
  until(packet: Packet, timeNs: number): number | undefined;
  /** Told whenever it has touched one. */
  touched(packet: Packet): void;
}

/** The rule of a fault. A packet that a relay forwards is touched on its first link only. */
export function linkRule(
  fault: Fault & LinkFault,
  reach: Reach,
  { stream, reliable }: { stream: Stream; reliable: boolean },
): Rule {
  const touch = toucher(fault, stream, reliable);
  return {
    name: fault.name,
    apply(packet, timeNs) {
      if (packet.hop.from !== packet.from) return PASS;
      const untilNs = reach.until(packet, timeNs);
      if (untilNs === undefined) return PASS;
      const verdict = touch(packet, timeNs, untilNs);
      if (verdict !== PASS) reach.touched(packet);
      return verdict;
    },
  };
}

type Touch = (packet: Packet, timeNs: number, untilNs: number) => Verdict;

function toucher(fault: Fault & LinkFault, stream: Stream, reliable: boolean): Touch {
  const drop: Verdict = { kind: 'drop', reason: fault.name };
  switch (fault.fault) {
    case 'partition':
      return (_, timeNs, untilNs) =>
        reliable && untilNs < Number.POSITIVE_INFINITY ? { kind: 'delay', ns: untilNs - timeNs } : drop;
    case 'lose': {
      const { rate, burst } = fault;
      const left = new Map<string, number>();
      return ({ from, to }) => {
        const link = `${from} ${to}`;
        const more = left.get(link) ?? 0;
        if (more > 0) {
          left.set(link, more - 1);
          return drop;
        }
        if (stream.uniform() >= rate / burst) return PASS;
        left.set(link, burstLength(burst, stream) - 1);
        return drop;
      };
    }
    case 'duplicate':
    case 'delay': {
      const draw = sampler(fault.by, stream);
      const { fault: kind, rate } = fault;
      return () => (stream.uniform() < rate ? { kind, ns: Math.max(1, Math.round(draw())) } : PASS);
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

/** Geometric, of this mean. */
function burstLength(mean: number, stream: Stream): number {
  let length = 1;
  while (stream.uniform() >= 1 / mean) length++;
  return length;
}
