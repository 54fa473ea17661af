import { z } from 'zod';
import { messageFault } from '../message-fault.ts';

export const flood = messageFault({
  name: 'flood',
  summary: 'an actor sends every message so many times',
  example: '{ fault: flood, who: client-1, to: server, copies: 50 }',
  settings: { copies: z.int().min(2).max(100_000).meta({ description: 'how many times' }) },
  ends: 'mostly',
  falsifies: false,
  draw: (draw) => ({ copies: draw.dice.integer(2, 20) }),
  twist:
    ({ copies }) =>
    (_, draft) => ({
      ...draft,
      payloads: draft.payloads.flatMap((payload) => Array.from({ length: copies }, () => payload)),
    }),
});
