/** Actors that retransmit: nothing more is sent where nothing is lost, and what is lost or forgotten arrives all the same. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { standard } from '../../../../bin/standard.ts';
import { withoutRetransmission } from '../../../../bench/without-retransmission.ts';
import { run } from '../../../../src/run/execute/run.ts';
import { loadScenario } from '../../../../src/run/scenario/load.ts';
import type { Role, Self } from '../../../../src/core/engine/actors/actor.ts';
import {
  type Behaviour,
  clock,
  collect,
  finish,
  receive,
  save,
  send,
  step,
} from '../../../../src/core/engine/actors/effects.ts';
import { afflict, bodies, clientNames } from '../../../support/afflicted-casts.ts';
import { actor, actors, Note, Other, type Played, Vector } from '../../../support/cast.ts';
import { DATAGRAM } from '../../../../src/core/engine/network/transport-kind.ts';
import { thoroughly } from '../../../support/long.ts';

const retransmitAfterNs = 10_000;
const TIMEOUT_NS = 4 * retransmitAfterNs;

/** Asks both clients for a number, in two rounds; who does not answer in time is not in the sum. */
function asker(options: Partial<Role> = { retransmitAfterNs }): Role {
  return actor(
    'server',
    function* () {
      let sum = 0;
      for (const value of [1, 2]) {
        yield* send(['client-1', 'client-2'], Note, { value });
        const received = yield* collect(Other, {
          count: 2,
          from: ['client-1', 'client-2'],
          timeoutNs: TIMEOUT_NS,
          accept: ({ body }) => Math.floor(body.value / 1000) === value || 'late',
        });
        for (const { body } of received) sum += body.value % 1000;
      }
      yield* send(['client-1', 'client-2'], Vector, { values: Float64Array.of(sum) });
      yield* finish(sum);
    },
    options,
  );
}

function* answering({ index, random }: Self): Behaviour {
  for (;;) {
    const received = yield* receive([Note, Vector], { from: 'server', timeoutNs: 10 * TIMEOUT_NS });
    if (received === undefined) return;
    const { body } = received;
    if ('values' in body) return yield* finish(body.values[0]);
    const drawn = random.stream('answer', `${body.value}`).integer(100);
    yield* send('server', Other, { value: 1000 * body.value + 100 * (index + 1) + drawn });
  }
}

const clients = (options: Partial<Role> = { retransmitAfterNs }): Role =>
  actors('client', 2, answering, options);

const resultsOf = ({ result }: Played): unknown[] =>
  ['server', 'client-1', 'client-2'].map((name) => result.results.get(name));

const answersOf = (played: Played): unknown[] => bodies(played.of('sent').filter(({ to }) => to === 0));

describe('where nothing is lost', () => {
  test('an actor that asks again says and takes what one says that does not, at the same times', async () => {
    const asking = await afflict([asker(), clients()], []);
    const not = await afflict([asker({}), clients({})], []);
    expect(asking.log).toEqual(not.log);
  });
});

describe('what is lost is said again within the same timeout', () => {
  const whole = afflict([asker(), clients()], []);

  test.each([
    { lost: 'an order', fault: { fault: 'withhold', who: ['server'], for: 3000 } },
    { lost: 'an answer', fault: { fault: 'withhold', who: ['client-2'], for: 3000 } },
    { lost: 'everything for a while', fault: { fault: 'partition', who: ['client-1'], for: 15_000 } },
    { lost: 'the last word', fault: { fault: 'withhold', who: ['server'], message: 'vector', for: 8000 } },
    {
      lost: 'what a client knew',
      fault: { fault: 'crash', who: ['client-1'], when: { at: 1500 }, restartAfter: 500 },
    },
    {
      lost: 'what the server knew',
      fault: { fault: 'crash', who: ['server'], when: { at: 3500 }, restartAfter: 500 },
    },
  ])('$lost', async ({ fault }) => {
    const played = await afflict([asker(), clients()], [fault], { network: { transport: DATAGRAM } });
    expect(played.fired[0].times).toBeGreaterThan(0);
    expect(resultsOf(played)).toEqual(resultsOf(await whole));
    expect(played.of('expired')).toEqual([]);
    // Whatever was said again is what was said before.
    const different = new Set(answersOf(played).map((body) => JSON.stringify(body)));
    expect([...different].toSorted()).toEqual(
      answersOf(await whole)
        .map((body) => JSON.stringify(body))
        .toSorted(),
    );
  });

  test('without it, the last word does not come', async () => {
    const fault = { fault: 'withhold', who: ['server'], message: 'vector', for: 8000 };
    const played = await afflict([asker({}), clients({})], [fault]);
    expect(resultsOf(played).slice(1)).toEqual([undefined, undefined]);
  });
});

