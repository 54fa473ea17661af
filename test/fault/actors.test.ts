/** Crashes, dropouts, pauses and slow processors, and what sets them off. */

import { describe, expect, test } from 'vitest';
import {
  collect,
  compute,
  finish,
  phase,
  receive,
  round,
  save,
  send,
  sleep,
} from '../../src/engine/sim/effects.ts';
import { squares, work } from '../support/tasks.ts';
import { actor, actors, LATENCY_NS, Note, Other, Vector } from '../support/cast.ts';
import { afflict, type Afflicted, clientNames } from '../support/afflicted-casts.ts';

const MINUTE = 60e9;
const CLIENTS = clientNames(4);

const refusals = ({ of }: Afflicted): string[] => of('refused').map(({ id, reason }) => `${id}: ${reason}`);
const done = ({ of }: Afflicted): [number, number][] =>
  of('finished').map(({ actor: id, timeNs }) => [id, timeNs]);

/** Sends a note to every client, and ends. */
const teller = actor('server', () => send(CLIENTS, Note, { value: 1 }));
/** Each takes a note, and ends with what it said. */
const listeners = actors('client', 4, function* () {
  yield* finish((yield* receive(Note)).body.value);
});
/** Ends after so many nanoseconds. */
const sleeper = actor('server', () => sleep(20_000));

