import { messageFault } from '../message-fault.ts';

export const withhold = messageFault({
  name: 'withhold',
  formerly: 'silence',
  summary: 'an actor continues as usual, but none of its messages leave it',
  example: '{ fault: withhold, who: { fraction: 0.2 }, when: { probability: 0.1 }, for: 5ms }',
  settings: {},
  ends: 'always',
  falsifies: false,
  recalls: () => 'nothing',
  draw: () => ({}),
  twist: () => (_, draft) => ({ ...draft, payloads: [] }),
});
