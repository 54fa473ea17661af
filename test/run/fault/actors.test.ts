/** Pauses and slow processors, and what faults have in common. */

import { describe, expect, test } from 'vitest';
import {
  collect,
  compute,
  finish,
  receive,
  round,
  send,
  sleep,
} from '../../../src/core/engine/actors/effects.ts';
import { work } from '../../support/tasks.ts';
import { actor, actors, LATENCY_NS, Note, Vector } from '../../support/cast.ts';
import {
  afflict,
  type Afflicted,
  finishedIn,
  listeners,
  sleeper,
  teller,
} from '../../support/afflicted-casts.ts';

describe('a pause', () => {
  const pause = { fault: 'pause', who: 'client-1', for: 10_000 };

  test('of who computes or sleeps has its end come later', async () => {
    const clients = actors('client', 2, function* ({ index }) {
      yield* index === 0 ? compute(work, 5000) : sleep(5000);
      yield* send('server', Note, { value: index });
    });
    const server = actor('server', () => collect(Note, { count: 2 }) as never);
    const played = await afflict([server, clients], [{ ...pause, who: 'clients', when: { at: 2000 } }]);
    expect(played.of('sent').map(({ timeNs, from }) => [timeNs, from])).toEqual([
      [12_000, 1],
      [12_000, 2],
    ]);
  });

  test('that is over before what it would have held up changes nothing', async () => {
    const client = actors('client', 1, () => sleep(50_000));
    const played = await afflict([sleeper, client], [{ ...pause, when: { at: 2000 } }]);
    expect(finishedIn(played)[1]).toEqual([1, 50_000]);
  });

  test('of who waits has its mail lie, in order, until it goes on', async () => {
    const client = actors('client', 1, function* () {
      const first = yield* receive(Note);
      const second = yield* receive(Note);
      yield* finish([first.body.value, second.body.value]);
    });
    const server = actor('server', function* () {
      yield* send('client-1', Note, { value: 1 });
      yield* send('client-1', Note, { value: 2 });
    });
    const played = await afflict([server, client], [{ ...pause, when: { at: 500 } }]);
    expect(played.of('delivered').map(({ timeNs }) => timeNs)).toEqual([LATENCY_NS, LATENCY_NS]);
    expect(finishedIn(played)[1]).toEqual([1, 10_500]);
    expect(played.result.results.get('client-1')).toEqual([1, 2]);
  });

  test('takes mail that came meanwhile before a deadline that passed meanwhile', async () => {
    const waiting = (value: number) =>
      actor('server', function* () {
        yield* sleep(value);
        yield* send('client-1', Note, { value });
      });
    const client = actors('client', 1, function* () {
      yield* finish((yield* receive(Note, { timeoutNs: 3000 })) !== undefined);
    });
    const early = await afflict([waiting(6000), client], [{ ...pause, when: { at: 500 } }]);
    expect(early.result.results.get('client-1')).toBe(true);
    const late = await afflict([waiting(30_000), client], [{ ...pause, when: { at: 500 } }]);
    expect(late.result.results.get('client-1')).toBe(false);
    expect(late.of('expired').map(({ timeNs }) => timeNs)).toEqual([10_500]);
  });

  test('within another ends with the longer one', async () => {
    const faults = [
      { ...pause, name: 'long', when: { at: 1000 } },
      { ...pause, name: 'short', when: { at: 2000 }, for: 100 },
    ];
    const played = await afflict([teller, listeners], faults);
    expect(finishedIn(played).find(([id]) => id === 1)).toEqual([1, 11_000]);
  });

  test('of who crashes meanwhile is forgotten', async () => {
    const client = actors('client', 1, () => sleep(100));
    const faults = [
      { ...pause, when: { at: 10 } },
      { fault: 'crash', who: 'client-1', when: { at: 20 }, restartAfter: 5 },
    ];
    const played = await afflict([sleeper, client], faults);
    expect(finishedIn(played)[0]).toEqual([1, 125]);
  });
});

describe('a slow processor', () => {
  const slow = { fault: 'slow', who: 'client-1', factor: 3 };
  const client = actors('client', 2, function* () {
    for (let i = 0; i < 3; i++) yield* compute(work, 1000);
  });
  const durations = ({ of }: Afflicted): number[] =>
    of('computing').flatMap(({ actor: id, durationNs }) => (id === 1 ? durationNs : []));

  test('takes so many times as long for what it begins, for as long as it lasts', async () => {
    expect(durations(await afflict([sleeper, client], [slow]))).toEqual([3000, 3000, 3000]);
    const lasting = { ...slow, when: { at: 500 }, for: 600 };
    const played = await afflict([sleeper, client], [lasting]);
    expect(durations(played)).toEqual([1000, 3000, 1000]);
    expect(played.fired).toEqual([{ name: 'slow', times: 1, firstNs: 500 }]);
  });

  test('twice is slow twice, and the end of one is not the end of the other', async () => {
    const faults = [
      { ...slow, name: 'one', when: { at: 100 } },
      { ...slow, name: 'two', when: { at: 200 }, factor: 5, for: 2000 },
    ];
    expect(durations(await afflict([sleeper, client], faults))).toEqual([1000, 15_000, 3000]);
  });

  test('is slow still when it has restarted', async () => {
    const faults = [
      { ...slow, when: { at: 100 } },
      { fault: 'crash', who: 'client-1', when: { at: 200 }, restartAfter: 100 },
    ];
    expect(durations(await afflict([sleeper, client], faults))).toEqual([1000, 3000, 3000, 3000]);
  });
});

test('one more fault, or client, changes nothing for the others', async () => {
  const cast = (count: number) =>
    actors('client', count, function* () {
      for (let number = 1; number <= 20; number++) {
        yield* round(number);
        yield* send('server', Vector, { values: Float64Array.from({ length: 8 }, (_, i) => i) });
        yield* sleep(10);
      }
    });
  const server = actor('server', () => sleep(2000));
  const faults = [
    { fault: 'pause', who: 'clients', for: 0, when: { probability: 0.3 } },
    {
      fault: 'falsify',
      who: 'clients',
      how: 'random',
      together: false,
      differently: false,
      when: { at: 50 },
    },
    { fault: 'lose', who: 'clients', rate: 0.3, burst: 2, direction: 'from' },
    { fault: 'delay', who: 'clients', rate: 0.5, by: { exponential: { mean: 100 } }, direction: 'from' },
  ];
  const other = { fault: 'lose', name: 'other', who: ['client-3'], rate: 0.5, burst: 1, direction: 'both' };
  /** What happened to the first two clients and to what they said, whatever numbers the messages have. */
  const seen = ({ log }: Afflicted): object[] => {
    const ids = new Set<number>();
    return log.flatMap(({ ...event }) => {
      if (event.kind === 'sent' && [1, 2].includes(event.from)) ids.add(event.id);
      const isTheirs = 'actor' in event && [1, 2].includes(event.actor);
      if (!isTheirs && !('id' in event && ids.has(event.id))) return [];
      return { ...event, id: undefined, message: undefined };
    });
  };
  const alone = seen(await afflict([server, cast(2)], faults));
  expect(
    seen(await afflict([server, cast(2)], [...faults, { fault: 'slow', who: 'server', factor: 2 }])),
  ).toEqual(alone);
  expect(seen(await afflict([server, cast(3)], [other, ...faults]))).toEqual(alone);
});
