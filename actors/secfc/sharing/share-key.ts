/** How clients come to share the key that blinds distances. */

import { toBytes } from '../../../src/core/kit/field.ts';
import { abort, receive, type Self, send } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { BlindingKey } from '../messages.ts';

const KEY_WORDS = 8;

/** The first client draws it for all. */
export function* shareKey(self: Self, { clients, timeoutNs }: Agreed) {
  const [first, ...others] = clients;
  if (self.name === first) {
    const key = self.random.secretKey('blinding');
    yield* send(others, BlindingKey, { words: [new Uint32Array(key.buffer, 0, KEY_WORDS)] });
    return key;
  }
  const received = yield* receive(BlindingKey, {
    from: first,
    timeoutNs,
    accept: ({ body: { words } }) => (words.length === 1 && words[0].length === KEY_WORDS) || 'wrong shape',
  });
  if (received === undefined) return yield* abort('the key that blinds distances did not come in time');
  return toBytes(received.body.words[0]);
}
