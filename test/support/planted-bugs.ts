/**
 * Protocols with a mistake in them that somebody could make: swarms must find each, and shrink it to at most three faults. A mistake is
 * a twist of one role's effects: the rest is the protocol as it is.
 */

import { Sealed, sealedCopy } from '../../src/core/engine/compute/sealed.ts';
import { lloyd, secfc } from '../../bin/standard.ts';
import { firstShares, reconstruct } from '../../actors/blocks/secagg/shares.ts';
import { maskedStatement, type UnmaskInput } from '../../actors/blocks/secagg/masks.ts';
import { tagOf } from '../../actors/blocks/secagg/primitives.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import type { AnyRole } from '../../src/core/protocol/role.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';
import type { ClusterLabels } from '../../src/core/engine/wire/message.ts';
import type { Self } from '../../src/core/engine/actors/actor.ts';
import type { Behaviour, Effect, Received, Yields } from '../../src/core/engine/actors/effects.ts';
import { careless } from './careless-protocol.ts';
import { oneSum } from './one-sum.ts';
import { playing } from '../../src/testing/playing.ts';
import { CAREFUL } from './swarm-scenario.ts';

export interface PlantedBug {
  readonly name: string;
  readonly protocol: AnyProtocol;
  readonly scenario: string;
  /** Whether it shows only where faults stop, and those who are left must finish. */
  readonly heals: boolean;
}

/** What is done in place of an effect; undefined: the effect itself. */
type Twist = (effect: Yields) => Behaviour<unknown> | undefined;

function* twisted(behaviour: Behaviour, twist: Twist): Behaviour {
  let result: unknown;
  for (;;) {
    const { value: effect, done } = behaviour.next(result);
    if (done === true) return;
    const other = twist(effect);
    result = other === undefined ? yield effect : yield* other;
  }
}

/** @param twist made anew for every life of an actor */
function twisting(protocol: AnyProtocol, role: string, twist: (self: Self) => Twist): AnyProtocol {
  return playing(protocol, role, (own) => (self, given) => twisted(own(self, given as never), twist(self)));
}

const isTask = (effect: Yields, name: string): effect is Extract<Effect, { kind: 'compute' }> =>
  effect.kind === 'compute' && effect.task.name === name;

const isWait = (effect: Yields, name: string): effect is Extract<Effect, { kind: 'wait' }> =>
  effect.kind === 'wait' && effect.types.some((type) => type.name === name);

const isSend = (effect: Yields, name: string): effect is Extract<Effect, { kind: 'send' }> =>
  effect.kind === 'send' && effect.type.name === name;

/** The result of an effect, whatever the effect was. */
// oxlint-disable-next-line require-yield -- there is nothing to do
function* giving(result: unknown): Behaviour<unknown> {
  return result;
}

function* doing(...effects: readonly Effect[]): Behaviour<unknown> {
  let result: unknown;
  for (const effect of effects) result = yield effect;
  return result;
}

/** The server unmasks whatever came: tags are made to fit. */
const noTagCheck = twisting(oneSum, 'server', () => (effect) => {
  if (!isTask(effect, 'secagg/unmask')) return undefined;
  const input = effect.input as UnmaskInput;
  const survivors = input.survivors.map((one) => {
    const seed = reconstruct(firstShares(one.seedShares, input.threshold)) ?? new Uint8Array(32);
    return { ...one, tag: tagOf(seed, maskedStatement(one.values, one.neighbours)) };
  });
  return doing({ ...effect, input: { ...input, survivors } });
});

/** The server announces other survivors where some of them do not answer. */
const newSurvivors = twisting(oneSum, 'server', () => {
  let announced: Extract<Effect, { kind: 'send' }> | undefined;
  return (effect) => {
    if (isSend(effect, 'survivors')) announced = effect;
    return isWait(effect, 'unmasking') ? askOthers(effect, announced) : undefined;
  };
});

function* askOthers(
  wait: Extract<Effect, { kind: 'wait' }>,
  announced: Extract<Effect, { kind: 'send' }> | undefined,
): Behaviour<unknown> {
  const came = (yield wait) as Received[];
  if (announced === undefined || came.length === wait.count) return came;
  const { aggregation, parties } = announced.body as { aggregation: number; parties: Uint32Array };
  const answered = new Set(came.map(({ from }) => from));
  const left = parties.filter((party) => answered.has(`client-${party + 1}`));
  yield { ...announced, to: [...answered], body: { aggregation, parties: left } };
  return came;
}

/** Of a round that is over, answers are taken for the next. */
const lateAnswers = twisting(secfc, 'server', () => (effect) => {
  if (!isWait(effect, 'distances')) return undefined;
  const { accept, ...filter } = effect.filter;
  const lenient = (mail: Received): true | string => {
    const verdict = accept?.(mail) ?? true;
    return verdict === 'late' || verdict;
  };
  return doing({ ...effect, filter: { ...filter, accept: lenient } });
});

/** Whoever comes back deals afresh. */
const secondDealing = playing(secfc, 'client', (own) => (self, given) => {
  const { saved, ...anew } = self;
  return own(
    saved === undefined ? self : { ...anew, random: self.random.again('anew', self.name) },
    given as never,
  );
});