test('a flood of one order is one order, and few answers', async () => {
  const played = await afflict([asker(), clients()], [{ fault: 'flood', who: ['server'], copies: 200 }]);
  expect(resultsOf(played)).toEqual(resultsOf(await afflict([asker(), clients()], [])));
  expect(answersOf(played)).toHaveLength(4);
  const reasons = new Set(played.of('refused').map(({ reason }) => reason));
  expect(reasons).toEqual(new Set(['repeated', 'the actor is done']));
});

test('of several messages before an answer, none is accepted again when all are repeated', async () => {
  const server = actor(
    'server',
    function* () {
      for (const value of [1, 2, 3]) yield* send('client-1', Note, { value });
      yield* receive(Other, { from: 'client-1', timeoutNs: TIMEOUT_NS });
      yield* send('client-1', Note, { value: 4 });
    },
    { retransmitAfterNs },
  );
  const accepted: unknown[] = [];
  const client = actors(
    'client',
    1,
    function* () {
      for (let i = 0; i < 4; i++) {
        if (i === 3) yield* send('server', Other, { value: 1 });
        accepted.push((yield* receive(Note, { from: 'server', timeoutNs: 2 * TIMEOUT_NS }))?.body.value);
      }
    },
    { retransmitAfterNs },
  );
  // The answer is lost, so the server repeats what it sent.
  const lost = { fault: 'withhold', who: ['client-1'], for: 5000 };
  const played = await afflict([server, client], [lost]);
  expect(played.of('refused').filter(({ reason }) => reason === 'repeated')).toHaveLength(3);
  expect(accepted).toEqual([1, 2, 3, 4]);
});

const RUNS = thoroughly(250, 1000);

test(`in ${RUNS} runs of two servers on a bad network, nothing is accepted twice`, async () => {
  const ROUNDS = [1, 2, 3, 4];
  let [copies, done] = [0, 0];
  for (let seed = 1; seed <= RUNS; seed++) {
    const accepted = new Map<string, string[]>();
    const acceptedBy = (name: string, { from, body }: { from: string; body: { value: number } }): void =>
      void accepted.set(name, [...(accepted.get(name) ?? []), `${from} ${body.value}`]);
    const server = actor(
      'server',
      function* ({ name }) {
        for (const round of ROUNDS) {
          for (const part of [1, 2, 3]) yield* send(clientNames(3), Note, { value: 10 * round + part });
          const from = clientNames(3);
          const answers = yield* collect(Other, { count: 3, from, timeoutNs: 4 * TIMEOUT_NS });
          for (const answer of answers) acceptedBy(name, answer);
        }
        yield* finish('over');
      },
      { retransmitAfterNs },
    );
    // The first is a server too: the others tell it what they heard before they answer.
    const client = actors(
      'client',
      3,
      function* ({ name, index }) {
        for (const round of ROUNDS) {
          for (let part = 0; part < 3; part++) {
            const note = yield* receive(Note, { from: 'server', timeoutNs: 6 * TIMEOUT_NS });
            if (note === undefined) return;
            acceptedBy(name, note);
          }
          if (index > 0) yield* send('client-1', Other, { value: round });
          else {
            const from = clientNames(3).slice(1);
            const told = yield* collect(Other, { count: 2, from, timeoutNs: 3 * TIMEOUT_NS });
            for (const one of told) acceptedBy(name, one);
          }
          yield* send('server', Other, { value: round });
        }
      },
      { retransmitAfterNs },
    );
    const faults = [{ fault: 'duplicate', who: ['server', 'client-2'], rate: 0.3, by: { constant: 3000 } }];
    const network = { transport: DATAGRAM, loss: 0.1 } as const;
    const played = await afflict([server, client], faults, { seed, network });
    for (const all of accepted.values()) expect(new Set(all).size).toBe(all.length);
    copies += played.of('refused').filter(({ reason }) => reason === 'repeated').length;
    if (played.result.results.get('server') === 'over') done++;
  }
  expect(copies).toBeGreaterThan(10 * RUNS);
  expect(done).toBeGreaterThan(RUNS / 2);
});

