/** The `limits` section: bounds on a run. */

import { z } from 'zod';
import { section } from '../../core/base/section.ts';
import { duration, size, volume } from '../../core/base/units.ts';
import type { Limits } from '../../core/engine/clock/bounds.ts';

/** Traces number messages with 32 bits, and the last number stands for none. */
const MOST_MESSAGES = 2 ** 32 - 1;

export const limitsSection = section({
  time: duration().prefault('24h').meta({ description: 'virtual time after which a run ends undecided' }),
  message: size().prefault('256MiB').meta({ description: 'larger messages are refused unread' }),
  mailbox: size().prefault('256MiB').meta({
    description: 'bytes that may be unread at an actor, beyond the newest message of each sender',
  }),
  messages: z
    .int()
    .min(1)
    .max(MOST_MESSAGES)
    .default(100_000_000)
    .meta({ description: 'messages, copies included, after which a run ends undecided' }),
  events: z
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .default(1_000_000_000)
    .meta({ description: 'events after which a run ends undecided' }),
  held: volume().prefault('8GiB').meta({
    description:
      'bytes in transit, unread in mailboxes and saved by actors, beyond which a run ends undecided; counted from its messages, not from what the process happens to use',
  }),
});

/** The limits that end a run wherever it is. */
export function limitsOf({ time, messages, events, held }: z.output<typeof limitsSection>): Required<Limits> {
  return { timeNs: time, messages, events, heldBytes: held };
}
