/** A view is what its members hold and saw, to the byte, and nothing of anybody else. */

import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { Assignment, Distances, Shares } from '../../../actors/secfc/messages.ts';
import { view } from '../../../src/lab/attack/attack-run.ts';
import { messagesOf } from '../../../src/core/protocol/attacks/messages.ts';
import { Recorder } from '../../../src/lab/games/recorder.ts';
import type { Labels } from '../../../src/core/base/labels.ts';
import type { Matrix } from '../../../src/core/base/matrix.ts';
import type { Attack } from '../../../src/core/protocol/attack.ts';
import type { ObservedMessage, Member, View } from '../../../src/core/protocol/view.ts';
import { Random } from '../../../src/core/base/random.ts';
import { run } from '../../../src/run/execute/run.ts';
import type { Scenario } from '../../../src/run/scenario/load.ts';
import { Bus } from '../../../src/core/engine/messages/bus.ts';
import { History, plugins, scenarioFiles, SERVER, tampering } from '../../support/scenarios.ts';

const load = scenarioFiles();

/** Coordinates with many digits, none of which comes twice: a byte pattern is found by itself only. */
const stream = new Random(9).stream('points');
const shards = Array.from({ length: 5 }, () =>
  Array.from({ length: 6 }, () => Array.from({ length: 3 }, () => (stream.uniform() - 0.5) * 1e5)),
);
let scenario: Scenario;
beforeAll(() => {
  scenario = load({ shards, seed: 3, protocol: { name: 'secfc', clusters: 3, privacy: 2, scale: 1000 } });
});

/** A view, and everything that really happened in the run. */
async function observed(members: readonly string[]) {
  const bus = new Bus();
  const history = new History(bus);
  return { seen: await view(scenario, members, { plugins, bus }), history };
}

const numberOf = (name: string): number => (name === 'server' ? SERVER : Number(name.split('-')[1]));

describe('a view', () => {
  test.each([[['client-2']], [['server']], [['server', 'client-1', 'client-4']]])(
    'of %j has all bytes that they received and sent, with their times, and no others',
    async (members) => {
      const { seen, history } = await observed(members);
      expect(seen.members.map(({ name }) => name)).toEqual(members);
      for (const { name, received, sent } of seen.members) {
        const id = numberOf(name);
        const of = (kind: 'sent' | 'delivered', end: 'from' | 'to'): object[] =>
          history
            .of(kind)
            .filter((message) => message[end] === id)
            .map(({ timeNs, payload }) => ({ timeNs, payload: Buffer.from(payload) }));
        const bare = (messages: readonly ObservedMessage[]): object[] =>
          messages.map(({ timeNs, payload }) => ({ timeNs, payload: Buffer.from(payload) }));
        expect(bare(received)).toEqual(of('delivered', 'to'));
        expect(bare(sent)).toEqual(of('sent', 'from'));
        expect(received.every(({ to }) => to === name)).toBe(true);
        expect(sent.every(({ from }) => from === name)).toBe(true);
      }
    },
  );

  test("has each member's own inputs and streams: with them its messages can be made again", async () => {
    const { seen } = await observed(['server', 'client-3']);
    const [server, client] = seen.members;
    expect(server.shard).toBeUndefined();
    expect(client.start).toBeUndefined();
    expect([...(client.shard?.values ?? [])]).toEqual(shards[2].flat());
    const [first] = messagesOf(server.sent, Assignment);
    expect(server.start).toEqual(first.body.labels.values);

    const agreed = seen.agreed as ReturnType<typeof secfc.agree>;
    const [encode] = secfc.tasks;
    const again = encode.run({
      ...agreed,
      points: client.shard,
      noiseKey: client.random().secretKey('noise'),
    } as never) as { planes: readonly Uint32Array[]; columns: number };
    const [toFirst] = messagesOf(client.sent, Shares);
    expect(toFirst.to).toBe('client-1');
    toFirst.body.values.forEach((plane, at) => {
      expect(plane).toEqual(again.planes[at].slice(0, again.columns));
    });
  });

  test('gives every stream from its beginning, as often as it is asked for', async () => {
    const { seen } = await observed(['client-3']);
    const draw = (): number => seen.members[0].random().stream('any').uniform();
    expect(draw()).toBe(draw());
  });

  test('holds no byte of what is not theirs: points, keys, or messages between others', async () => {
    const members = ['client-1', 'client-2'];
    const { seen, history } = await observed(members);
    const held = buffersIn(seen).map((bytes) => Buffer.from(bytes));
    const holds = (bytes: Uint8Array): boolean => held.some((buffer) => buffer.includes(Buffer.from(bytes)));
    const own = [Buffer.from(Float64Array.from(shards[0][0]).buffer)];
    expect(own.every(holds)).toBe(true);

    for (const point of shards.slice(2).flat()) {
      for (const value of point) expect(holds(Buffer.from(Float64Array.of(value).buffer))).toBe(false);
    }
    for (const client of ['client-3', 'client-4', 'client-5']) {
      const key = new Random(scenario.seed).scope('actors', client).secretKey('noise');
      expect(holds(key)).toBe(false);
    }
    const ids = new Set(members.map(numberOf));
    const between = history
      .of('sent')
      .filter(({ from, to }) => !ids.has(from) && !ids.has(to))
      // Others say nothing that could be told apart.
      .filter(({ type }) => type === 'shares' || type === 'distances');
    expect(between.length).toBeGreaterThan(10);
    for (const { payload } of between) expect(holds(payload.subarray(-64))).toBe(false);
  });

  test('keeps messages in memory of their own, where nothing else lies', async () => {
    const { seen } = await observed(['server', 'client-1']);
    for (const { payload } of seen.members.flatMap(({ received, sent }) => [...received, ...sent])) {
      expect(payload.byteLength).toBe(payload.buffer.byteLength);
    }
  });

  test('has what arrived, where the network changed it on the way', async () => {
    const bus = new Bus();
    const garbage = Uint8Array.of(0xc1);
    const rule = tampering(
      ({ from, to }) => from === 'client-2' && to === 'client-1',
      () => garbage,
    );
    const seen = await view(scenario, ['client-1'], { plugins, bus, rules: [rule] });
    const [{ received }] = seen.members;
    const changed = received.filter(({ from }) => from === 'client-2');
    // Asked for again, as none of them can be read.
    expect(changed.length).toBeGreaterThan(0);
    for (const { payload } of changed) expect([...payload]).toEqual([...garbage]);
    expect(messagesOf(changed, Shares)).toEqual([]);
  });

  test('made for certain attacks leaves out types of message that none of them reads', async () => {
    const bus = new Bus();
    const reads = { reads: [Distances] } as unknown as Attack;
    const recorder = new Recorder(scenario, secfc, ['server'], [reads]);
    recorder.attach(bus);
    await run(scenario, { plugins, bus });
    const [{ received, sent }] = recorder.view(['server']).members;
    expect(messagesOf(received, Distances).length).toBe(received.length);
    expect(received.length).toBeGreaterThan(4);
    expect(sent).toEqual([]);
  });
});

