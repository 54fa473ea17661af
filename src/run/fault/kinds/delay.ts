import { linkFault, sometimes } from '../link-fault.ts';
import { by, rate } from '../settings.ts';

export const delay = linkFault({
  name: 'delay',
  summary: 'packets arrive later than they would have; later packets overtake them',
  example: '{ fault: delay, who: client-2, rate: 0.5, by: { exponential: { mean: 5ms } } }',
  settings: { ...rate, by: by().meta({ description: 'by how much, or a distribution' }) },
  ends: 'mostly',
  otherEnds: 'everybody',
  draw: (draw) => ({ ...draw.rate(), by: draw.sampler.duration(1e6, draw.ground.spanNs / 4) }),
  touch: (settings, tools) => sometimes(settings, tools, (ns) => ({ kind: 'delay', ns })),
});
