import { z } from 'zod';
import type { Stream } from '../../../core/base/random.ts';
import { PASS, type Verdict } from '../../../core/engine/network/rule.ts';
import { linkFault, perLink } from '../link-fault.ts';
import { rate } from '../settings.ts';

export const lose = linkFault({
  name: 'lose',
  summary:
    'packets are lost in bursts; a reliable link retransmits them until they get through or the fault ends',
  example: '{ fault: lose, who: clients, with: server, rate: 0.05, burst: 3 }',
  settings: {
    ...rate,
    burst: z.number().min(1).max(1e6).default(1).meta({ description: 'mean length of a burst in packets' }),
  },
  ends: 'always',
  otherEnds: 'everybody',
  draw: (draw) => ({ ...draw.rate(), burst: draw.sampler.integer(1, 10) }),
  touch({ rate: share, burst }, { name, streams, retransmitNs }) {
    const drop: Verdict = { kind: 'drop', reason: name };
    // The probability that a burst begins, such that the fraction `rate` of all packets is lost.
    const begins = share / (burst * (1 - share) + share);
    const links = perLink((from, to) => ({ stream: streams(from, to), left: 0 }));
    const isLost = (link: { readonly stream: Stream; left: number }): boolean => {
      if (link.left > 0) link.left--;
      else if (link.stream.uniform() < begins) link.left = burstLength(burst, link.stream) - 1;
      else return false;
      return true;
    };
    return (packet, timeNs, untilNs) => {
      const link = links(packet);
      if (!isLost(link)) return PASS;
      if (retransmitNs === undefined) return drop;
      // Every copy is subject to the state of its link when it is sent.
      for (let copies = 1; copies < MOST_COPIES; copies++) {
        const ns = copies * retransmitNs;
        if (timeNs + ns >= untilNs || !isLost(link)) return { kind: 'delay', ns, retransmissions: copies };
      }
      return drop;
    };
  },
});

/** When even a reliable link gives up: reached only if a fault without end loses nearly everything. */
const MOST_COPIES = 10_000;

/** Geometric, with this mean. */
function burstLength(mean: number, stream: Stream): number {
  let length = 1;
  while (stream.uniform() >= 1 / mean) length++;
  return length;
}
