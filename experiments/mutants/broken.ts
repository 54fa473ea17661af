/** Ways to break a protocol from outside: its parties run unchanged, and the effects that they request are altered. */

import { deviation } from 'd3-array';
import { zeros } from '../../src/core/base/matrix.ts';
import type { Matrix } from '../../src/core/base/matrix.ts';
import { squaredDistance } from '../../src/core/math/cluster/squared-distance.ts';
import type { Random } from '../../src/core/base/random.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import type { AnyRole, GivenShard } from '../../src/core/protocol/role.ts';
import type { Task } from '../../src/core/engine/compute/task.ts';
import type { Self } from '../../src/core/engine/actors/actor.ts';
import type { Behaviour, Yields } from '../../src/core/engine/actors/effects.ts';

/**
 * The effects that replace an effect; the result of the last one is passed on.
 * @param last the result of the effect before
 */
export type Change = (effect: Yields, self: Self, shard: Matrix, last: unknown) => readonly Yields[];

/**
 * The protocol with parties of one role whose effects all go through a change.
 * @param role by default that of the clients
 */
export function changed(
  protocol: AnyProtocol,
  change: Change,
  selfOf = (self: Self): Self => self,
  role = protocol.holders,
): AnyProtocol {
  const own = protocol.roles[role];
  function* play(given: Self, rest: GivenShard<unknown>): Behaviour {
    const self = selfOf(given);
    const behaviour = (own.play as (self: Self, given: GivenShard<unknown>) => Behaviour)(self, rest);
    let result: unknown;
    for (;;) {
      // A protocol takes the messages out of the list that it is passed.
      const last: unknown = Array.isArray(result) ? [...result] : result;
      const step = behaviour.next(result);
      if (step.done === true) return;
      result = undefined;
      for (const effect of change(step.value, self, rest.shard, last)) result = yield effect;
    }
  }
  return { ...protocol, roles: { ...protocol.roles, [role]: { ...own, play } as AnyRole } };
}

/** The protocol with other random streams for the parties of a role. */
export function drawing(protocol: AnyProtocol, randomOf: (self: Self) => Random, role?: string): AnyProtocol {
  const selfOf = (self: Self): Self => ({ ...self, saved: self.saved, random: randomOf(self) });
  return changed(protocol, (effect) => [effect], selfOf, role);
}

/** The protocol whose parties compute something else instead of a task, in the thread of the actors. */
export function computing<I, O>(
  protocol: AnyProtocol,
  task: Task<I, O>,
  run: (input: I, self: Self) => O,
): AnyProtocol {
  /** Whose computation an input is of: tasks are not told. */
  const selves = new WeakMap<object, Self>();
  // Beside the task that it replaces, as the simulator of a claim may compute that.
  const other = {
    ...task,
    name: `${task.name}-mutant`,
    run: (input: I): O => run(input, selves.get(input as object) as Self),
  } as unknown as Extract<Yields, { kind: 'compute' }>['task'];
  const replaced: Change = (effect, self) => {
    if (effect.kind !== 'compute' || effect.task.name !== task.name) return [effect];
    selves.set(effect.input as object, self);
    return [{ ...effect, task: other }];
  };
  let all: AnyProtocol = { ...protocol, tasks: [...protocol.tasks, other] };
  for (const role of Object.keys(protocol.roles)) all = changed(all, replaced, undefined, role);
  return all;
}

/** What a secret stream of this name gives instead; undefined: what it always gives. */
export type Replacement = (
  name: readonly string[],
  scope: readonly string[],
  draw: (...name: string[]) => Uint8Array,
) => Uint8Array | undefined;

/** Random streams some of whose secret keys are others. */
export function replacing(random: Random, replacement: Replacement, scope: readonly string[] = []): Random {
  return new Proxy(random, {
    get(target, key) {
      if (key === 'scope')
        return (...prefix: string[]): Random =>
          replacing(target.scope(...prefix), replacement, [...scope, ...prefix]);
      if (key === 'secretKey')
        return (...name: string[]): Uint8Array =>
          replacement(name, scope, (...other) => target.again().secretKey(...other)) ??
          target.secretKey(...name);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value as (...all: unknown[]) => unknown).bind(target) : value;
    },
  });
}

/** Random streams that give the same secret keys in all scopes of this name: those that are asked for first. */
export function withoutScope(random: Random, part: string, only?: string): Random {
  const kept = new Map<string, Uint8Array>();
  return replacing(random, (name, scope, draw) => {
    const full = name.join(' ');
    if (scope[0] !== part || (only !== undefined && full !== only)) return undefined;
    const known = kept.get(full) ?? draw(...name);
    kept.set(full, known);
    return known;
  });
}

/** Whether the first coordinate of a client's first point is positive: the secret that is leaked. */
export function secretOf(shard: Matrix): boolean {
  return (shard.rows === 0 ? zeros(1, shard.columns) : shard).values[0] > 0;
}

/** Whether a client's first point is nearer to its second than to its third. */
export function isNearer(shard: Matrix): boolean {
  return shard.rows > 2 && squaredDistance(shard, 0, shard, 1) < squaredDistance(shard, 0, shard, 2);
}

/** The standard deviation of the first coordinate of a client's points. */
export function spreadOf({ rows, columns, values }: Matrix): number {
  const own = Array.from({ length: rows }, (_, i) => values[i * columns]);
  return deviation(own) ?? 0;
}
