import { describe, expect, test } from 'vitest';
import {
  compute,
  finish,
  receive,
  round,
  save,
  send,
  sleep,
} from '../../../src/core/engine/actors/effects.ts';
import { squares, work } from '../../support/tasks.ts';
import { actor, actors, Note, Other } from '../../support/cast.ts';
import {
  afflict,
  type Afflicted,
  clientNames,
  finishedIn,
  listeners,
  sleeper,
  teller,
} from '../../support/afflicted-casts.ts';

const MINUTE = 60e9;
const CLIENTS = clientNames(4);

const refusals = ({ of }: Afflicted): string[] => of('refused').map(({ id, reason }) => `${id}: ${reason}`);

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
    expect(finishedIn(played)).toEqual([
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
    expect(finishedIn(played)).toEqual([[0, 6010]]);
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
    expect(finishedIn(played)).toEqual([[0, 291]]);
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
