import { size } from '../../../core/base/units.ts';
import { messageFault } from '../message-fault.ts';

/** Twice the default limit of a message: enough to be refused; more would only fill this machine's memory. */
const MOST = 2 ** 29;

export const oversize = messageFault({
  name: 'oversize',
  formerly: 'bloat',
  summary: 'messages are followed by padding',
  example: '{ fault: oversize, who: client-5, message: points, bytes: 1MiB }',
  settings: {
    bytes: size()
      .refine((bytes) => bytes <= MOST, { error: 'expected a size of at most 512MiB' })
      .meta({ description: 'how many, such as 64KiB' }),
  },
  ends: 'mostly',
  falsifies: false,
  recalls: () => 'nothing',
  draw: (draw) => ({ bytes: `${draw.sampler.magnitude(1, 1000)}KB` }),
  twist:
    ({ bytes }) =>
    (_, draft) => {
      // Copies made by a flood continue to share one buffer.
      const distinct = [...new Set(draft.payloads)];
      const oversized = new Map(distinct.map((payload) => [payload, larger(payload, bytes)]));
      return { ...draft, payloads: draft.payloads.map((payload) => oversized.get(payload) ?? payload) };
    },
});

function larger(payload: Uint8Array, bytes: number): Uint8Array {
  const oversized = new Uint8Array(payload.length + bytes);
  oversized.set(payload);
  return oversized;
}
