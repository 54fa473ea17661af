/** Runs a scenario: casts its protocol's parties, simulates them, and finds out what came of it. */

import { type Labels, spreadLabels } from '../cluster/labels.ts';
import type { Executor } from '../compute/executor.ts';
import { inlineExecutor } from '../compute/inline.ts';
import { createPool } from '../compute/pool.ts';
import { violations } from './violations.ts';
import { Witness } from './witness.ts';
import { FaultInjector } from '../fault/injector.ts';
import type { FaultKind } from '../fault/kind.ts';
import { clusteringOf, type Findings, findingsOf } from './findings.ts';
import { deepFreeze } from '../base/freeze.ts';
import { type Matrix, selectRows } from '../base/matrix.ts';
import { blamed } from '../plugin/blame.ts';
import { type Plugged, protocolNamed, registryOf } from '../plugin/registry.ts';
import type { AnyProtocol, Clustering } from '../protocol/protocol.ts';
import { startLabels } from '../protocol/start.ts';
import { Random } from '../base/random.ts';
import type { Scenario } from '../scenario/load.ts';
import type { Role } from '../sim/actor.ts';
import { Bus } from '../sim/bus.ts';
import type { PayloadDigest } from '../sim/digest.ts';
import type { Rule } from '../sim/rule.ts';
import { type Durations, type Ending, simulate } from '../sim/simulation.ts';
import { Chronicle } from '../timing/chronicle.ts';
import { Ledger } from '../trace/ledger.ts';
import { type Sink, TraceWriter } from '../trace/writer.ts';

/** Its plugins are the same as for `loadScenario`. */
export interface RunOptions extends Plugged {
  /** Worker threads; 0, the default, computes in this thread. The trace is the same for any number. */
  readonly threads?: number;
  /** How long computations took in an earlier run, for a scenario in which they are measured. */
  readonly durations?: Durations;
  /** In place of threads: where tasks run. It stays open, for many runs in a row. */
  readonly executor?: Executor;
  /** What stands in the trace for payloads: CRC-32, the default, against accidents, or SHA-256, as evidence. */
  readonly digest?: PayloadDigest;
  /** Takes the bytes of the trace file as the run goes on. */
  readonly trace?: Sink;
  /** Subscribe to it before the run to see everything that happens. */
  readonly bus?: Bus;
  /** Rules of your own between sending and delivery. */
  readonly rules?: readonly Rule[];
  /** Whether to find out what its links carried and what its result waited for. */
  readonly timing?: boolean;
  /** Ends the run in order; the trace then has no end. */
  readonly signal?: AbortSignal;
}

export interface RunResult {
  readonly ending: Ending;
  /** When the last thing happened, in virtual nanoseconds. */
  readonly endNs: number;
  /** How many events came at the time of the one before: what only the order of insertion decided. */
  readonly ties: number;
  /** SHA-256 of the trace; absent when the run was aborted. */
  readonly hash?: string;
  readonly ledger: Ledger;
  /** Where it was asked for. */
  readonly chronicle?: Chronicle;
  readonly findings: Findings;
  /** The cluster of each row of the data (0xffff: none); absent when the protocol gave none. */
  readonly labels?: Labels;
  readonly clustering?: Clustering;
}

/**
 * Runs a scenario to its end; rejects only for a mistake in the code that runs.
 * @throws CahootsError where that is the code of a plugin that the command line loaded
 */
export async function run(scenario: Scenario, options: RunOptions): Promise<RunResult> {
  try {
    return await play(scenario, options);
  } catch (error) {
    throw blamed(error, options, [scenario.protocol, ...scenario.faults.map(({ fault }) => fault)]);
  }
}

async function play(scenario: Scenario, options: RunOptions): Promise<RunResult> {
  const { threads = 0, bus = new Bus(), signal, rules, durations = () => undefined } = options;
  const protocol = protocolNamed(options, scenario.protocol);
  const inputs = inputsOf(scenario, protocol);
  const { rows } = inputs;
  const roles = castOf(scenario, protocol, inputs);

  const { faults: kinds } = registryOf(options.plugins);
  const witness = new Witness(roles, kinds);
  if (scenario.faults.length > 0 || Object.keys(scenario.expect).length > 0) witness.attach(bus);

  const ledger = new Ledger(roles);
  const { digest = 'crc32' } = options;
  const header = {
    roles: roles.map(sizeOf),
    scenario: scenario.source,
    ...(digest !== 'crc32' && { digest }),
  };
  const writer = new TraceWriter(header, options.trace);
  writer.attach(bus);
  ledger.attach(bus);
  const chronicle = options.timing === true ? new Chronicle({ ...scenario, kinds }, roles) : undefined;
  chronicle?.attach(bus);
  const injector = injectorOf(scenario, kinds);

  const executor = options.executor ?? (threads === 0 ? inlineExecutor : createPool(threads));
  try {
    const simulated = await simulate({
      roles,
      messages: protocol.messages,
      network: scenario.network,
      random: actorStreams(scenario),
      executor,
      bus,
      limits: scenario.limits,
      digest,
      messageBytes: scenario.messageBytes,
      mailboxBytes: scenario.mailboxBytes,
      ...(scenario.durations === 'measured' && { durations }),
      ...(injector && { interference: injector }),
      ...(rules && { rules }),
      ...(signal && { signal }),
    });
    const { ending, endNs, ties } = simulated;
    chronicle?.end();
    const found = clusteringOf(simulated, scenario);
    const { clustering } = found;
    const labels = clustering?.labels && spreadLabels(clustering.labels, rows, rows.length);
    // A hostile party promises nothing, nor does a server that lied about what it found.
    const reference =
      labels && scenario.hostile === undefined && !witness.liars.includes('server')
        ? referenceOf(scenario, protocol, inputs, found.missing)
        : undefined;
    const held = findingsOf(scenario, simulated, found, labels, reference, injector?.fired);
    const violated = violations(scenario.expect, protocol, {
      agreed: inputs.agreed,
      ...(clustering && { clustering }),
      findings: held,
      rounds: ledger.rounds.length,
      bytes: ledger.balance.sent.wireBytes,
      ends: ledger.ends(endNs),
      liars: witness.liars,
    });
    const findings =
      violated.length === 0
        ? held
        : { ...held, violated, ...(witness.trouble && { trouble: witness.trouble }) };
    const hash = ending === 'aborted' ? undefined : writer.end({ ending, endNs, findings });
    return {
      ending,
      endNs,
      ties,
      ledger,
      ...(chronicle && { chronicle }),
      findings,
      ...(hash !== undefined && { hash }),
      ...(labels && { labels }),
      ...(clustering && { clustering }),
    };
  } finally {
    writer.flush();
    if (executor !== options.executor) await executor.close();
  }
}

