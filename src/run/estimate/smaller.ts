/** A scenario with fewer clients and points, which needs less of everything in much the same proportions. */

import { defined } from '../../core/base/defined.ts';
import { selectRows } from '../../core/base/matrix.ts';
import { partiesFrom } from '../../core/protocol/parties.ts';
import type { Scenario } from '../scenario/load.ts';

/**
 * The first clients of a scenario, each with some of its points. Faults and expectations, which may be about others,
 * and links that parties share are left out.
 * @param share of each client's points, at least one of them
 */
export function smaller(scenario: Scenario, clients: number, share: number): Scenario {
  const { parties, population, network, data, start } = scenario;
  const held = scenario.shards
    .slice(0, clients)
    .map((shard) => spread(shard, Math.max(1, Math.round(shard.length * share))));
  const rows = Uint32Array.from(held.flatMap((shard) => [...shard]));
  const roles = parties.roles.map((role) => (role.holds === true ? { ...role, count: clients } : role));
  const { shared: _, ...links } = network;
  let first = 0;
  return {
    ...scenario,
    parties: partiesFrom(roles),
    data: defined({
      points: selectRows(data.points, rows),
      truth: data.truth && rows.map((row) => data.truth?.[row] ?? 0),
      classes: data.classes,
      skipped: 0,
    }),
    shards: held.map(({ length }) => Uint32Array.from({ length }, () => first++)),
    ...(start && { start: Uint16Array.from(rows, (row) => start[row]) }),
    population: {
      ...population,
      clients: population.clients.slice(0, clients),
      sizes: held.map(({ length }) => length),
      points: rows.length,
    },
    network: links,
    faults: [],
    expect: {},
    collusion: [],
  };
}

/** So many rows at equal distances, as rows in a row may be alike. */
function spread(rows: Uint32Array, count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => rows[Math.floor((i * rows.length) / count)]);
}
