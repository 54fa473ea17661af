/** Runs a scenario: casts its protocol's parties, simulates them, and finds out what came of it. */

import { warnOfRounding } from '../base/engine.ts';
import { type Labels, spreadLabels } from '../cluster/labels.ts';
import type { Executor } from '../compute/executor.ts';
import { openExecutor } from '../compute/open.ts';
import { violations } from './violations.ts';
import { Witness } from './witness.ts';
import { Guards } from './guards.ts';
import { FaultInjector } from '../fault/injector.ts';
import type { FaultKind } from '../fault/kind.ts';
import { blamed } from '../plugin/blame.ts';
import { type Plugged, protocolNamed, registered } from '../plugin/registry.ts';
import { actorStreams, castOf, type Inputs, inputsOf } from './cast.ts';
import { type Findings, findingsOf, outcomeOf } from './findings.ts';
import { selectRows } from '../base/matrix.ts';
import { type FigureValue, measure } from '../protocol/figure.ts';
import type { Clustered, Outcome } from '../protocol/outcome.ts';
import type { Sent } from '../protocol/sent.ts';
import type { AnyProtocol } from '../protocol/protocol.ts';
import { startsOf } from '../protocol/start.ts';
import { Random } from '../base/random.ts';
import type { Scenario } from '../scenario/load.ts';
import type { Role } from '../sim/actor.ts';
import { Bus } from '../sim/bus.ts';
import type { PayloadDigest } from '../sim/digest.ts';
import type { RoleSize } from '../sim/directory.ts';
import type { Rule } from '../sim/rule.ts';
import type { Durations, Ending } from '../sim/options.ts';
import { simulate } from '../sim/simulation.ts';
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
  /** What the trace says made it, beside its scenario: versions, and digests of code and data. */
  readonly made?: Readonly<Record<string, string>>;
  /** Subscribe to it before the run to see everything that happens. */
  readonly bus?: Bus;
  /** Rules of your own between sending and delivery. */
  readonly rules?: readonly Rule[];
  /** Whether to find out what its links carried and what its result waited for. */
  readonly timing?: boolean;
  /**
   * Whether to watch what must hold at every moment. The run rejects with a {@link BrokenInvariant} at the first event that
   * breaks it.
   */
  readonly guard?: boolean;
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
  /** What the reporting party finished with; absent where it did not finish. */
  readonly outcome?: Outcome;
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
  warnOfRounding();
  const { threads = 0, bus = new Bus(), signal, rules, durations = () => undefined } = options;
  const protocol = protocolNamed(options, scenario.protocol);
  const inputs = inputsOf(scenario, protocol);
  const { rows } = inputs;
  const roles = castOf(scenario, protocol, inputs);

  const { faults: kinds } = registered(options);
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
  const guards = options.guard === true ? guardsOf(scenario, protocol, roles, inputs, kinds) : undefined;
  guards?.attach(bus);
  const injector = injectorOf(scenario, kinds);

  const executor = options.executor ?? (await openExecutor(threads));
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
    const outcome = outcomeOf(simulated, scenario);
    guards?.end(ending, endNs, outcome);
    const clustered = outcome?.kind === 'clustered' ? outcome : undefined;
    const labels = clustered?.labels && spreadLabels(clustered.labels, rows, rows.length);
    // An active adversary promises nothing, nor does a server that lied about what it found.
    const reference =
      labels && scenario.adversary === undefined && !witness.byzantine.includes(scenario.parties.reporter)
        ? referenceOf(scenario, protocol, foundStart(inputs, clustered), outcome?.missing ?? [])
        : undefined;
    const held = findingsOf(scenario, simulated, outcome, labels, reference, {
      ...(clustered === undefined
        ? { figures: [], hints: [] }
        : figuresOf(protocol, scenario, inputs.agreed, clustered, labels, ledger)),
      faults: injector?.fired,
    });
    const violated = violations(scenario.expect, protocol, {
      agreed: inputs.agreed,
      ...(outcome && { outcome }),
      findings: held,
      rounds: ledger.rounds.length,
      bytes: ledger.balance.sent.wireBytes,
      ends: ledger.ends(endNs),
      byzantine: witness.byzantine.filter((name) => scenario.parties.clients.includes(name)),
    });
    const findings =
      violated.length === 0
        ? held
        : { ...held, violated, ...(witness.trouble && { trouble: witness.trouble }) };
    const hash =
      ending === 'aborted'
        ? undefined
        : writer.end({ ending, endNs, findings, ...(options.made && { made: options.made }) });
    return {
      ending,
      endNs,
      ties,
      ledger,
      ...(chronicle && { chronicle }),
      findings,
      ...(hash !== undefined && { hash }),
      ...(labels && { labels }),
      ...(outcome && { outcome }),
    };
  } finally {
    writer.flush();
    if (executor !== options.executor) await executor.close();
  }
}