/** A run without faults has nothing that could inject any. */
function injectorOf(
  { faults, population, network, seed }: Scenario,
  kinds: readonly FaultKind[],
): FaultInjector | undefined {
  if (faults.length === 0) return undefined;
  const { clients } = population;
  const reliable = network.transport === 'reliable';
  return new FaultInjector(faults, kinds, { clients, random: new Random(seed).scope('faults'), reliable });
}

/** What there is before the first message: public things, and what some party or other is given. */
export interface Inputs {
  /** What all parties agree on; frozen. */
  readonly agreed: unknown;
  /** All points in order of the clients, or of the data where nobody knows who holds which, one per row. */
  readonly points: Matrix;
  /** The row of the data that each of them is. */
  readonly rows: Uint32Array;
  /** The server's; empty where the protocol finds its own start. */
  readonly start: Labels;
}

/** What all parties agree on; frozen. */
export function agreedOf({ parameters, population }: Scenario, protocol: AnyProtocol): unknown {
  return deepFreeze(protocol.agree(parameters, population), 'what parties agree on');
}

export function inputsOf(scenario: Scenario, protocol: AnyProtocol): Inputs {
  const { shards, data } = scenario;
  const agreed = agreedOf(scenario, protocol);
  const inOrder = protocol.byRow?.(agreed) === true;
  const rows = Uint32Array.from(
    inOrder ? Array(data.points.rows).keys() : shards.flatMap((shard) => [...shard]),
  );
  const byData = startOf(scenario);
  const start = byData === undefined ? new Uint16Array() : Uint16Array.from(rows, (row) => byData[row]);
  return { agreed, points: selectRows(data.points, rows), rows, start };
}

/** What a protocol promises to equal: the points of those who took part, clustered in one place. */
function referenceOf(
  { population: { clients, sizes } }: Scenario,
  protocol: AnyProtocol,
  { agreed, points, start }: Inputs,
  missing: readonly string[],
): readonly Labels[] | undefined {
  if (protocol.reference === undefined) return undefined;
  if (missing.length === 0) return protocol.reference(agreed, points, start);
  const gone = new Set(missing);
  const owners = sizes.flatMap((size, j) => Array<string>(size).fill(clients[j]));
  const places = Uint32Array.from(owners.keys()).filter((at) => !gone.has(owners[at]));
  const started = Uint16Array.from(places, (at) => start[at]);
  const history = protocol.reference(agreed, selectRows(points, places), started);
  return history?.map((labels) => spreadLabels(labels, places, points.rows));
}

/** The cluster of every row of the data to start from; undefined where the protocol finds its own start. */
function startOf({ start: given, parameters, data, seed }: Scenario): Labels | undefined {
  const { start: rule, clusters } = parameters;
  if (given !== undefined || rule === undefined || typeof rule === 'object') return given;
  return startLabels(rule, data.points, clusters, new Random(seed).stream('start'));
}

/** The streams of a scenario under which every actor has its own, by its name. */
export function actorStreams({ seed }: Scenario): Random {
  return new Random(seed).scope('actors');
}

/** A client's own points. */
export function shardOf({ data, shards }: Scenario, client: number): Matrix {
  return selectRows(data.points, shards[client]);
}

/** The parties; each is given what is public and its own, and nothing else. */
function castOf(scenario: Scenario, protocol: AnyProtocol, { agreed, start }: Inputs): Role[] {
  const { shards, rates, hostile } = scenario;
  const hostility = protocol.privacy?.hostilities?.find(({ name }) => name === hostile?.name);
  const played = (name: string): Pick<AnyProtocol, 'server' | 'client'> =>
    hostile?.members.includes(name) === true ? { ...protocol, ...hostility } : protocol;
  return [
    {
      role: 'server',
      starts: true,
      rate: () => rates.server,
      behaviour: (self) => played(self.name).server(self, agreed, start),
    },
    {
      role: 'client',
      count: shards.length,
      starts: true,
      rate: (j) => rates.clients[j],
      behaviour: (self) => {
        const shard = shardOf(scenario, self.index);
        return played(self.name).client(self, agreed, shard, shards[self.index].slice());
      },
    },
  ];
}

function sizeOf({ role, count }: Role): { role: string; count?: number } {
  return count === undefined ? { role } : { role, count };
}
