/** What the compiler holds against a protocol: every `@ts-expect-error` here is a mistake that must not compile. */

import { expect, expectTypeOf, test } from 'vitest';
import { contribute, secureAggregation, type Session } from '../../../actors/blocks/index.ts';
import { client as fastlloydClient } from '../../../actors/fastlloyd/client.ts';
import { server as fastlloydServer } from '../../../actors/fastlloyd/server.ts';
import { client as feddpClient } from '../../../actors/feddp/client.ts';
import { server as feddpServer } from '../../../actors/feddp/server.ts';
import { client as kfedClient } from '../../../actors/kfed/client.ts';
import { server as kfedServer } from '../../../actors/kfed/server.ts';
import { client as lloydClient } from '../../../actors/lloyd/client.ts';
import { server as lloydServer } from '../../../actors/lloyd/server.ts';
import { client as mufcClient } from '../../../actors/mufc/client.ts';
import { server as mufcServer } from '../../../actors/mufc/server.ts';
import { client as secfcClient } from '../../../actors/secfc/client.ts';
import { server as secfcServer } from '../../../actors/secfc/server.ts';
import type { Requirements, Requiring, Yields } from '../../../src/core/engine/actors/effects.ts';
import * as c from '../../../src/core/kit/index.ts';
import { duration, z } from '../../../src/core/kit/settings.ts';

const Word = c.message('word', { round: c.integer });
const Stray = c.message('stray', { round: c.integer });
const add = c.defineTask('types/add', { operations: () => 1, run: (value: number) => value + 1 });
const stray = c.defineTask('types/stray', { operations: () => 1, run: (value: number) => value });
const body = { round: 1 };

const parameters = z.strictObject({ clusters: z.int(), rounds: z.int(), timeout: duration() });
type Settings = z.output<typeof parameters>;
type Agreed = Settings & c.Population;
const agree = (settings: Settings, population: c.Population): Agreed => ({ ...settings, ...population });

const declared = { name: 'types', summary: 'a test', messages: [Word], tasks: [add] };
const base = { ...declared, parameters, agree, reports: 'server' } as const;
const claim = { says: 'nothing is learnt', attacks: [] };
const privacy = { attacks: [], statement: () => '' };
const client = c.role({ parties: 'many', *play() {} });

/** The roles of a protocol with two helpers and a server that plays this. */
const roles = <Y extends Yields<Requirements<unknown, unknown, unknown, unknown>>>(
  play: (self: c.Self) => Generator<Y, void, unknown>,
) => ({
  server: c.role({ parties: 'one', play }),
  helper: c.role({ parties: 2, *play() {} }),
  client,
});

/** What a role requires of its protocol. */
type RequiredBy<F> = F extends (...given: never[]) => Generator<infer Y, unknown, unknown>
  ? Y extends Requiring<infer N>
    ? N
    : never
  : never;
/** The parts of it that the compiler does not know. */
type Hidden<N> = N extends unknown ? ('unchecked' extends keyof N ? N : never) : never;

// None of this runs: the compiler is asked.
function refused(session: Session, vector: Uint32Array): void {
  function* toNobody() {
    yield* c.send('sever', Word, body);
  }
  // @ts-expect-error a party that it does not have
  c.protocol({ ...base, roles: roles(toNobody) });

  function* toOneOfNobody() {
    yield* c.sendEach(['client-1', 'clint-2'], Word, () => body);
  }
  // @ts-expect-error one of several parties that it does not have
  c.protocol({ ...base, roles: roles(toOneOfNobody) });

  function* fromNobody() {
    yield* c.receive(Word, { from: 'sever', timeoutNs: 1 });
  }
  // @ts-expect-error a sender that it does not have
  c.protocol({ ...base, roles: roles(fromNobody) });

  function* manyFromNobody() {
    yield* c.collect(Word, { count: 2, from: ['helper-1', 'helfer-2'] });
  }
  // @ts-expect-error one of several senders that it does not have
  c.protocol({ ...base, roles: roles(manyFromNobody) });

  function* sends() {
    yield* c.send('server', Stray, body);
  }
  // @ts-expect-error a message that it does not declare
  c.protocol({ ...base, roles: roles(sends) });

  function* waits() {
    yield* c.receive([Word, Stray], {});
  }
  // @ts-expect-error a message that it does not declare, and so never comes
  c.protocol({ ...base, roles: roles(waits) });

  function* computes() {
    yield* c.compute(stray, 1);
  }
  // @ts-expect-error a task that it does not declare
  c.protocol({ ...base, roles: roles(computes) });

  function* contributes(self: c.Self) {
    yield* contribute(self, session, vector);
  }
  // @ts-expect-error a sub-protocol that it does not use
  c.protocol({ ...base, roles: roles(contributes) });

  function* inAttempts() {
    yield* c.attempt(c.step(toNobody()));
  }
  // @ts-expect-error the same, where it is attempted
  c.protocol({ ...base, roles: roles(inAttempts) });

  function* written(): c.Behaviour {
    yield* c.send('sever', Stray, body);
  }
  function* besideOneWritten() {
    yield* written();
    yield* toNobody();
  }
  // @ts-expect-error the same, beside a behaviour whose type is written down
  c.protocol({ ...base, roles: roles(besideOneWritten) });

  const right = roles(function* () {});
  // @ts-expect-error a reporting party that it does not have
  c.protocol({ ...base, roles: right, reports: 'sever' });

  const unnamed = () => [{ ...claim, coalition: { sever: 1 } }];
  // @ts-expect-error a claim about a role that it does not have
  c.protocol({ ...base, roles: right, privacy: { ...privacy, claims: unnamed } });

  const claims = () => [
    { ...claim, coalition: { server: 1 } },
    { ...claim, coalition: { client: 2, helfer: 1 } },
  ];
  // @ts-expect-error the same, beside roles that it has
  c.protocol({ ...base, roles: right, privacy: { ...privacy, claims } });

  const short = z.strictObject({ clusters: z.int(), timeout: duration() });
  // @ts-expect-error settings without one that the parties agree on
  c.protocol({ ...base, roles: right, parameters: short });

  const other = z.strictObject({ clusters: z.int(), rounds: z.string(), timeout: duration() });
  // @ts-expect-error a setting of another type
  c.protocol({ ...base, roles: right, parameters: other });

  function* keeps(self: c.Self<{ readonly sum: number }>) {
    yield* c.save({ sum: `${self.saved?.sum}` });
  }
  // @ts-expect-error something else is saved than is read
  c.role({ parties: 'one', play: keeps });
}

