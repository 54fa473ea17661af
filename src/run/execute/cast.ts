/** Casts a scenario's parties: what exists before the first message, and which party is given which part of it. */

import { defined } from '../../core/base/defined.ts';
import { deepFreeze } from '../../core/base/freeze.ts';
import { type Matrix, selectRows } from '../../core/base/matrix.ts';
import { Random } from '../../core/base/random.ts';
import type { Labels } from '../../core/base/labels.ts';
import { meantBy } from '../../core/protocol/parties.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { AnyRole, GivenShard } from '../../core/protocol/role.ts';
import { startLabels, startsOf } from '../../core/protocol/start.ts';
import type { Scenario } from '../scenario/load.ts';
import type { Role as ActorRole, Self } from '../../core/engine/actors/actor.ts';
import { surrounded } from '../middleware/around.ts';
import type { Behaviour } from '../../core/engine/actors/effects.ts';

/** Inputs fixed before the run: public parameters and each party's private input. */
export interface Inputs {
  /** What all parties agree on; frozen. */
  readonly agreed: unknown;
  /** All points, one per row: in order of the clients, or in that of the data if it is unknown who holds which. */
  readonly points: Matrix;
  /** For each point, its row in the data. */
  readonly rows: Uint32Array;
  /** For the parties that start the clustering; several starts are concatenated; empty if the protocol finds its own. */
  readonly start: Labels;
}

/** What all parties agree on; frozen. */
export function agreedOf({ parameters, population }: Scenario, protocol: AnyProtocol): unknown {
  return deepFreeze(protocol.agree(parameters, population), 'what parties agree on');
}

/**
 * What the parties of a scenario start from: what they agree on, all points in the protocol's order, and the labels to start
 * with.
 */
export function inputsOf(scenario: Scenario, protocol: AnyProtocol): Inputs {
  const { shards, data } = scenario;
  const agreed = agreedOf(scenario, protocol);
  const inOrder = protocol.byRow?.(agreed) === true;
  const rows = inOrder ? Uint32Array.from(Array(data.points.rows).keys()) : joined(shards);
  const byData = startOf(scenario);
  const starts = byData === undefined ? [] : startsOf(byData, rows.length);
  const start = new Uint16Array(starts.length * rows.length);
  for (const [i, one] of starts.entries())
    rows.forEach((row, at) => (start[i * rows.length + at] = one[row]));
  let points: Matrix | undefined;
  return {
    agreed,
    // Most runs ask for them at their end, if at all.
    get points() {
      return (points ??= selectRows(data.points, rows));
    },
    rows,
    start,
  };
}

function joined(shards: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(shards.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const shard of shards) {
    all.set(shard, at);
    at += shard.length;
  }
  return all;
}

/** The initial cluster of every row of the data; undefined if the protocol finds its own start. */
function startOf({ start: given, parameters, data, seed }: Scenario): Labels | undefined {
  const { start: rule, clusters } = parameters;
  if (given !== undefined || rule === undefined || (typeof rule === 'object' && !('subsets' in rule)))
    return given;
  return startLabels(rule, data.points, clusters, new Random(seed).stream('start'));
}

/** The random streams of a scenario's actors: each has its own, under its name. */
export function actorStreams({ seed }: Scenario): Random {
  return new Random(seed).scope('actors');
}

/** What a party is given besides what all agree on: its own points, or the start if it is one of the parties that start. */
export type Private =
  | { readonly shard: Matrix; readonly identifiers: Uint32Array }
  | { readonly start: Labels }
  | object;

/**
 * What only one party knows: a client its points, a server that starts the labels to start with. All of it is in memory of its own.
 * @param index of the party in its role
 */
export function privateOf(
  scenario: Scenario,
  { parties, starts }: AnyRole,
  index: number,
  inputs: Inputs,
): Private {
  if (parties !== 'many') return starts === true ? { start: inputs.start.slice() } : {};
  const { data, shards } = scenario;
  return { shard: selectRows(data.points, shards[index]), identifiers: shards[index].slice() };
}

/**
 * What a client is given. Its points, and which rows they are, are copied whenever it asks, so that a client that waits long need not
 * keep them.
 */
class Holding implements GivenShard<unknown> {
  readonly agreed: unknown;
  declare readonly shard: Matrix;
  declare readonly identifiers: Uint32Array;
  readonly #points: Matrix;
  readonly #rows: Uint32Array;

  /** @param points all points; @param rows which of them are the client's */
  constructor(agreed: unknown, points: Matrix, rows: Uint32Array) {
    this.agreed = agreed;
    this.#points = points;
    this.#rows = rows;
    Object.defineProperties(this, Holding.#copying);
  }

  /** Getters for all, and properties of each, so that a copy (`{ ...given }`) has them too. */
  static readonly #copying: PropertyDescriptorMap & ThisType<Holding> = {
    shard: {
      enumerable: true,
      get() {
        // In memory of its own: a part of all points would lead to those of others.
        return selectRows(this.#points, this.#rows);
      },
    },
    identifiers: {
      enumerable: true,
      get() {
        return this.#rows.slice();
      },
    },
  };
}

/** Who plays otherwise than the scenario says, for experiments with the same parties. */
export interface Recast {
  /** What a party does instead of its role; undefined: its role. */
  behaviour?(self: Self): Behaviour | undefined;
  /** What its random streams belong to instead of the scenario's seed; undefined: that. Its name is added. */
  random?(name: string): Random | undefined;
  /** What is around the steps of every party, such as a switch of the laboratory. */
  steps?(behaviour: Behaviour): Behaviour;
}

/** The parties. Each is given the public parameters and its own input, and nothing else. */
export function castOf(
  scenario: Scenario,
  protocol: AnyProtocol,
  inputs: Inputs,
  recast: Recast = {},
): ActorRole[] {
  const { parties, rates, adversary } = scenario;
  const deviation = protocol.privacy?.adversaries?.find(({ name }) => name === adversary?.name);
  const deviate = new Set(adversary?.members.flatMap((name) => meantBy(name, parties) ?? []));
  return parties.roles.map(({ role, count, holds, reports }): ActorRole => {
    const played = (name: string): AnyRole =>
      (deviate.has(name) ? deviation?.roles[role] : undefined) ?? protocol.roles[role];
    const retransmitAfterNs = protocol.roles[role].retransmitAfterNs?.(inputs.agreed);
    return defined({
      role,
      count,
      holds,
      reports,
      starts: true,
      retransmitAfterNs,
      rate: (index: number) => rates[role][index],
      behaviour(self: Self) {
        const own = recast.behaviour?.(self) ?? play(played(self.name), self, scenario, inputs);
        return surrounded(
          recast.steps?.(own) ?? own,
          scenario.layers.flatMap((layer) => layer.around?.(self) ?? []),
        );
      },
    });
  });
}

function play(role: AnyRole, self: Self, scenario: Scenario, inputs: Inputs): Behaviour {
  const { index } = self;
  const given =
    role.parties === 'many'
      ? new Holding(inputs.agreed, scenario.data.points, scenario.shards[index])
      : { agreed: inputs.agreed, ...privateOf(scenario, role, index, inputs) };
  return role.play(self, given as never);
}