/** Of a party that deviates on purpose nothing is claimed but what every run must keep. */
function guardsOf(
  { adversary }: Scenario,
  protocol: AnyProtocol,
  roles: readonly Role[],
  { agreed }: Inputs,
  kinds: readonly FaultKind[],
): Guards {
  const wrong = kinds.filter(({ spends }) => spends === 'byzantine').map(({ name }) => name);
  const { messages, invariants = [] } = protocol;
  const watched = { messages, invariants: adversary === undefined ? invariants : [] };
  return new Guards(roles, watched, agreed, new Set(wrong));
}

/** A run without faults has nothing that could inject any. */
function injectorOf(
  { faults, parties, network, seed }: Scenario,
  kinds: readonly FaultKind[],
): FaultInjector | undefined {
  if (faults.length === 0) return undefined;
  const retransmitNs = network.transport === 'reliable' ? network.retransmitNs : undefined;
  return new FaultInjector(faults, kinds, {
    parties,
    random: new Random(seed).scope('faults'),
    retransmitNs,
  });
}

/** Where the start was found inside the run, the first iteration says what it was. */
function foundStart(inputs: Inputs, clustered: Clustered | undefined): Inputs {
  const [found] = clustered?.history ?? [];
  return inputs.start.length > 0 || found === undefined ? inputs : { ...inputs, start: found };
}

/** What a protocol promises to equal: the points of those who took part, clustered in one place. */
function referenceOf(
  { population: { clients, sizes } }: Scenario,
  protocol: AnyProtocol,
  { agreed, points, start }: Inputs,
  missing: readonly string[],
): readonly Labels[] | undefined {
  if (protocol.reference === undefined) return undefined;
  if (missing.length === 0) return protocol.reference({ agreed, points, start });
  const gone = new Set(missing);
  const owners = sizes.flatMap((size, j) => Array<string>(size).fill(clients[j]));
  const places = Uint32Array.from(owners.keys()).filter((at) => !gone.has(owners[at]));
  const starts = startsOf(start, points.rows);
  const started = Uint16Array.from(starts.flatMap((one) => Array.from(places, (at) => one[at])));
  const history = protocol.reference({ agreed, points: selectRows(points, places), start: started });
  return history?.map((labels) => spreadLabels(labels, places, points.rows));
}

function figuresOf(
  { figures = [] }: AnyProtocol,
  { data: { points }, population }: Scenario,
  agreed: unknown,
  outcome: Clustered,
  labels: Labels | undefined,
  ledger: Ledger,
): { readonly figures: readonly FigureValue[]; readonly hints: readonly string[] } {
  const measured = {
    agreed,
    outcome,
    points,
    population,
    sent: sentOf(ledger, outcome),
    ...(labels && { labels }),
  };
  return measure(figures, measured);
}

function sentOf(ledger: Ledger, { iterations }: Clustered): Sent {
  return {
    iterations,
    bytes: ledger.balance.sent.wireBytes,
    elements: ({ name }) =>
      ledger.traffic().reduce((sum, { type, elements }) => sum + (type === name ? elements : 0), 0),
  };
}

function sizeOf({ role, count, holds, reports }: Role): RoleSize {
  return {
    role,
    ...(count !== undefined && { count }),
    ...(holds && { holds }),
    ...(reports && { reports }),
  };
}