describe('a crash', () => {
  const crash = { fault: 'crash', who: 'server', restartAfter: MINUTE };

  test.each([1, 2, 3, 4])('after %d messages of a broadcast leaves the others unsent', async (messages) => {
    const when = { sent: 'note', messages };
    const played = await afflict([teller, listeners], [{ fault: 'dropout', who: 'server', when }]);
    expect(played.of('sent').map(({ to }) => to)).toEqual([1, 2, 3, 4].slice(0, messages));
    expect(played.of('delivered')).toHaveLength(messages);
    // What set it off stands before it.
    expect(played.log.map(({ kind }) => kind).slice(0, messages + 1)).toEqual([
      ...Array.from({ length: messages }, () => 'sent'),
      'faulted',
    ]);
    expect(played.fired).toEqual([{ name: 'dropout', times: 1, firstNs: 0 }]);
    expect([...played.result.awaiting.keys()]).toEqual(CLIENTS.slice(messages));
  });

  test('takes memory, mail and computation, and leaves what was saved', async () => {
    const lives: unknown[] = [];
    const server = actor('server', function* ({ saved }) {
      lives.push(saved);
      yield* save({ step: lives.length });
      yield* save({ step: 10 * lives.length });
      yield* compute(work, 5000);
      yield* finish((yield* receive(Note)).body.value);
    });
    const clients = actors('client', 2, function* ({ index }) {
      yield* sleep(index * 8000);
      yield* send('server', Note, { value: index });
    });
    const played = await afflict([server, clients], [{ ...crash, when: { at: 3000 }, restartAfter: 4000 }]);
    expect(lives).toEqual([undefined, { step: 10 }]);
    // The note of the first client lay in the mailbox; that of the second came later.
    expect(refusals(played)).toEqual(['0: the actor is down']);
    expect(played.result.results.get('server')).toBe(1);
    expect(played.of('computing').map(({ timeNs }) => timeNs)).toEqual([0, 7000]);
    expect(played.of('computed').map(({ timeNs }) => timeNs)).toEqual([12_000]);
    expect(played.of('faulted').map(({ timeNs, what }) => [timeNs, what])).toEqual([
      [3000, 'crash'],
      [7000, 'restart'],
    ]);
  });

  test('is waited for until it has restarted, however late, and what comes before is refused', async () => {
    const played = await afflict(
      [
        actor('server', () => receive(Other, { timeoutNs: 5 }) as never),
        actors('client', 1, () => send('server', Note, { value: 1 })),
      ],
      [{ ...crash, when: { at: 1 } }],
    );
    expect(refusals(played)).toEqual(['0: the actor is down']);
    expect(done(played)).toEqual([
      [1, 0],
      [0, 1 + MINUTE + 5],
    ]);
    expect(played.result).toMatchObject({ ending: 'done', endNs: 1 + MINUTE + 5 });
  });

  test('voids deadlines and sleeps of the life before', async () => {
    const server = actor('server', function* ({ saved }) {
      yield* save('again');
      if (saved === undefined) yield* receive(Note, { timeoutNs: 2000 });
      yield* sleep(5000);
    });
    const played = await afflict([server], [{ ...crash, when: { at: 1000 }, restartAfter: 10 }]);
    expect(played.of('expired')).toEqual([]);
    expect(done(played)).toEqual([[0, 6010]]);
  });

  test('gives a new life random streams that were not there before', async () => {
    const drawn: number[] = [];
    const server = actor('server', function* ({ random }) {
      drawn.push(random.stream('mask').uniform());
      yield* sleep(1000);
    });
    const when = { at: 500 };
    await afflict([server], [{ ...crash, when, restartAfter: 1 }]);
    await afflict([server], [{ ...crash, when, restartAfter: 1 }]);
    expect(new Set(drawn).size).toBe(2);
    expect(drawn.slice(2)).toEqual(drawn.slice(0, 2));
  });

  test('again and again gives a life each time', async () => {
    const lives: number[] = [];
    const server = actor('server', function* ({ random }) {
      lives.push(random.stream('mask').uniform());
      yield* sleep(100);
    });
    const faults = [50, 120, 190].map((at) => ({
      ...crash,
      name: `at ${at}`,
      when: { at },
      restartAfter: 1,
    }));
    const played = await afflict([server], faults);
    expect(new Set(lives).size).toBe(4);
    expect(done(played)).toEqual([[0, 291]]);
  });

  test('of who is done, or is down already, does not happen', async () => {
    const faults = [
      { fault: 'dropout', name: 'first', who: 'client-1', when: { at: 10 } },
      { fault: 'dropout', name: 'again', who: ['client-1', 'client-2'], when: { at: 20 } },
    ];
    const clients = actors('client', 2, ({ index }) => sleep(index === 0 ? 1000 : 15));
    const played = await afflict([sleeper, clients], faults);
    expect(played.fired).toEqual([
      { name: 'first', times: 1, firstNs: 10 },
      { name: 'again', times: 0, missed: ['client-1 was down', 'client-2 was done'] },
    ]);
  });

  test('on the first word of an actor that a message started refuses that message', async () => {
    const client = actors('client', 1, () => round(1), { starts: false });
    const server = actor('server', () => send('client-1', Note, { value: 1 }));
    const fault = { fault: 'dropout', who: 'client-1', when: { probability: 0.999_999 } };
    const played = await afflict([server, client], [fault]);
    expect(refusals(played)).toEqual(['0: the actor is down']);
    expect(played.result.ending).toBe('done');
  });

  test('of a computation in another thread is no failure', async () => {
    const client = actors('client', 1, function* () {
      yield* compute(squares, new Float64Array(2000));
    });
    const fault = { fault: 'dropout', who: 'client-1', when: { at: 5 } };
    const played = await afflict([sleeper, client], [fault]);
    expect(played.of('computed')).toEqual([]);
    expect(played.result.ending).toBe('done');
  });
});

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
    expect(done(played)[1]).toEqual([1, 50_000]);
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
    expect(done(played)[1]).toEqual([1, 10_500]);
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
    expect(done(played).find(([id]) => id === 1)).toEqual([1, 11_000]);
  });

  test('of who crashes meanwhile is forgotten', async () => {
    const client = actors('client', 1, () => sleep(100));
    const faults = [
      { ...pause, when: { at: 10 } },
      { fault: 'crash', who: 'client-1', when: { at: 20 }, restartAfter: 5 },
    ];
    const played = await afflict([sleeper, client], faults);
    expect(done(played)[0]).toEqual([1, 125]);
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
    expect(durations(await afflict([sleeper, client], [slow]))).toEqual([1000, 3000, 3000]);
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

describe('a fault is set off', () => {
  const stages = actors('client', 3, function* ({ index }) {
    for (let number = 1; number <= 3; number++) {
      yield* phase('talk');
      yield* round(number);
      yield* sleep(100 + index);
      yield* phase('rest');
      yield* sleep(100);
    }
  });
  const struck = ({ of }: Afflicted): [number, number][] =>
    of('faulted').map(({ actor: id, timeNs }) => [id, timeNs]);
  const pausing = (when: object, who: unknown = 'clients'): object => ({ fault: 'pause', who, for: 0, when });

  test('at a time', async () => {
    expect(struck(await afflict([sleeper, stages], [pausing({ at: 7 })]))).toEqual([
      [1, 7],
      [2, 7],
      [3, 7],
    ]);
  });

  test('some time after each of its actors enters a round, or a phase of it', async () => {
    expect(struck(await afflict([sleeper, stages], [pausing({ round: 2, after: 5 })]))).toEqual([
      [1, 205],
      [2, 206],
      [3, 207],
    ]);
    const inPhase = pausing({ round: 2, phase: 'rest', after: 0 }, ['client-3', 'client-1']);
    expect(struck(await afflict([sleeper, stages], [inPhase]))).toEqual([
      [1, 300],
      [3, 304],
    ]);
  });

  test('by messages of a type, counted for each actor, and in one round only where it says so', async () => {
    const talkers = actors('client', 2, function* () {
      for (let number = 1; number <= 3; number++) {
        yield* round(number);
        yield* send('server', Other, { value: 1 });
        for (let i = 0; i < 2; i++) yield* send('server', Note, { value: 1 });
        yield* sleep(10);
      }
    });
    const sent = (when: object): Promise<Afflicted> =>
      afflict([sleeper, talkers], [pausing({ sent: 'note', ...when })]);
    expect(struck(await sent({ messages: 3 }))).toEqual([
      [1, 10],
      [2, 10],
    ]);
    expect(struck(await sent({ messages: 2, round: 3 }))).toEqual([
      [1, 20],
      [2, 20],
    ]);
    expect(struck(await sent({ messages: 3, round: 3 }))).toEqual([]);
  });

  test('with a probability in each round', async () => {
    const many = actors('client', 300, function* () {
      for (let number = 1; number <= 10; number++) {
        yield* round(number);
        yield* phase('talk');
        yield* sleep(1);
      }
    });
    const played = await afflict([sleeper, many], [pausing({ probability: 0.2 })]);
    const times = played.fired[0].times;
    // Binomial of 3000: five deviations of 22.
    expect(times).toBeGreaterThan(490);
    expect(times).toBeLessThan(710);
  });

  test('never, and is reported to have done nothing', async () => {
    const played = await afflict(
      [sleeper, stages],
      [
        pausing({ at: 1e9 }),
        { ...pausing({ round: 9, after: 0 }), name: 'round 9' },
        { ...pausing({ sent: 'vector', messages: 1 }), name: 'vectors' },
      ],
    );
    const missed = ['its time never came'];
    expect(played.fired).toEqual([
      { name: 'pause', times: 0, missed },
      { name: 'round 9', times: 0, missed },
      { name: 'vectors', times: 0, missed },
    ]);
    // And nobody waited for it.
    expect(played.result.endNs).toBe(20_000);
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
    return log.flatMap(({ ...happening }) => {
      if (happening.kind === 'sent' && [1, 2].includes(happening.from)) ids.add(happening.id);
      const isTheirs = 'actor' in happening && [1, 2].includes(happening.actor);
      if (!isTheirs && !('id' in happening && ids.has(happening.id))) return [];
      return { ...happening, id: undefined, message: undefined };
    });
  };
  const alone = seen(await afflict([server, cast(2)], faults));
  expect(
    seen(await afflict([server, cast(2)], [...faults, { fault: 'slow', who: 'server', factor: 2 }])),
  ).toEqual(alone);
  expect(seen(await afflict([server, cast(3)], [other, ...faults]))).toEqual(alone);
});
