/** Runs scenarios and bare parties of the protocols, and keeps everything that happens to them. */

import { stringify } from 'yaml';
import type { Labels } from '../../src/core/base/labels.ts';
import { inlineExecutor } from '../../src/core/engine/compute/inline.ts';
import { coordinateRanges } from '../../src/run/data/range.ts';
import { type Matrix, fromRows, selectRows } from '../../src/core/base/matrix.ts';
import type { Clustered, Outcome } from '../../src/core/protocol/outcome.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import type { Population } from '../../src/core/protocol/population.ts';
import type { Roles } from '../../src/core/protocol/role.ts';
import { Random } from '../../src/core/base/random.ts';
import type { Role } from '../../src/core/engine/actors/actor.ts';
import { run, type RunOptions, type RunResult } from '../../src/run/execute/run.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import { Directory } from '../../src/core/engine/messages/directory.ts';
import type { NetworkSpec } from '../../src/core/engine/network/network.ts';
import type { Packet, Rule } from '../../src/core/engine/network/rule.ts';
import type { SimulationResult } from '../../src/core/engine/simulation/options.ts';
import { simulate } from '../../src/core/engine/simulation/simulation.ts';
import { decode } from '../../src/core/engine/wire/bytes.ts';
import { History } from '../../src/testing/history.ts';
import { temporaryFiles } from './temporary-files.ts';
import { plugins } from './plugins.ts';
import { RELIABLE } from '../../src/core/engine/network/transport-kind.ts';

export { History, plugins };
export { bodyOf, tampering } from '../../src/testing/messages.ts';

/** A coordinate, or its decimal text. */
type Coordinate = number | string;

export interface Setting {
  readonly protocol: { readonly name: string; readonly clusters: number } & Record<string, unknown>;
  /** The points of each client, row by row. */
  readonly shards?: readonly (readonly (readonly Coordinate[])[])[];
  /** In place of shards: a table with a column `client`, and for how many clients. */
  readonly table?: string;
  /** In place of both: a `data` section. */
  readonly data?: object;
  readonly clients?: number;
  readonly seed?: number;
  /** The quiet network of {@link QUIET} where it is absent. */
  readonly network?: object;
  readonly devices?: object;
  readonly faults?: readonly object[];
  readonly collusion?: readonly object[];
}

/** A network section on which every message takes a millisecond, and nothing is lost or queues. */
export const QUIET = {
  latency: '1ms',
  loss: 0,
  server: { uplink: 'unlimited', downlink: 'unlimited' },
  clients: { uplink: 'unlimited', downlink: 'unlimited' },
};

/** The files of the tests in one file: a function that writes a scenario, with its data, and loads it. */
export function scenarioFiles(known = plugins): (setting: Setting) => Scenario {
  const write = temporaryFiles();
  return ({
    shards,
    table = shards && csv(shards),
    data,
    clients = shards?.length,
    network = QUIET,
    ...rest
  }) => {
    if (table !== undefined) write('points.csv', table);
    const section = data ?? CSV;
    return loadScenario(write('scenario.yaml', stringify({ clients, data: section, network, ...rest })), {
      plugins: known,
    });
  };
}

const CSV = { source: 'csv', file: 'points.csv', client: 'client', partition: { by: 'client' } };

function csv(shards: NonNullable<Setting['shards']>): string {
  const rows = shards.flatMap((points, j) => points.map((point) => [`owner-${j}`, ...point]));
  const header = ['client', ...rows[0].slice(1).map((_, c) => `x${c}`)];
  return [header, ...rows].map((cells) => cells.join(',')).join('\n');
}

/** A clustering whose history is known; empty where the reporting party does not learn it. */
export type Clustering = Clustered & Required<Pick<Clustered, 'history'>>;

export interface Played extends RunResult {
  readonly history: History;
  /** The outcome, where it is a clustering. */
  readonly clustering: Clustering | undefined;
}

/** Runs a scenario to its end in this thread. */
export async function play(scenario: Scenario, options: Partial<RunOptions> = {}): Promise<Played> {
  const bus = new Bus();
  const history = new History(bus);
  const result = await run(scenario, { plugins, bus, ...options });
  const clustering = result.outcome?.kind === 'clustered' ? clusteringOf(result) : undefined;
  return { ...result, history, clustering };
}

/** The points of all clients, client by client: the order of labels and answers. */
export function pointsInOrder({ data, shards }: Scenario): Matrix {
  return selectRows(
    data.points,
    shards.flatMap((shard) => [...shard]),
  );
}

