/** Removal requests under random faults, as test/long/removals.test.ts runs thousands of them; and mistakes that its judge must find. */

import { describe, expect, test } from 'vitest';
import { mufc, standard } from '../../../bin/standard.ts';
import { Centres } from '../../../actors/mufc/messages.ts';
import { Removed } from '../../../actors/mufc/removal/messages.ts';
import type { AnyMessageType, Behaviour, Received } from '../../../src/core/kit/index.ts';
import { swarm } from '../../../src/studies/swarm/swarm.ts';
import { judge, MODES, REQUESTS, SWARM } from '../../support/removal-judge.ts';

test.each(Object.entries(MODES))('faults that stop leave nothing open: %s', async (_, own) => {
  const set = [...REQUESTS, ...own];
  const { runs } = await swarm(SWARM, { plugins: [standard], set, heals: true, runs: 2, threads: 0 });
  for (const one of runs) expect(await judge(one, true)).toEqual([]);
});

describe('the judge finds', () => {
  type Effect = Behaviour extends Generator<infer E> ? E : never;

  /** Clients of which effects, or what comes of them, are others. */
  const planted =
    (change: (effect: Effect) => Effect | 'skip', read: (result: unknown) => unknown = (result) => result) =>
    (self: never, given: never): Behaviour => {
      const honest = mufc.roles.client.play(self, given);
      return (function* () {
        let result: unknown;
        for (;;) {
          const { done, value } = honest.next(result);
          if (done === true) return;
          const effect = change(value);
          result = effect === 'skip' ? undefined : read(yield effect);
        }
      })();
    };

  const judged = (play: ReturnType<typeof planted>) => judge({ seed: 1, set: REQUESTS }, true, play as never);

  test('labels of the first clustering', async () => {
    let first: object | undefined;
    const mistaken = planted(
      (effect) => effect,
      (result) => {
        if (!Array.isArray(result)) return result;
        return (result as Received[]).map((message) => {
          if (message.type !== (Centres as AnyMessageType)) return message;
          const { number, values } = message.body as { number: number; values: Float64Array };
          // The middles of the first, in another order.
          first ??= { values: values.toReversed() };
          return { ...message, body: { number, ...first } };
        });
      },
    );
    expect((await judged(mistaken)).join()).toMatch(/stale labels of \d+ at client-/);
  });

  test('an unanswered request although nothing was lost', async () => {
    const mistaken = planted((effect) =>
      effect.kind === 'send' && effect.type === (Removed as AnyMessageType) ? 'skip' : effect,
    );
    expect((await judged(mistaken)).join()).toMatch(/request \d is open though nobody of it is gone/);
  });
});
