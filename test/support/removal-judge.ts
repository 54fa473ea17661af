/**
 * Judges runs with removal requests under faults: nobody has labels of a clustering that is not the last, no request is lost
 * sight of, and nobody is blamed where nobody lies. It watches what clients compute, which no message shows.
 */

import { fileURLToPath } from 'node:url';
import { mufc, standard } from '../../bin/standard.ts';
import { seed } from '../../actors/mufc/tasks.ts';
import { NO_CLUSTER } from '../../src/core/base/labels.ts';
import { squaredDistance } from '../../src/core/math/cluster/squared-distance.ts';
import { selectRows } from '../../src/core/base/matrix.ts';
import type { Behaviour, LocalClustering, Matrix, Self } from '../../src/core/kit/index.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';
import { BrokenInvariant } from '../../src/run/execute/guards.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import type { SwarmRun } from '../../src/studies/swarm/swarm.ts';

/** Ways for requests to be served, as settings of scenarios/swarm/mufc.yaml. */
export const MODES: Readonly<Record<string, readonly string[]>> = {
  clear: [],
  'clear, every 2 ms': ['protocol.batch={every: 2ms}'],
  'clear, 3 points at most': ['protocol.batch={points: 3}'],
  'secret, 2 requests': ['protocol.change=secret', 'protocol.batch={requests: 2}'],
  everybody: ['protocol.change=everybody'],
  'everybody, blame': ['protocol.change=everybody', 'protocol.aggregation={threshold: 6, blame: 3}'],
  'in the clear': ['protocol.secrecy=none'],
};

/** Blobs so far apart that a label of another clustering is seen; requests of every kind. */
export const REQUESTS = [
  'data.deviation=1',
  'protocol.remove=[{points: random, requests: 3}, {points: [0, 1], client: client-3}, {clients: [client-2]}]',
];

export const SWARM = fileURLToPath(new URL('../../scenarios/swarm/mufc.yaml', import.meta.url));

/** The centres that a client drew last, and which of them each of its points then belonged to. */
interface Drawn {
  readonly points: Matrix;
  readonly labels: Uint16Array;
  readonly centres: Matrix;
}

type Play = typeof mufc.roles.client.play;

/** What every client holds in the end, by name; filled by the protocol that comes with it. */
export function watching(play: Play = mufc.roles.client.play) {
  const drawn = new Map<string, Drawn>();
  const finished = new Map<string, LocalClustering>();
  function* watched(self: Self, honest: Behaviour): Behaviour {
    let result: unknown;
    for (;;) {
      const { done, value: effect } = honest.next(result);
      if (done === true) return;
      // The memory is overwritten later.
      const points =
        effect.kind === 'compute' && effect.task.name === seed.name
          ? copyOf((effect.input as { points: Matrix }).points)
          : undefined;
      const labels = (effect.kind === 'finish' ? effect.result : undefined) as LocalClustering | undefined;
      if (labels?.labels !== undefined) finished.set(self.name, labels);
      result = yield effect;
      if (points === undefined) continue;
      const found = result as { readonly chosen: Uint32Array; readonly labels: Uint16Array };
      drawn.set(self.name, { points, labels: found.labels, centres: selectRows(points, found.chosen) });
    }
  }
  const client = {
    ...mufc.roles.client,
    play: (self: Self, given: never) => watched(self, play(self, given)),
  };
  const protocol = { ...mufc, name: 'watched', roles: { ...mufc.roles, client } } as typeof mufc;
  const plugins = [standard, plugin(import.meta.url, { name: 'watching', protocols: [protocol] })];
  return { drawn, finished, plugins };
}

function copyOf({ rows, columns, values }: Matrix): Matrix {
  return { rows, columns, values: values.slice(0, rows * columns) };
}

/** What is wrong with a run of a swarm of {@link SWARM}, played again; nothing where it is empty. */
export async function judge(
  { seed: runSeed, set }: Pick<SwarmRun, 'seed' | 'set'>,
  heals: boolean,
  play?: Play,
): Promise<string[]> {
  const { drawn, finished, plugins } = watching(play);
  const scenario = loadScenario(SWARM, { plugins, seed: runSeed, set: [...set, 'protocol.name=watched'] });
  let result;
  try {
    result = await run(scenario, { plugins, guard: true });
  } catch (error) {
    if (error instanceof BrokenInvariant) return [`broken: ${error.message}`];
    throw error;
  }
  const { outcome, findings, ending } = result;
  const wrong: string[] = [];
  if (ending === 'stalled') wrong.push('hung');
  if (findings.blamed !== undefined) wrong.push(`innocents blamed: ${findings.blamed.join(', ')}`);
  if (outcome?.kind !== 'clustered') {
    if (findings.aborted === undefined) wrong.push('no clustering, and no reason');
    if (heals) wrong.push(`unfinished: ${findings.aborted}`);
    return wrong;
  }
  const requests = outcome.requests ?? [];
  const asked = 5;
  if (requests.length !== asked) wrong.push(`${requests.length} of ${asked} requests on the books`);
  const unserved = requests.filter(({ state }) => state !== 'served');
  if (unserved.length > 0 && findings.caveat === undefined) wrong.push('open requests, and no word of it');
  const missing = new Set(findings.missing);
  for (const { request, clients, state } of unserved)
    if (heals && !clients.some((client) => missing.has(client)))
      wrong.push(`request ${request} is ${state} though nobody of it is gone`);
  scenario.population.clients.forEach((name, client) => {
    const labels = finished.get(name)?.labels;
    if (labels === undefined) return;
    const gone = labels.filter((label) => label === NO_CLUSTER).length;
    const served = requests.filter(({ state, clients }) => state === 'served' && clients.includes(name));
    const due = served.reduce((sum, one) => sum + (one.clients.length === 1 ? one.points : 0), 0);
    if (gone < due) wrong.push(`${name} has ${gone} points without a label, of ${due} that are served`);
    const own = drawn.get(name);
    if (own === undefined) return;
    const { points } = scenario.data;
    const rows = [...scenario.shards[client].entries()].filter(([at]) => labels[at] !== NO_CLUSTER);
    const stale = rows.filter(([at, row]) => labels[at] !== labelOf(own, points, row, outcome.centres!));
    if (stale.length > 0) wrong.push(`${stale.length} stale labels of ${rows.length} at ${name}`);
  });
  return wrong;
}

/** The cluster of a point: that of its local centre in the last clustering. */
function labelOf({ points, labels, centres: own }: Drawn, all: Matrix, row: number, centres: Matrix): number {
  const at = Array.from({ length: points.rows }, (_, i) => i).find(
    (i) => squaredDistance(points, i, all, row) === 0,
  );
  if (at === undefined) return NO_CLUSTER;
  const distances = Array.from({ length: centres.rows }, (_, h) =>
    squaredDistance(centres, h, own, labels[at]),
  );
  return distances.indexOf(Math.min(...distances));
}
