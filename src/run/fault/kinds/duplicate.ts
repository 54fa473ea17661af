import { linkFault, sometimes } from '../link-fault.ts';
import { by, rate } from '../settings.ts';

export const duplicate = linkFault({
  name: 'duplicate',
  summary: 'packets arrive, and a copy of them later',
  example: '{ fault: duplicate, who: clients, rate: 0.2, by: 3ms }',
  settings: {
    ...rate,
    by: by().prefault('10ms').meta({ description: 'how much later, or a distribution' }),
  },
  ends: 'mostly',
  otherEnds: 'everybody',
  draw: (draw) => ({ ...draw.rate(), by: draw.sampler.duration(1e6, draw.ground.spanNs / 4) }),
  touch: (settings, tools) => sometimes(settings, tools, (ns) => ({ kind: 'duplicate', ns })),
});
