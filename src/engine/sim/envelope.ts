/** A message that lies in a mailbox, or was taken out of it. */

import type { Digest } from './digest.ts';
import type { Received } from './effects.ts';

export interface Envelope extends Received {
  readonly id: number;
  /** The number of whom it is from. */
  readonly sender: number;
  /** Of its payload. */
  readonly bytes: number;
  /** To be compared with others of the same actor's; a number may have taken the sign. */
  readonly digest: Digest;
  /** Whether its sender asks again, and was not answered yet. */
  asks: boolean;
}
