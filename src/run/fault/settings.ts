/** Settings that kinds of fault share, as scenarios write them. */

import { z } from 'zod';
import { line, section } from '../../core/base/section.ts';
import { latencies, latencySetting } from '../../core/engine/network/latency.ts';
import { duration, probability } from '../../core/base/units.ts';
import type { When } from './fault.ts';

/** Actors. */
export const who = () =>
  z.union(
    [
      z.string(),
      z.array(z.string()).min(1),
      z.strictObject({
        clients: z.int().min(1).meta({ description: 'this many clients, chosen by the seed' }),
      }),
      z.strictObject({
        fraction: z.number().min(0).max(1).meta({ description: 'such a share of the clients, rounded down' }),
      }),
    ],
    {
      error:
        'expected server, client-3, clients, everyone, a list of these, or a mapping with clients: 3 or fraction: 0.1',
    },
  );

const EXPECTED_WHEN =
  'expected a mapping with at: 2s, round: 3, sent: shares, or probability: 0.1 (in every round)';

const when = z.union(
  [
    section({ at: duration() }),
    section({
      round: z.int().min(0).meta({ description: 'when the first party enters this round' }),
      phase: z.string().optional().meta({ description: 'and this phase of it' }),
      after: duration().prefault('0ms'),
    }),
    section({
      sent: z.string().meta({ description: 'when a message of this type is sent' }),
      messages: z.int().min(1).default(1).meta({ description: 'when this many of them have been sent' }),
      round: z.int().min(0).optional().meta({ description: 'counting those of this round only' }),
    }),
    section({ probability: probability().meta({ description: 'anew in every round' }) }),
  ],
  { error: EXPECTED_WHEN },
) satisfies z.ZodType<When>;

/** The settings of every fault. */
export const common = {
  name: line.min(1).optional().meta({ description: 'its name in reports; by default its kind and number' }),
  who: who().meta({ description: 'actors by name, or a number of clients that the seed chooses' }),
  when: when.prefault({ at: '0ms' }).meta({
    description:
      'when it begins: `at` a time, in a `round`, once a message is `sent`, or with a `probability` in every round; by default at once. What is sent at that moment is sent under it',
  }),
};

/** For faults that may last until the end. */
export const lasting = {
  for: duration().optional().meta({ description: 'how long it lasts; absent: to the end' }),
};

/** For faults that affect only some packets. */
export const rate = {
  rate: z.number().gt(0).max(1).default(1).meta({ description: 'share of the packets' }),
};

/** A time, or the distribution that it is drawn from. */
export const by = () => latencySetting(latencies, 'a duration such as 200ms');
