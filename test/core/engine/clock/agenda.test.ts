import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Agenda } from '../../../../src/core/engine/clock/agenda.ts';
import type { Event } from '../../../../src/core/engine/simulation/event.ts';

const act = (): Event => ({ kind: 'act', act: () => undefined });

test('packets and events come in one order of time and insertion, reserved places included', () => {
  const agenda = new Agenda<Event>();
  const events = [act(), act(), act()];
  const place = agenda.reserve();
  agenda.pushPacket(5, 7);
  agenda.push(5, events[0]);
  agenda.pushPacket(3, 8);
  agenda.push(5, events[1], place);
  agenda.push(9, events[2]);
  const taken: unknown[] = [];
  for (let next = agenda.peek(); next !== undefined; next = agenda.peek()) {
    taken.push([agenda.nextTime, next]);
    agenda.pop();
  }
  expect(taken).toEqual([
    [3, 8],
    [5, events[1]],
    [5, 7],
    [5, events[0]],
    [9, events[2]],
  ]);
  expect(taken.map((pair) => (pair as unknown[])[1])[1]).toBe(events[1]);
  expect(agenda.nextTime).toBe(Number.POSITIVE_INFINITY);
});

test('an event taken is let go of', async () => {
  const agenda = new Agenda<Event>();
  const taken = ((): WeakRef<object> => {
    agenda.push(1, act());
    const event = agenda.peek() as Event;
    agenda.pop();
    return new WeakRef(event);
  })();
  setFlagsFromString('--expose-gc');
  await nextTurn(); // a weak reference holds on until the turn is over
  (runInNewContext('gc') as () => void)();
  expect(taken.deref()).toBeUndefined();
  expect(agenda.peek()).toBeUndefined();
});
