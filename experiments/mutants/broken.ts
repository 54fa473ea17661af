/** Ways to break a protocol from outside: its parties run unchanged, and the effects that they request are altered. */

import { deviation } from 'd3-array';
import { zeros } from '../../src/core/base/matrix.ts';
import type { Matrix } from '../../src/core/base/matrix.ts';
import { squaredDistance } from '../../src/core/math/cluster/squared-distance.ts';
import type { Random } from '../../src/core/base/random.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { type GivenShard, role } from '../../src/core/protocol/role.ts';
import type { Self } from '../../src/core/engine/actors/actor.ts';
import type { Behaviour, Effect } from '../../src/core/engine/actors/effects.ts';

/** The effects that replace an effect; the result of the last one is passed on. */
export type Change = (effect: Effect, self: Self, shard: Matrix) => readonly Effect[];

/** The protocol with clients whose effects all go through a change. */
export function changed(
  protocol: AnyProtocol,
  change: Change,
  selfOf = (self: Self): Self => self,
): AnyProtocol {
  const { holders, roles } = protocol;
  const own = roles[holders];
  function* play(given: Self, { shard, ...rest }: GivenShard<unknown>): Behaviour {
    const self = selfOf(given);
    const behaviour = (own.play as (self: Self, given: GivenShard<unknown>) => Behaviour)(self, {
      shard,
      ...rest,
    });
    let result: unknown;
    for (;;) {
      const step = behaviour.next(result);
      if (step.done === true) return;
      result = undefined;
      for (const effect of change(step.value, self, shard)) result = yield effect;
    }
  }
  return { ...protocol, roles: { ...roles, [holders]: role({ parties: 'many', play }) } };
}

/** The protocol in which clients compute something else instead of this task, in the thread of the actors. */
export function computing(
  protocol: AnyProtocol,
  name: string,
  run: (input: never, self: Self) => unknown,
): AnyProtocol {
  /** Whose computation an input is of: tasks are not told. */
  const selves = new WeakMap<object, Self>();
  const tasks = protocol.tasks.map((task) =>
    task.name === name
      ? { ...task, run: (input: object) => run(input as never, selves.get(input) as Self) }
      : task,
  );
  const other = tasks.find((task) => task.name === name);
  return changed({ ...protocol, tasks }, (effect, self) => {
    if (effect.kind !== 'compute' || effect.task.name !== name) return [effect];
    selves.set(effect.input as object, self);
    return [{ ...effect, task: other as typeof effect.task }];
  });
}

/** Random streams whose names lack a part, so that what should be drawn separately for each of its values is drawn only once. */
export function withoutScope(random: Random, part: string, kept = new Map<string, Uint8Array>()): Random {
  const once = (scope: Random, prefix: string): Random =>
    new Proxy(scope, {
      get(target, key) {
        if (key !== 'secretKey') {
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === 'function' ? (value as (...all: unknown[]) => unknown).bind(target) : value;
        }
        return (...name: string[]): Uint8Array => {
          const full = [prefix, ...name].join(' ');
          let found = kept.get(full);
          if (found === undefined) kept.set(full, (found = target.secretKey(...name)));
          return found;
        };
      },
    });
  return new Proxy(random, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== 'scope') {
        return typeof value === 'function' ? (value as (...all: unknown[]) => unknown).bind(target) : value;
      }
      return (...prefix: string[]): Random => {
        const scope = target.scope(...prefix);
        return prefix[0] === part ? once(scope, part) : scope;
      };
    },
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
