/** What actors are promised, in simulated time as over real sockets: one suite for both. */

import { describe, expect, test } from 'vitest';
import { abort } from '../../src/core/engine/actors/abort.ts';
import type { Role, Self } from '../../src/core/engine/actors/actor.ts';
import type { Limits } from '../../src/core/engine/clock/bounds.ts';
import type { BusEvents } from '../../src/core/engine/messages/bus.ts';
import {
  type Behaviour,
  clock,
  collect,
  compute,
  finish,
  receive,
  save,
  send,
  sleep,
} from '../../src/core/engine/actors/effects.ts';
import type { Interference } from '../../src/core/engine/simulation/interference.ts';
import { actor, actors, Note, Other, play, Vector } from '../support/cast.ts';
import { valuesOf } from '../support/notes.ts';
import { playReal } from '../support/real-casts.ts';
import { work } from '../support/tasks.ts';

const MS = 1e6;

interface Settings {
  readonly limits?: Limits;
  readonly messageBytes?: number;
  readonly mailboxBytes?: number;
  readonly crash?: { readonly who: string; readonly afterMs: number; readonly backAfterMs: number };
}

interface Outcome {
  readonly of: <K extends keyof BusEvents>(kind: K) => BusEvents[K][];
  readonly results: ReadonlyMap<string, unknown>;
  /** Which limit ended it. */
  readonly bound?: string | undefined;
}

interface Interpreter {
  readonly name: string;
  readonly plays: (roles: readonly Role[], settings?: Settings) => Promise<Outcome>;
}

const interpreters: Interpreter[] = [
  {
    name: 'in simulated time',
    async plays(roles, { crash, ...settings } = {}) {
      const { of, result } = await play(roles, {
        ...settings,
        ...(crash && { interference: crashing(crash) }),
      });
      return { of, results: result.results, bound: result.bound };
    },
  },
  {
    name: 'over real sockets',
    async plays(roles, settings) {
      const { of, results, ends } = await playReal(roles, settings);
      return { of, results, bound: ends.find(({ bound }) => bound !== undefined)?.bound };
    },
  },
];

function crashing({ who, afterMs, backAfterMs }: NonNullable<Settings['crash']>): Interference {
  return {
    begin(controls) {
      const id = controls.directory.find(who) as number;
      controls.later(afterMs * MS, () => {
        controls.crash(id, true);
        controls.later((afterMs + backAfterMs) * MS, () => controls.restart(id));
      });
    },
    rules: [],
    slowness: () => 1,
  };
}

const names = ['client-1', 'client-2', 'client-3'];
const reasonsOf = ({ of }: Outcome): string[] => of('refused').map(({ reason }) => reason);

