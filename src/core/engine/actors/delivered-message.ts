/** A message in a mailbox, or taken out of it. */

import type { Digest } from '../messages/digest.ts';
import type { Received } from './effects.ts';

export interface DeliveredMessage extends Received {
  readonly id: number;
  /** The number of its sender. */
  readonly sender: number;
  /** Of its payload. */
  readonly bytes: number;
  /** For comparison with digests of the same actor's other messages; as a signed number if it is a number. */
  readonly digest: Digest;
  /** Whether its sender wants a reply and has not been answered yet. */
  wantsReply: boolean;
}
