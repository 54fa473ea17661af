import { z } from 'zod';
import type { Stream } from '../../base/random.ts';
import { PASS, type Verdict } from '../../engine/sim/rule.ts';
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
    // Between bursts, so that of all packets the share is `rate`.
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
      // Every copy meets what its link is in when it is sent.
      for (let copies = 1; copies < MOST_COPIES; copies++) {
        const ns = copies * retransmitNs;
        if (timeNs + ns >= untilNs || !isLost(link)) return { kind: 'delay', ns, retransmissions: copies };
      }
      return drop;
    };
  },
});

/** Where even a reliable link gives up: only one on which all but everything is lost, without end, gets there. */
const MOST_COPIES = 10_000;

/** Geometric, of this mean. */
function burstLength(mean: number, stream: Stream): number {
  let length = 1;
  while (stream.uniform() >= 1 / mean) length++;
  return length;
}