test('an actor that comes back is given what it saved and took since, and its steps are not done twice', async () => {
  const done: string[] = [];
  const server = actor(
    'server',
    function* ({ saved }) {
      const first = (saved as number | undefined) ?? (yield* receive(Note, { timeoutNs: 1e6 }))?.body.value;
      yield* save(first);
      const second = yield* step(
        (function* () {
          done.push('step');
          return (yield* receive(Other, { timeoutNs: 1e6 }))?.body.value;
        })(),
      );
      const third = yield* receive(Vector, { from: 'client-1', timeoutNs: 1e6 });
      yield* finish([first, second, third?.body.values[0]]);
    },
    { retransmitAfterNs },
  );
  const client = actors('client', 1, function* () {
    yield* send('server', Note, { value: 1 });
    yield* send('server', Other, { value: 2 });
    yield* receive(Note, { from: 'server', timeoutNs: 5000 });
    yield* send('server', Vector, { values: Float64Array.of(3) });
  });
  const crash = { fault: 'crash', who: ['server'], when: { at: 2000 }, restartAfter: 1000 };
  const played = await afflict([server, client], [crash]);
  expect(played.result.results.get('server')).toEqual([1, 2, 3]);
  expect(done).toEqual(['step']);
});

test('an actor that comes back reads the clock as it did before, and from there on as it is', async () => {
  const read: number[][] = [];
  function* reading(): Behaviour {
    const own: number[] = [];
    read.push(own);
    for (const value of [1, 2]) {
      yield* send('client-1', Note, { value });
      yield* receive(Other, { from: 'client-1' });
      own.push(yield* clock());
    }
    yield* send('client-1', Vector, { values: new Float64Array() });
    yield* finish('over');
  }
  const crash = { fault: 'crash', who: ['server'], when: { at: 3500 }, restartAfter: 500 };
  const { result } = await afflict(
    [actor('server', reading, { retransmitAfterNs }), actors('client', 1, answering, { retransmitAfterNs })],
    [crash],
  );
  expect(result.results.get('server')).toBe('over');
  expect(read).toHaveLength(2);
  expect(read[1][0]).toBe(read[0][0]);
  expect(read[1][1]).toBeGreaterThan(read[0][0]);
});

test('a wait without an end is not asked about for ever', async () => {
  const waiting = actor(
    'server',
    function* () {
      yield* send('client-1', Note, { value: 1 });
      yield* receive(Other, { from: 'client-1' });
    },
    { retransmitAfterNs },
  );
  const silent = actors('client', 1, function* () {
    yield* receive(Note, { timeoutNs: 5000 });
  });
  const { result } = await afflict([waiting, silent], []);
  expect(result.ending).toBe('stalled');
});

test.each(['secfc', 'secfc-byzantine', 'mufc', 'dckmeans', 'kfed', 'lloyd', 'feddp', 'fastlloyd'])(
  'where nothing is lost, runs are those of roles that do not retransmit: %s',
  async (name) => {
    const hashes = [standard, withoutRetransmission].map(async (one) => {
      const plugins = [one];
      const file = new URL(`../../../../scenarios/swarm/${name}.yaml`, import.meta.url);
      return (await run(loadScenario(fileURLToPath(file), { plugins }), { plugins })).hash;
    });
    const [asking, silent] = await Promise.all(hashes);
    expect(asking).toBe(silent);
  },
);