/** The clustering of a run that came to one, whose reporting party learns its history. */
export function clusteringOf({ outcome }: { readonly outcome?: Outcome }): Clustering {
  if (outcome?.kind !== 'clustered') throw new Error(`the run has no clustering: ${outcome?.reason}`);
  return { history: [], ...outcome };
}

export const SERVER = 0;

/** Drops messages of which `when` holds. */
export function dropping(when: (packet: Packet) => boolean): Rule {
  return {
    name: 'drop',
    apply: (packet) => (when(packet) ? { kind: 'drop', reason: 'dropped by the test' } : { kind: 'pass' }),
  };
}

/** Flips a bit of the bytes at places given as shares of the length, in [0, 1). */
export function flipping(places: readonly number[], bit: number): (payload: Uint8Array) => Uint8Array {
  return (payload) => {
    const flipped = payload.slice();
    for (const place of places) flipped[Math.floor(place * flipped.length)] ^= 1 << bit;
    return flipped;
  };
}

/** The reason in place of an abortion. */
function resultOf(result: unknown): unknown {
  const { kind, reason } = (result ?? {}) as { readonly kind?: string; readonly reason?: string };
  return kind === 'aborted' ? reason : result;
}

/** When every actor was done, and its result, the reason where it gave up, null where it has none; the server and clients by name. */
export function endsOf(
  history: History,
): Record<string, { readonly timeNs: number; readonly result: unknown }> {
  const nameOf = (actor: number): string => (actor === SERVER ? 'server' : `client-${actor}`);
  return Object.fromEntries(
    history
      .of('finished')
      .map(({ actor, timeNs, result }) => [nameOf(actor), { timeNs, result: resultOf(decode(result)) }]),
  );
}

export interface Parties {
  readonly protocol: AnyProtocol;
  /** The protocol's settings beside `name`. */
  readonly settings: object;
  readonly shards: readonly (readonly (readonly number[])[])[];
  readonly start: Labels;
  /** What the actors' randomness follows from. */
  readonly seed?: number;
  /** What the server believes was agreed on instead. */
  readonly serverBelieves?: object;
}

export interface PartiesPlayed {
  readonly result: SimulationResult;
  /** What the server ended with, which must be a clustering. */
  readonly clustering: Clustering;
  readonly history: History;
}

/** Runs the parties of a protocol from a start that is given, which no scenario can say. */
export async function playParties(parties: Parties): Promise<PartiesPlayed> {
  const { protocol, settings, shards, start, seed = 1, serverBelieves = {} } = parties;
  const points = fromRows(shards.flat());
  const { minimum, maximum } = coordinateRanges(points);
  const population: Population = {
    clients: new Directory([{ role: 'client', count: shards.length }]).names('client'),
    sizes: shards.map(({ length }) => length),
    points: points.rows,
    dimension: points.columns,
    minimum: [...minimum],
    maximum: [...maximum],
  };
  const parameters = protocol.parameters.parse(settings) as never;
  const [problem] = protocol.check(parameters, population);
  if (problem !== undefined) throw new Error(`${problem.path}: ${problem.expected}, got ${problem.got}`);
  const agreed = protocol.agree(parameters, population) as object;
  const bus = new Bus();
  const history = new History(bus);
  const result = await simulate({
    roles: Object.entries(protocol.roles as Roles<object>).map(([name, role]): Role => {
      const many = role.parties === 'many';
      return {
        role: name,
        ...(many && { count: shards.length }),
        starts: true,
        rate: () => 1e9,
        behaviour: (self) => {
          if (!many) return role.play(self, { agreed: { ...agreed, ...serverBelieves }, start } as never);
          const first = shards.slice(0, self.index).flat().length;
          const identifiers = Uint32Array.from(shards[self.index], (_, i) => first + i);
          return role.play(self, { agreed, shard: fromRows(shards[self.index]), identifiers } as never);
        },
      };
    }),
    messages: protocol.messages,
    network: quietNetwork,
    random: new Random(seed),
    executor: inlineExecutor,
    bus,
  });
  return { result, clustering: clusteringOf({ outcome: result.results.get('server') as Outcome }), history };
}

export const quietNetwork: NetworkSpec = {
  latency: { constant: 1e6 },
  loss: 0,
  transport: RELIABLE,
  retransmitNs: 1e7,
  framingBytes: 66,
  packsResidues: false,
  paths: 'mesh',
  hub: 'server',
  bandwidth: () => ({ uplinkBps: Number.POSITIVE_INFINITY, downlinkBps: Number.POSITIVE_INFINITY }),
  link: () => ({}),
};
