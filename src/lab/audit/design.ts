/** What every audit starts from: a scenario, what all know of it, and how often and how surely it is to be tested. */

import { type NoisePart, withNoise } from '../../core/math/dp/less-noise.ts';
import type { Random } from '../../core/base/random.ts';
import { selectRows } from '../../core/base/matrix.ts';
import type { AnyAudit, Observed, Setup, World } from '../../core/protocol/audit.ts';
import { partiesFrom } from '../../core/protocol/parties.ts';
import type { CommonParameters } from '../../core/protocol/common-parameters.ts';
import type { Population } from '../../core/protocol/population.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { agreedOf } from '../../run/execute/cast.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Observe } from '../games/experiment.ts';

export interface Design {
  readonly scenario: Scenario;
  readonly protocol: AnyProtocol;
  /** What parties agree on in the scenario's own world. */
  readonly agreed: unknown;
  /** The parts of a run that the audit may change. */
  readonly setup: Setup<never>;
  /** Of this audit alone. */
  readonly random: Random;
  /** Runs, or pairs of runs. */
  readonly runs: number;
  /** That a true claim is not refuted. */
  readonly confidence: number;
  /** Per run; absent: the audit's own number. */
  readonly canaries?: number | undefined;
  /** The part of all noise that a twin has; absent: it is the protocol itself. */
  readonly noise?: NoisePart | undefined;
}

/** Scores a view. What the auditor knows of noise and computes again is as much as was drawn. */
export function scoring<T>({ noise }: Design, score: () => T): T {
  return withNoise(noise, score);
}

/** What an audit may know of a scenario and change: settings, points, who holds which. */
export function setupOf({ parameters, data, shards, population }: Scenario): Setup<never> {
  // What a protocol's settings are, only its own audits know.
  return { parameters: parameters as never, points: data.points, shards, population };
}

/** Runs a world of an audit with this seed, and observes it as the parties whose view the audit needs. */
export function observeWorld(
  observe: Observe,
  audit: AnyAudit,
  { scenario, protocol }: Design,
  world: World<never>,
  seed: number,
): Promise<Observed> {
  const changed = withWorld(scenario, world, seed);
  return observe(changed, audit.watches?.(agreedOf(changed, protocol)) ?? []);
}

function withWorld(whole: Scenario, world: World<CommonParameters>, seed: number): Scenario {
  const scenario = world.clients === undefined ? whole : withClients(whole, world.clients);
  const { points = scenario.data.points, shards = scenario.shards, parameters = scenario.parameters } = world;
  const kept = [...new Set(shards.flatMap((shard) => [...shard]))].toSorted((a, b) => a - b);
  const place = new Map(kept.map((row, at) => [row, at]));
  const population: Population = {
    ...scenario.population,
    sizes: shards.map((shard) => shard.length),
    points: kept.length,
    ...world.population,
  };
  // The true classes are of no concern here.
  return {
    ...scenario,
    seed,
    parameters,
    data: { points: selectRows(points, kept), skipped: 0 },
    shards: shards.map((shard) => shard.map((row) => place.get(row) ?? 0)),
    population,
  };
}

/** A scenario with only the first of its clients; faults and shared links, which may name others, are left out. */
function withClients(scenario: Scenario, count: number): Scenario {
  const { parties, population, shards, network } = scenario;
  const roles = parties.roles.map((role) => (role.holds === true ? { ...role, count } : role));
  const { shared: _, ...links } = network;
  return {
    ...scenario,
    parties: partiesFrom(roles),
    population: { ...population, clients: population.clients.slice(0, count) },
    shards: shards.slice(0, count),
    network: links,
    faults: [],
  };
}
