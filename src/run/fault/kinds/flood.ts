import { z } from 'zod';
import { messageFault } from '../message-fault.ts';

export const flood = messageFault({
  name: 'flood',
  summary: 'an actor sends every message several times',
  example: '{ fault: flood, who: client-1, to: server, copies: 50 }',
  settings: { copies: z.int().min(2).max(100_000).meta({ description: 'how many times' }) },
  ends: 'mostly',
  falsifies: false,
  recalls: () => 'nothing',
  draw: (draw) => ({ copies: draw.sampler.integer(2, 20) }),
  twist:
    ({ copies }) =>
    (_, draft) => ({
      ...draft,
      payloads: repeated(draft.payloads, copies),
    }),
});

/**
 * For several floods together: more copies would fill this machine's memory before any limit could end the
 * run.
 */
const MOST = 1_000_000;

function repeated(payloads: readonly Uint8Array[], copies: number): readonly Uint8Array[] {
  const length = Math.min(MOST, payloads.length * copies);
  return Array.from({ length }, (_, i) => payloads[Math.floor(i / copies)]);
}
