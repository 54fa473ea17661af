import { z } from 'zod';
import { actorFault } from '../actor-fault.ts';
import { lasting } from '../settings.ts';

export const slow = actorFault({
  name: 'slow',
  summary: "an actor's processor takes several times as long for everything that it begins",
  example: '{ fault: slow, who: client-3, factor: 20 }',
  settings: {
    ...lasting,
    factor: z.number().min(1).max(1e9).meta({ description: 'how many times as long' }),
  },
  forGood: false,
  draw: (draw) => ({ ...draw.lasting('mostly'), factor: draw.sampler.magnitude(2, 1000) }),
  action: ({ factor }) => ({ slowness: factor }),
});
