import { bandwidth } from '../../../core/base/units.ts';
import { linkFault } from '../link-fault.ts';

export const throttle = linkFault({
  name: 'throttle',
  summary: 'packets queue for a narrow link that they all share',
  example: '{ fault: throttle, who: server, direction: to, bandwidth: 1Mbps }',
  settings: { bandwidth: bandwidth().meta({ description: 'of the narrow link, such as 1Mbps' }) },
  ends: 'always',
  otherEnds: 'everybody',
  draw: (draw) => ({ bandwidth: `${draw.sampler.magnitude(10, 100_000)}Kbps` }),
  touch({ bandwidth: bps }) {
    let freeNs = 0;
    return ({ wireBytes }, timeNs) => {
      freeNs = Math.max(timeNs, freeNs) + Math.ceil((wireBytes * 8e9) / bps);
      return { kind: 'delay', ns: freeNs - timeNs };
    };
  },
});
