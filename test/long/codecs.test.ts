/** Random messages with fields of all kinds, `RUNS` (a million): compiled codecs encode them as msgpackr does, and both decode them. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Random } from '../../src/core/base/random.ts';
import { runsOr, SEED } from '../support/long.ts';
import { faultOf, randomBody, randomType } from '../support/random-messages.ts';

/** The number of bodies per type; each type has its own stream. */
const BODIES_OF_A_TYPE = 500;

test('codecs write what msgpackr writes, and both read it', async () => {
  const bodies = runsOr(1_000_000);
  const random = new Random(SEED);
  const wrong: string[] = [];
  for (let done = 0; done < bodies; done += BODIES_OF_A_TYPE) {
    const stream = random.stream('messages', `${done}`);
    const type = randomType(stream);
    const count = Math.min(BODIES_OF_A_TYPE, bodies - done);
    for (let body = 0; body < count; body++) {
      const fault = faultOf(type, randomBody(type, stream));
      if (fault !== undefined) wrong.push(`body ${done + body} of seed ${SEED}: ${fault}`);
    }
    // The memory of sealed vectors is reclaimed between turns.
    await nextTurn();
  }
  expect(wrong).toEqual([]);
});