function accepted(session: Session, vector: Uint32Array, names: readonly string[]): void {
  function* plays(self: c.Self) {
    yield* c.send('server', Word, body);
    yield* c.sendEach(['client-1', 'helper-2'], Word, () => body);
    yield* c.send(names, Word, body);
    yield* c.collect(Word, { count: 2, from: 'client-7' });
    yield* c.compute(add, 1);
    yield* c.attempt(contribute(self, session, vector));
  }
  c.protocol({ ...base, roles: roles(plays), uses: [secureAggregation] });
  const around = c.subprotocol({
    name: 'a',
    summary: '',
    messages: [],
    tasks: [],
    uses: [secureAggregation],
  });
  c.protocol({ ...base, roles: roles(plays), uses: [around] });

  function* written(): c.Behaviour {
    yield* c.send('server', Word, body);
  }
  c.protocol({ ...base, roles: roles(written) });

  function* keeps(self: c.Self<{ readonly sum: number }>) {
    yield* c.save({ sum: (self.saved?.sum ?? 0) + 1 });
  }
  c.role({ parties: 'one', play: keeps });

  const claims = (agreed: Agreed) => [
    { ...claim, coalition: { server: 1 } },
    { ...claim, coalition: { client: agreed.clusters, helper: 2 } },
  ];
  const right = roles(function* () {});
  c.protocol({ ...base, roles: right, privacy: { ...privacy, claims } });
  const role: string = names[0];
  const known = () => [{ ...claim, coalition: { [role]: 1 } }];
  c.protocol({ ...base, roles: right, privacy: { ...privacy, claims: known } });
}

test('what a protocol lacks does not compile', () => {
  expect([refused, accepted]).toHaveLength(2);
});

test('settings are those of the schema, and what was saved is of the type that a role gives', () => {
  const own = c.protocol({
    ...declared,
    parameters,
    reports: 'server',
    roles: roles(function* () {}),
    agree(settings, population) {
      expectTypeOf(settings).toEqualTypeOf<Settings>();
      return { rounds: settings.rounds, points: population.points };
    },
    check(settings) {
      expectTypeOf(settings.timeout).toBeNumber();
      return [];
    },
    byRow(agreed) {
      expectTypeOf(agreed).toEqualTypeOf<{ rounds: number; points: number }>();
      return false;
    },
  });
  expectTypeOf(own).toEqualTypeOf<c.Protocol<Settings, { rounds: number; points: number }>>();
  expectTypeOf<c.Self<number>['saved']>().toEqualTypeOf<number | undefined>();
  expect(own.holders).toBe('client');
});

test('the compiler knows all that our own protocols require', () => {
  expectTypeOf<Hidden<RequiredBy<typeof fastlloydClient>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<typeof fastlloydServer>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<typeof feddpClient>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<typeof feddpServer>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<typeof kfedClient>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<typeof kfedServer>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<typeof lloydClient>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<typeof lloydServer>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<typeof mufcClient>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<typeof mufcServer>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<typeof secfcClient>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<typeof secfcServer>>>().toBeNever();
  expectTypeOf<Hidden<RequiredBy<() => c.Behaviour>>>().not.toBeNever();
  expectTypeOf<RequiredBy<typeof kfedClient>>().not.toBeNever();
});