describe.each(interpreters)('$name', ({ plays }) => {
  test('messages of one sender come in the order in which they were sent', async () => {
    const values = Array.from({ length: 50 }, (_, i) => i);
    const sender = actor('a', function* () {
      for (const value of values) yield* send('server', Note, { value });
    });
    const server = actor('server', function* () {
      const got: number[] = [];
      while (got.length < values.length) got.push((yield* receive(Note)).body.value);
      yield* finish(got);
    });
    expect((await plays([server, sender])).results.get('server')).toEqual(values);
  });

  test('what nobody waits for yet lies in the mailbox, and what comes while one computes or sleeps', async () => {
    const sender = actor('a', function* () {
      yield* send('server', Note, { value: 1 });
      yield* send('server', Other, { value: 2 });
    });
    const server = actor('server', function* () {
      const other = yield* receive(Other);
      yield* sleep(20 * MS);
      const done = yield* compute(work, 3);
      const note = yield* receive(Note);
      yield* finish([other.body.value, note.body.value, done]);
    });
    expect((await plays([server, sender])).results.get('server')).toEqual([2, 1, 3]);
  });

  test('a full mailbox refuses the oldest of who fills it, and nothing of others', async () => {
    const flood = actor('a', function* () {
      for (let value = 0; value < 40; value++) yield* send('server', Note, { value });
      yield* send('server', Vector, { values: Float64Array.of(1) });
    });
    const quiet = actor('b', () => send('server', Other, { value: 7 }));
    const server = actor('server', function* () {
      yield* receive(Vector);
      const other = yield* receive(Other);
      const note = yield* receive(Note);
      yield* finish([other.body.value, note.body.value]);
    });
    const played = await plays([server, flood, quiet], { mailboxBytes: 10 * 520 });
    const [other, note] = played.results.get('server') as number[];
    expect(other).toBe(7);
    expect(note).toBeGreaterThan(20);
    expect(reasonsOf(played)).toContain('the mailbox is full');
  });

  test('a wait ends at its time with what it has, and not before', async () => {
    const client = actors('client', 2, ({ index }: Self) =>
      index === 0 ? send('server', Note, { value: 5 }) : sleep(1),
    );
    const server = actor('server', function* () {
      const start = yield* clock();
      const got = yield* collect(Note, { count: 2, timeoutNs: 200 * MS });
      const nothing = yield* receive(Other, { timeoutNs: MS });
      yield* finish([valuesOf(got), nothing === undefined, (yield* clock()) - start >= 201 * MS]);
    });
    const played = await plays([server, client]);
    expect(played.results.get('server')).toEqual([[5], true, true]);
    expect(played.of('expired').map(({ got, wanted }) => [got, wanted])).toEqual([
      [1, 2],
      [0, 1],
    ]);
  });

  test('what is said twice, by somebody else, or is not accepted is refused and no exception', async () => {
    const client = actors('client', 3, function* ({ index }) {
      yield* send('server', Note, { value: index });
      yield* send('server', Note, { value: 10 + index });
      yield* send('server', Other, { value: index });
    });
    const server = actor('server', function* () {
      // All that is said lies there.
      yield* collect(Other, { count: 3 });
      const accept = ({ body }: { body: { value: number } }): true | string =>
        body.value !== 0 || 'wrong value';
      const got = yield* collect(Note, {
        count: 3,
        from: ['client-1', 'client-2'],
        accept,
        timeoutNs: 50 * MS,
      });
      yield* finish(valuesOf(got).toSorted((a, b) => a - b));
    });
    const played = await plays([server, client]);
    expect(played.results.get('server')).toEqual([1, 10]);
    expect(reasonsOf(played).toSorted()).toEqual([
      'repeated',
      'unexpected sender',
      'unexpected sender',
      'wrong value',
    ]);
  });

  test('of several the newest is taken where that is asked for', async () => {
    const sender = actor('a', function* () {
      for (const value of [1, 2, 3]) yield* send('server', Note, { value });
      yield* send('server', Other, { value: 0 });
    });
    const server = actor('server', function* () {
      yield* receive(Other);
      yield* finish((yield* receive(Note, { newest: true })).body.value);
    });
    const played = await plays([server, sender]);
    expect(played.results.get('server')).toBe(3);
    expect(reasonsOf(played)).toEqual(['superseded', 'superseded']);
  });

  test('a message larger than agreed on is refused unread', async () => {
    const sender = actor('a', function* () {
      yield* send('server', Vector, { values: new Float64Array(1000) });
      yield* send('server', Note, { value: 1 });
    });
    const server = actor('server', function* () {
      yield* finish((yield* receive([Vector, Note])).type.name);
    });
    const played = await plays([server, sender], { messageBytes: 1000 });
    expect(played.results.get('server')).toBe('note');
    expect(reasonsOf(played)).toEqual(['too large']);
    const [large] = played.of('delivered').map(({ digest }) => digest);
    expect(large).toBe(played.of('sent')[0].digest);
  });

  test('who is done refuses what still comes', async () => {
    const server = actor('server', function* () {
      yield* receive(Other);
      yield* finish('done');
    });
    const sender = actor('a', function* () {
      yield* send('server', Other, { value: 1 });
      yield* send('server', Note, { value: 1 });
    });
    const played = await plays([server, sender]);
    expect(played.results.get('server')).toBe('done');
    expect(reasonsOf(played)).toEqual(['the actor is done']);
  });

  test('who gives up ends with the reason', async () => {
    const server = actor('server', () => abort('of no use', { blamed: ['a'] }));
    const played = await plays([server]);
    expect(played.results.get('server')).toEqual({ kind: 'aborted', reason: 'of no use', blamed: ['a'] });
  });

  test('more messages than a limit allows end the run', async () => {
    const chatty = actor('a', function* () {
      for (let value = 0; ; value++) {
        yield* send('server', Note, { value });
        yield* sleep(1);
      }
    });
    const server = actor('server', function* () {
      for (let i = 0; i < 30; i++) yield* receive(Note, { timeoutNs: 100 * MS });
    });
    const played = await plays([server, chatty], { limits: { messages: 20 } });
    expect(played.bound).toBe('messages');
    expect(played.of('sent')).toHaveLength(20);
  });

  test('more bytes on their way than a limit allows end the run', async () => {
    const server = actor('server', function* () {
      yield* receive(Vector, { timeoutNs: 100 * MS });
    });
    const large = actor('a', () => send('server', Vector, { values: new Float64Array(2 ** 20) }));
    const played = await plays([server, large], { limits: { heldBytes: 2 ** 22 } });
    expect(played.bound).toBe('held');
    const enough = await plays([server, large], { limits: { heldBytes: 2 ** 25 } });
    expect(enough.bound).toBeUndefined();
  });

  test('who waits for what nobody can say any more is stalled', async () => {
    const server = actor('server', function* () {
      yield* receive(Note, { from: 'a' });
    });
    const played = await plays([server, actor('a', () => sleep(1))]);
    expect(played.of('stalled').map(({ awaiting }) => awaiting)).toEqual(['note from a']);
  });

  test('who comes back from a crash finds what it saved, and lost all else', async () => {
    const server = actor('server', function* () {
      const first = yield* receive(Note);
      const second = yield* receive(Note);
      yield* send('a', Other, { value: 1 });
      yield* finish([first.body.value, second.body.value]);
    });
    const a = actor('a', function* ({ saved, random }) {
      const kept = saved as
        | { readonly vector: Uint32Array; readonly map: ReadonlyMap<string, number> }
        | undefined;
      const sum = (kept?.vector[1] ?? 0) + (kept?.map.get('x') ?? 0);
      yield* send('server', Note, { value: sum });
      yield* save({ vector: Uint32Array.of(1, 20), map: new Map([['x', 3]]), bytes: random.secretKey('k') });
      yield* receive(Other);
    });
    const crash = { who: 'a', afterMs: 300, backAfterMs: 30 };
    const played = await plays([server, a], { crash });
    expect(played.results.get('server')).toEqual([0, 23]);
    expect(played.of('finished')).toHaveLength(2);
  });

  test('who asks again comes back to where it was, and is answered twice with the same', async () => {
    const again = { retransmitAfterNs: 100 * MS };
    const server = actor(
      'server',
      function* () {
        const got = yield* collect(Note, { count: 2, from: ['client-1', 'client-2'], timeoutNs: 5000 * MS });
        yield* send(['client-1', 'client-2'], Other, { value: 9 });
        yield* finish(valuesOf(got).toSorted((x, y) => x - y));
      },
      again,
    );
    const client = actors(
      'client',
      2,
      function* ({ index, random }) {
        const told = yield* clock();
        yield* sleep(index * 600 * MS);
        const secret = random.secretKey('own')[0];
        yield* send('server', Note, { value: index * 100 + (told >= 0 ? 1 : 0) });
        const { body } = (yield* receive(Other, { from: 'server', timeoutNs: 5000 * MS })) ?? {
          body: { value: 0 },
        };
        yield* finish([body.value, secret === random.again().secretKey('own')[0]]);
      },
      again,
    );
    const crash = { who: 'client-1', afterMs: 250, backAfterMs: 30 };
    const played = await plays([server, client], { crash });
    expect(played.results.get('server')).toEqual([1, 101]);
    expect(played.results.get('client-1')).toEqual([9, true]);
    expect(played.results.get('client-2')).toEqual([9, true]);
  });

  test('a broadcast is one payload for all', async () => {
    const server = actor('server', () => send(names, Note, { value: 4 }));
    const client = actors('client', 3, function* (): Behaviour {
      yield* finish((yield* receive(Note)).body.value);
    });
    const played = await plays([server, client]);
    expect(names.map((name) => played.results.get(name))).toEqual([4, 4, 4]);
    expect(new Set(played.of('delivered').map(({ digest }) => digest)).size).toBe(1);
  });
});
