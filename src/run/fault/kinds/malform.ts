import { messageFault } from '../message-fault.ts';

/** Flips about one bit per hundred bytes, and cuts off up to half. */
export const malform = messageFault({
  name: 'malform',
  formerly: 'garble',
  summary: 'bits of messages are flipped, and the messages are cut short',
  example: '{ fault: malform, who: client-4, when: { round: 1 } }',
  settings: {},
  ends: 'mostly',
  falsifies: true,
  recalls: () => 'number',
  draw: () => ({}),
  twist: (_, streams) => (said, draft) => {
    const { sender, receiver, type, nth } = said;
    const malformed = (payload: Uint8Array): Uint8Array => {
      const stream = streams('malform', String(sender), String(receiver), type.name, String(nth));
      const cut = payload.slice(0, payload.length - stream.integer(Math.floor(payload.length / 2) + 1));
      for (let flips = 1 + Math.floor(cut.length / 100); flips > 0; flips--) {
        cut[stream.integer(cut.length)] ^= 1 << stream.integer(8);
      }
      return cut;
    };
    return { ...draft, payloads: draft.payloads.map(malformed) };
  },
});
