/** Runs a world of an audit, and records what the audit observes. */

import { assert } from '../../core/base/errors.ts';
import { selectRows } from '../../core/base/matrix.ts';
import { Recorder } from '../attack/recorder.ts';
import type { AnyAudit, Observed, Setup, World } from '../../core/protocol/audit.ts';
import type { CommonParameters } from '../../core/protocol/common-parameters.ts';
import type { Population } from '../../core/protocol/population.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { agreedOf } from '../../run/execute/cast.ts';
import { run, type RunOptions } from '../../run/execute/run.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import { Bus } from '../../core/engine/messages/bus.ts';

export type ObserveOptions = Pick<RunOptions, 'plugins' | 'executor' | 'signal'>;

/** Ctrl-C, which ends an audit at any point. */
export class Interrupted extends Error {}

/** What an audit may know of a scenario: settings, points, who holds which, and what is agreed on. */
export function setupOf({ parameters, data, shards, population }: Scenario): Setup {
  return { parameters, points: data.points, shards, population };
}

/**
 * The run of a world.
 * @throws Interrupted
 */
export async function observe(
  scenario: Scenario,
  protocol: AnyProtocol,
  audit: AnyAudit,
  world: World<CommonParameters>,
  seed: number,
  options: ObserveOptions,
): Promise<Observed> {
  const changed = withWorld(scenario, world, seed);
  const members = audit.watches?.(agreedOf(changed, protocol)) ?? [];
  const recorder = new Recorder(changed, protocol, members);
  const bus = new Bus();
  recorder.attach(bus);
  const { hash, outcome, labels, findings } = await run(changed, { ...options, bus });
  if (options.signal?.aborted === true) throw new Interrupted();
  assert(hash !== undefined, 'a run that was not interrupted has no hash');
  return {
    view: recorder.view(members),
    ...(outcome && { outcome }),
    ...(labels && { labels }),
    figures: findings.figures ?? [],
    hash,
  };
}

function withWorld(scenario: Scenario, world: World<CommonParameters>, seed: number): Scenario {
  const { points = scenario.data.points, shards = scenario.shards, parameters } = world;
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
    ...(parameters && { parameters }),
    data: { points: selectRows(points, kept), skipped: 0 },
    shards: shards.map((shard) => shard.map((row) => place.get(row) ?? 0)),
    population,
  };
}
