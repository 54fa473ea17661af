/** What a run sent, as figures use it. */

import type { AnyMessageType } from '../engine/wire/message.ts';

export interface Sent {
  readonly iterations: number;
  /** Payload and framing of all messages. */
  readonly bytes: number;
  /** In the papers' unit, in all messages of a type. */
  elements(type: AnyMessageType): number;
}
