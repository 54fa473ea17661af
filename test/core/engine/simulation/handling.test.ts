import { expect, test } from 'vitest';
import { receive, send, compute, type Behaviour } from '../../../../src/core/engine/actors/effects.ts';
import { defineTask } from '../../../../src/core/engine/compute/task.ts';
import { Machines } from '../../../../src/core/engine/simulation/machines.ts';
import { Handling } from '../../../../src/core/engine/simulation/handling.ts';
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
  const times = { computeNs: () => 100, encodeNs: () => 10, decodeNs: () => 40, turnNs: () => 0 };
  const played = await play([actor('asker', asker), actor('answerer', answerer)], { times });
  expect(played.of('computing')).toMatchObject([{ timeNs: LATENCY_NS, durationNs: 3 * 40 + 100 }]);
});

test('an actor begins, and takes a turn for each message and for each result', async () => {
  const turns = [[], [1000, 200, 200, 200, 30]];
  const times = {
    computeNs: () => 100,
    encodeNs: () => 0,
    decodeNs: () => 0,
    turnNs: (id: number) => turns[id].shift() ?? 0,
  };
  const played = await play([actor('asker', asker), actor('answerer', answerer)], { times });
  const busyNs = Math.max(1000, LATENCY_NS) + 3 * 200 - LATENCY_NS;
  expect(played.of('computing')).toMatchObject([{ timeNs: LATENCY_NS, durationNs: busyNs + 100 + 30 }]);
});

test('what actors do beside their tasks takes processors that they share', () => {
  const times = { computeNs: () => 0, encodeNs: () => 0, decodeNs: () => 0, turnNs: () => 50 };
  const machines = new Machines([{ actors: [0, 1, 2], processors: 1 }]);
  const handling = new Handling(times, machines);
  // Each begins with a turn of 50, one after the other.
  expect([0, 1, 2].map((id) => handling.busyNs(id, 0))).toEqual([50, 100, 150]);
  expect(machines.waitNs(0, 0, 10)).toBe(150);
  const alone = new Handling(times, new Machines([]));
  expect([0, 1, 2].map((id) => alone.busyNs(id, 0))).toEqual([50, 50, 50]);
});