describe('asking for more than a view has', () => {
  test('is a type error', () => {
    expectTypeOf<keyof View>().toEqualTypeOf<'agreed' | 'population' | 'members'>();
    expectTypeOf<keyof Member>().toEqualTypeOf<
      'name' | 'index' | 'shard' | 'identifiers' | 'start' | 'random' | 'received' | 'sent'
    >();
    expectTypeOf<Member['shard']>().toEqualTypeOf<Matrix | undefined>();
    expectTypeOf<Member['start']>().toEqualTypeOf<Labels | undefined>();
    const attempts = (seen: View, member: Member): void => {
      // @ts-expect-error -- nobody's points but a member's own
      void seen.points;
      // @ts-expect-error -- no truth to compare with
      void seen.truth;
      // @ts-expect-error -- no scenario, which would have the seed
      void seen.scenario;
      // @ts-expect-error -- what others sent each other
      void seen.trace;
      // @ts-expect-error -- no way from a member to others
      void member.peers;
      // @ts-expect-error -- streams are its own, whatever the name
      member.random('client-2');
      // @ts-expect-error -- the seed is private
      void member.random().seed;
    };
    expectTypeOf(attempts).toBeFunction();
  });

  test('of a member who was not recorded is our own mistake', async () => {
    const recorder = new Recorder(scenario, secfc, ['client-1']);
    expect(() => recorder.view(['client-2'])).toThrow('client-2 was not recorded');
    expect(() => new Recorder(scenario, secfc, ['client-9'])).toThrow('there is no client-9');
  });

  test("by a name that leads out of a member's streams gives other streams", () => {
    const own = new Random(3).scope('actors', 'client-1');
    const others = new Random(3).scope('actors', 'client-2').secretKey('noise');
    const tries = [['client-2', 'noise'], ['..', 'client-2', 'noise'], ['","client-2","noise'], ['noise']];
    for (const name of tries) expect(own.secretKey(...name)).not.toEqual(others);
  });
});

/** All memory that can be reached from a value, whole buffers where views are part of them. */
function buffersIn(value: unknown, found = new Set<unknown>()): ArrayBufferLike[] {
  if (typeof value !== 'object' || value === null || found.has(value)) return [];
  found.add(value);
  if (ArrayBuffer.isView(value)) return [value.buffer];
  return Object.values(value).flatMap((inner) => buffersIn(inner, found));
}
