/** Runs a scenario: casts its protocol's parties, simulates them, and finds out what came of it. */

import { warnOfRounding } from '../base/engine.ts';
import type { Labels } from '../base/labels.ts';
import type { Executor } from '../engine/compute/executor.ts';
import { openExecutor } from '../engine/compute/open.ts';
import { Witness } from './witness.ts';
import { Guards } from './guards.ts';
import { FaultInjector } from '../fault/injector.ts';
import type { FaultKind } from '../fault/kind.ts';
import { blaming } from '../plugin/blame.ts';
import { type Plugged, protocolNamed, registered } from '../plugin/registry.ts';
import { actorStreams, castOf, type Inputs, inputsOf } from './cast.ts';
import { conclude } from './conclusion.ts';
import type { Findings } from './findings.ts';
import { outcomeOf } from './outcome.ts';
import type { Outcome } from '../protocol/outcome.ts';
import type { AnyProtocol } from '../protocol/protocol.ts';
import { Random } from '../base/random.ts';
import type { Scenario } from '../scenario/load.ts';
import type { Role } from '../engine/sim/actor.ts';
import { Bus } from '../engine/sim/bus.ts';
import type { PayloadDigest } from '../engine/sim/payload-digest.ts';
import { Directory, type RoleSize } from '../engine/sim/directory.ts';
import type { Rule } from '../engine/sim/rule.ts';
import type { Durations, Ending } from '../engine/sim/options.ts';
import { simulate } from '../engine/sim/simulation.ts';
import { fullBytes } from '../engine/sim/tcp/spec.ts';
import { Chronicle } from '../timing/chronicle.ts';
import { Ledger } from '../trace/ledger.ts';
import { Register } from '../trace/register.ts';
import { Profiled } from './profiled.ts';
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
  const used = [scenario.protocol, ...scenario.faults.map(({ fault }) => fault)];
  return blaming(options, used, () => play(scenario, options));
}

async function play(scenario: Scenario, options: RunOptions): Promise<RunResult> {
  warnOfRounding();
  const { threads = 0, bus = new Bus(), signal, rules, durations = () => undefined } = options;
  const protocol = protocolNamed(options, scenario.protocol);
  const inputs = inputsOf(scenario, protocol);
  const roles = castOf(scenario, protocol, inputs);

  const { faults: kinds } = registered(options);
  const register = new Register();
  const witness = new Witness(roles, kinds, register);
  const isWatched = scenario.faults.length > 0 || Object.keys(scenario.expect).length > 0;
  if (isWatched) witness.attach(bus);

  const { tcp } = scenario.network;
  const ledger = new Ledger(roles, {
    againBytes: tcp && fullBytes(tcp),
    ...(isWatched && { register }),
  });
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
  const injector = injectorOf(scenario, kinds);
  // The transport does not report what connections and rules, a fault's or a caller's own, do to packets.
  const tells = (injector?.rules ?? []).length === 0 && rules === undefined && tcp === undefined;
  const watcher = tells ? chronicle?.watch(bus) : undefined;
  if (watcher === undefined) chronicle?.attach(bus);
  const guards = options.guard === true ? guardsOf(scenario, protocol, roles, inputs, kinds) : undefined;
  guards?.attach(bus);

  const times = timesOf(scenario);
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
      ...(times && { times }),
      ...(injector && { interference: injector }),
      ...(rules && { rules }),
      ...(watcher && { watcher }),
      ...(signal && { signal }),
    });
    const { ending, endNs, ties } = simulated;
    chronicle?.end();
    const outcome = outcomeOf(simulated, scenario);
    guards?.end(ending, endNs, outcome);
    const { findings, labels } = conclude({
      scenario,
      protocol,
      inputs,
      outcome,
      simulated,
      ledger,
      witness,
      faults: injector?.fired,
      hints: times?.warnings ?? [],
    });
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
  const retransmitNs = network.transport !== 'datagram' ? network.retransmitNs : undefined;
  return new FaultInjector(faults, kinds, {
    parties,
    random: new Random(seed).scope('faults'),
    retransmitNs,
  });
}

/** What things take on devices that were measured; undefined where the scenario names none. */
function timesOf({ profileOf, parties }: Scenario): Profiled | undefined {
  if (profileOf === undefined) return undefined;
  const directory = new Directory(parties.roles);
  return new Profiled((actor) => profileOf(directory.name(actor)));
}

function sizeOf({ role, count, holds, reports }: Role): RoleSize {
  return {
    role,
    ...(count !== undefined && { count }),
    ...(holds && { holds }),
    ...(reports && { reports }),
  };
}
