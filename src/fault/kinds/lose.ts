import { z } from 'zod';
import type { Stream } from '../../base/random.ts';
import { PASS, type Verdict } from '../../sim/rule.ts';
import { linkFault, perLink } from '../link-fault.ts';
import { rate } from '../settings.ts';

export const lose = linkFault({
  name: 'lose',
  summary: 'packets are lost for good, whatever the transport, in bursts',
  example: '{ fault: lose, who: clients, with: server, rate: 0.05, burst: 3 }',
  settings: {
    ...rate,
    burst: z.number().min(1).max(1e6).default(1).meta({ description: 'mean length of a burst in packets' }),
  },
  ends: 'always',
  otherEnds: 'everybody',
  draw: (draw) => ({ ...draw.rate(), burst: draw.dice.integer(1, 10) }),
  touch({ rate: share, burst }, { name, streams }) {
    const drop: Verdict = { kind: 'drop', reason: name };
    // Between bursts, so that of all packets the share is `rate`.
    const begins = share / (burst * (1 - share) + share);
    const links = perLink((from, to) => ({ stream: streams(from, to), left: 0 }));
    return (packet) => {
      const link = links(packet);
      if (link.left > 0) link.left--;
      else if (link.stream.uniform() < begins) link.left = burstLength(burst, link.stream) - 1;
      else return PASS;
      return drop;
    };
  },
});

/** Geometric, of this mean. */
function burstLength(mean: number, stream: Stream): number {
  let length = 1;
  while (stream.uniform() >= 1 / mean) length++;
  return length;
}
