/** Runs a scenario: casts its protocol's parties, simulates them, and finds out what came of it. */

import { type Labels, NO_CLUSTER } from './cluster/labels.ts';
import type { Executor } from './compute/executor.ts';
import { inlineExecutor } from './compute/inline.ts';
import { createPool } from './compute/pool.ts';
import { CahootsError } from './errors.ts';
import { clusteringOf, type Findings, findingsOf } from './findings.ts';
import { deepFreeze } from './freeze.ts';
import { selectRows } from './matrix.ts';
import type { AnyProtocol, Clustering } from './protocol/protocol.ts';
import { startLabels } from './protocol/start.ts';
import { Random } from './random.ts';
import type { Scenario } from './scenario/load.ts';
import type { Role } from './sim/actor.ts';
import { Bus } from './sim/bus.ts';
import type { Rule } from './sim/rule.ts';
import { type Ending, simulate } from './sim/simulation.ts';
import { Ledger } from './trace/ledger.ts';
import { type Sink, TraceWriter } from './trace/writer.ts';

export interface RunOptions {
  /** The protocols that scenarios may name: the same as for `loadScenario`. */
  readonly protocols: Readonly<Record<string, AnyProtocol>>;
  /** Worker threads; 0, the default, computes in this thread. The trace is the same for any number. */
  readonly threads?: number;
  /** Takes the bytes of the trace file as the run goes on. */
  readonly trace?: Sink;
  /** Subscribe to it before the run to see everything that happens. */
  readonly bus?: Bus;
  /** Rules of your own between sending and delivery. */
  readonly rules?: readonly Rule[];
  /** Ends the run in order; the trace then has no end. */
  readonly signal?: AbortSignal;
}

export interface RunResult {
  readonly ending: Ending;
  /** When the last thing happened, in virtual nanoseconds. */
  readonly endNs: number;
  /** SHA-256 of the trace; absent when the run was aborted. */
  readonly hash?: string;
  readonly ledger: Ledger;
  readonly findings: Findings;
  /** The cluster of each row of the data (0xffff: none); absent when the protocol gave none. */
  readonly labels?: Labels;
  readonly clustering?: Clustering;
}

/** Runs a scenario to its end; rejects only for a mistake in the code that runs. */
export async function run(scenario: Scenario, options: RunOptions): Promise<RunResult> {
  const { threads = 0, bus = new Bus(), signal, rules } = options;
  const protocol = Object.values(options.protocols).find(({ name }) => name === scenario.protocol);
  if (protocol === undefined)
    throw new CahootsError('bad-input', `expected a known protocol, got ${scenario.protocol}`);

  const random = new Random(scenario.seed);
  const { parameters, population } = scenario;
  const agreed = deepFreeze(protocol.agree(parameters, population), 'what parties agree on');
  const rows = labelledRows(scenario, protocol.byRow?.(agreed) === true);
  const byData = startOf(scenario, random);
  const start = byData === undefined ? new Uint16Array() : Uint16Array.from(rows, (row) => byData[row]);
  const roles = castOf(scenario, protocol, agreed, start);

  const ledger = new Ledger(roles);
  const writer = new TraceWriter({ roles: roles.map(sizeOf), scenario: scenario.source }, options.trace);
  writer.attach(bus);
  ledger.attach(bus);

  const executor: Executor = threads === 0 ? inlineExecutor : createPool(threads);
  try {
    const simulated = await simulate({
      roles,
      messages: protocol.messages,
      network: scenario.network,
      random: random.scope('actors'),
      executor,
      bus,
      limitNs: scenario.limitNs,
      ...(rules && { rules }),
      ...(signal && { signal }),
    });
    const { ending, endNs } = simulated;
    const found = clusteringOf(simulated, scenario);
    const { clustering } = found;
    const labels = clustering?.labels && byRow(clustering.labels, rows);
    const reference = labels && protocol.reference?.(agreed, selectRows(scenario.data.points, rows), start);
    const findings = findingsOf(scenario, ending, found, labels, reference);
    const hash = ending === 'aborted' ? undefined : writer.end({ ending, endNs, findings });
    return {
      ending,
      endNs,
      ledger,
      findings,
      ...(hash !== undefined && { hash }),
      ...(labels && { labels }),
      ...(clustering && { clustering }),
    };
  } finally {
    writer.flush();
    await executor.close();
  }
}

/** The rows of the data in the order of labels. */
function labelledRows({ shards, data }: Scenario, inOrder: boolean): Uint32Array {
  if (inOrder) return Uint32Array.from({ length: data.points.rows }, (_, row) => row);
  return Uint32Array.from(shards.flatMap((shard) => [...shard]));
}

/** The cluster of every row of the data to start from; undefined where the protocol finds its own start. */
function startOf({ start: given, parameters, data }: Scenario, random: Random): Labels | undefined {
  const { start: rule, clusters } = parameters;
  if (given !== undefined || rule === undefined || typeof rule === 'object') return given;
  return startLabels(rule, data.points, clusters, random.stream('start'));
}

/** The parties; each is given what is public and its own, and nothing else. */
function castOf(scenario: Scenario, protocol: AnyProtocol, agreed: unknown, start: Labels): Role[] {
  const { data, shards, rates } = scenario;
  return [
    {
      role: 'server',
      starts: true,
      rate: () => rates.server,
      behaviour: (self) => protocol.server(self, agreed, start),
    },
    {
      role: 'client',
      count: shards.length,
      starts: true,
      rate: (j) => rates.clients[j],
      behaviour: (self) => {
        const rows = shards[self.index];
        return protocol.client(self, agreed, selectRows(data.points, rows), rows.slice());
      },
    },
  ];
}

function sizeOf({ role, count }: Role): { role: string; count?: number } {
  return count === undefined ? { role } : { role, count };
}

/** Labels in order of the clients as labels in order of the data. */
function byRow(labels: Labels, rows: Uint32Array): Labels {
  const ordered = new Uint16Array(rows.length).fill(NO_CLUSTER);
  rows.forEach((row, position) => {
    ordered[row] = labels[position];
  });
  return ordered;
}
