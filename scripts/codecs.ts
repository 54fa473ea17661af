/**
 * `npm run codecs [-- BODIES [SEED]]`: a million random messages with fields of all kinds, which compiled codecs must
 * encode as msgpackr does, and both must decode. Exit code 1 if they do not.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { Random } from '../src/core/base/random.ts';
import { faultOf, randomBody, randomType } from '../test/support/random-messages.ts';

const [bodies = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
/** The number of bodies per type; each type has its own stream. */
const BODIES_OF_A_TYPE = 500;

const random = new Random(seed);
const kinds = new Map<number, number>();
let wrong = 0;
for (let done = 0; done < bodies; done += BODIES_OF_A_TYPE) {
  const stream = random.stream('messages', `${done}`);
  const type = randomType(stream);
  const count = Math.min(BODIES_OF_A_TYPE, bodies - done);
  kinds.set(type.fieldNames.length, (kinds.get(type.fieldNames.length) ?? 0) + count);
  for (let body = 0; body < count; body++) {
    const fault = faultOf(type, randomBody(type, stream));
    if (fault === undefined) continue;
    wrong++;
    process.stdout.write(`body ${done + body} of seed ${seed}: ${fault}\n`);
  }
  // The memory of sealed vectors is reclaimed between turns.
  await nextTurn();
}
if (wrong > 0) process.exitCode = 1;
const types = Math.ceil(bodies / BODIES_OF_A_TYPE);
process.stdout.write(
  `${bodies} bodies of ${types} types with ${Math.min(...kinds.keys())} to ${Math.max(...kinds.keys())} fields, ${wrong} of them wrong\n`,
);