/** One Byzantine party fewer than agreed on is provided for. */
const boundOffByOne = playing(secfc, 'server', (own) => (self, given: { agreed: { byzantine: number } }) => {
  const { agreed } = given;
  return own(self, { ...given, agreed: { ...agreed, byzantine: agreed.byzantine - 1 } } as never);
});

/** Wrong answers are not looked for. */
const noErrors = twisting(
  secfc,
  'server',
  () => (effect) => (isTask(effect, 'secfc/find-errors') ? giving([]) : undefined),
);

/** Whose points are missing is made up for by those of another, counted twice. */
const countedTwice = twisting(
  lloyd,
  'server',
  () => (effect) => (isWait(effect, 'points') ? fillUp(effect) : undefined),
);

function* fillUp(wait: Extract<Effect, { kind: 'wait' }>): Behaviour<unknown> {
  const came = (yield wait) as Received[];
  const [first] = came;
  const missing = (wait.filter.from as readonly string[]).filter((name) =>
    came.every(({ from }) => from !== name),
  );
  return first === undefined ? came : [...came, ...missing.map((from) => ({ ...first, from }))];
}

/** It waits until everybody is ready, however long that is. */
const waitsForEver = twisting(secfc, 'server', () => (effect) => {
  if (!isWait(effect, 'ready')) return undefined;
  const { timeoutNs: _never, ...filter } = effect.filter;
  return doing({ ...effect, count: (filter.from as readonly string[]).length, filter });
});

/** What was lost is not asked for again. */
const asksOnce = withRole(secfc, 'server', ({ retransmitAfterNs: _none, ...role }) => role as AnyRole);

function withRole(protocol: AnyProtocol, name: string, change: (role: AnyRole) => AnyRole): AnyProtocol {
  return { ...protocol, roles: { ...protocol.roles, [name]: change(protocol.roles[name] as AnyRole) } };
}

/** After a crash, a round asks for something else. */
const otherOrder = twisting(secfc, 'server', (self) => (effect) => {
  if (self.saved === undefined || !isSend(effect, 'assignment')) return undefined;
  const { labels } = effect.body as { labels: ClusterLabels };
  const reversed = { ...labels, values: labels.values.toReversed() };
  return doing({ ...effect, body: { ...effect.body, labels: reversed } });
});

/** Whoever is asked again after a crash answers with new randomness. */
const newRandomness = twisting(secfc, 'client', (self) => (effect) => {
  if (self.saved === undefined || !isSend(effect, 'distances')) return undefined;
  const { planes } = Sealed.contentOf((effect.body as { values: Sealed }).values);
  const [first] = planes[0];
  const drawn = self.random
    .again('anew', self.name)
    .stream('answer')
    .integer(2 ** 20);
  return doing({
    ...effect,
    body: { ...effect.body, values: sealedCopy([planes[0].with(0, first ^ drawn), ...planes.slice(1)]) },
  });
});

/** Whoever comes back draws from the stream of its noise for something else, and deals with it again. */
const reusedStream = playing(secfc, 'client', (own) => (self, given) => {
  if (self.saved === undefined) return own(self, given as never);
  self.random.secretKey('noise');
  const { saved: _forgotten, ...anew } = self;
  return own(anew, given as never);
});

const sums = CAREFUL.replace(
  /protocol:[^]*?network/,
  'protocol: { name: one-sum, clusters: 1, threshold: 4, timeout: 10s }\nnetwork',
);
const honest = sums.replace('swarm:', 'expect: { properties: [rightSum] }\nswarm:');
const falsified = honest.replace('{ faults: 8 }', '{ faults: 6, byzantine: 1, falsify: [masked] }');
const points = CAREFUL.replace(
  /protocol:[^]*?network/,
  'protocol: { name: lloyd, clusters: 3, timeout: 10s }\nnetwork',
).replace('points: 40', 'points: 45\n  sizes: equal');
const byzantine = CAREFUL.replace('privacy: 3', 'privacy: 2\n  byzantine: 1').replace(
  '{ faults: 8 }',
  '{ faults: 6, byzantine: 1, falsify: [distances] }',
);

function bug(name: string, protocol: AnyProtocol, scenario: string, heals = false): PlantedBug {
  const own = name.replaceAll(' ', '-');
  return {
    name,
    protocol: { ...protocol, name: own },
    scenario: scenario.replace(/name: (secfc|lloyd|one-sum)/, `name: ${own}`),
    heals,
  };
}

export const PLANTED: readonly PlantedBug[] = [
  bug('no check of answers', careless, CAREFUL),
  bug('late answers are counted', lateAnswers, CAREFUL),
  bug('no check of tags', noTagCheck, falsified),
  bug('survivors change on a retry', newSurvivors, honest),
  bug('a second dealing after a crash', secondDealing, CAREFUL),
  bug('a bound is off by one', boundOffByOne, byzantine),
  bug('wrong answers are not looked for', noErrors, byzantine),
  bug('points are counted twice', countedTwice, points),
  bug('a wait without an end', waitsForEver, CAREFUL),
  bug('what is lost is not asked for again', asksOnce, CAREFUL, true),
  bug('another order after a crash', otherOrder, CAREFUL),
  bug('new randomness in a repeated answer', newRandomness, CAREFUL),
  bug('a stream is used twice', reusedStream, CAREFUL),
];

export const planted = plugin(import.meta.url, {
  name: 'planted',
  protocols: PLANTED.map(({ protocol }) => protocol),
});
