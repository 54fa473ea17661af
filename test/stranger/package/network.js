// Two kinds of fault on the network: packets that change places, and packets in which a bit flips on the way.
import * as c from 'cahoots';
import { duration } from 'cahoots/settings';

const swap = c.linkFault({
  name: 'swap',
  summary: 'a packet waits for the next one to its receiver, and arrives after it',
  example: '{ fault: swap, who: keeper, message: total, rate: 0.5, within: 40ms }',
  settings: {
    ...c.faultSettings.rate,
    within: duration().prefault('50ms').meta({ description: 'how long it waits at most' }),
  },
  ends: 'mostly',
  otherEnds: 'everybody',
  draw: (draw) => ({ ...draw.rate(), within: draw.sampler.duration(1e6, draw.ground.spanNs / 4) }),
  touch({ rate, within }, { streams }) {
    const links = c.perLink(streams);
    const waiting = new Map();
    return (packet, timeNs, untilNs) => {
      const first = waiting.get(packet.to);
      waiting.delete(packet.to);
      if (first !== undefined && timeNs < first.untilNs) return { kind: 'pass', releases: [first.id] };
      if (links(packet).uniform() >= rate) return c.PASS;
      const ns = Math.min(within, untilNs - timeNs);
      waiting.set(packet.to, { id: packet.id, untilNs: timeNs + ns });
      return { kind: 'hold', ns };
    };
  },
});

const flip = c.linkFault({
  name: 'flip',
  summary: 'a bit of a packet flips on its way',
  example: '{ fault: flip, who: server, direction: from, rate: 0.1 }',
  settings: c.faultSettings.rate,
  ends: 'mostly',
  otherEnds: 'everybody',
  falsifies: true,
  draw: (draw) => draw.rate(),
  touch({ rate }, { streams }) {
    const links = c.perLink(streams);
    return (packet) => {
      const stream = links(packet);
      if (stream.uniform() >= rate) return c.PASS;
      const payload = Uint8Array.from(packet.payload);
      payload[stream.integer(payload.length)] ^= 1 << stream.integer(8);
      return { kind: 'tamper', payload };
    };
  },
});

export default c.plugin(import.meta.url, { name: 'network', faults: [swap, flip] });
