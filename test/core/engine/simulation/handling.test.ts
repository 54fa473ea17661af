import { expect, test } from 'vitest';
import { receive, send, compute, type Behaviour } from '../../../../src/core/engine/actors/effects.ts';
import { defineTask } from '../../../../src/core/engine/compute/task.ts';
import { actor, LATENCY_NS, Note, play } from '../../../support/cast.ts';

const think = defineTask('think', { operations: () => 1, run: (input: number) => input });

function* asker(): Behaviour {
  for (let value = 1; value <= 3; value++) yield* send('answerer', Note, { value });
}

function* answerer(): Behaviour {
  for (let value = 1; value <= 3; value++) yield* receive(Note);
  yield* compute(think, 1);
}

test('a processor computes when what came before is decoded, one message after the other', async () => {
  const times = { computeNs: () => 100, encodeNs: () => 10, decodeNs: () => 40 };
  const played = await play([actor('asker', asker), actor('answerer', answerer)], { times });
  expect(played.of('computing')).toMatchObject([{ timeNs: LATENCY_NS, durationNs: 3 * 40 + 100 }]);
});
