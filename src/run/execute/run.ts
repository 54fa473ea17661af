/** Runs a scenario: casts its protocol's parties, simulates them, and determines the outcome. */

import type { Labels } from '../../core/base/labels.ts';
import type { Executor } from '../../core/engine/compute/executor.ts';
import { openExecutor } from '../../core/engine/compute/open.ts';
import { Observer } from './observer.ts';
import { Guards } from './guards.ts';
import { FaultInjector } from '../fault/injector.ts';
import type { FaultKind } from '../fault/kind.ts';
import { blaming } from '../plugin/blame.ts';
import { type Plugged, protocolNamed, registered } from '../plugin/registry.ts';
import { actorStreams, castOf, type Inputs, inputsOf } from './cast.ts';
import { conclude } from './conclusion.ts';
import type { Findings } from './findings.ts';
import { outcomeOf } from './outcome.ts';
import type { Outcome } from '../../core/protocol/outcome.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { Random } from '../../core/base/random.ts';
import type { Scenario } from '../scenario/load.ts';
import type { Role } from '../../core/engine/actors/actor.ts';
import { Bus } from '../../core/engine/messages/bus.ts';
import type { PayloadDigest } from '../../core/engine/messages/payload-digest.ts';
import { Directory, type RoleSize } from '../../core/engine/messages/directory.ts';
import type { Rule } from '../../core/engine/network/rule.ts';
import type { Durations, Ending } from '../../core/engine/simulation/options.ts';
import { simulate } from '../../core/engine/simulation/simulation.ts';
import { fullBytes } from '../../core/engine/tcp/spec.ts';
import { CausalGraph } from '../timing/causal-graph.ts';
import { Ledger } from '../trace/ledger.ts';
import { Register } from '../trace/register.ts';
import { Profiled } from './profiled.ts';
import { type Sink, TraceWriter } from '../trace/writer.ts';

/** The plugins must be those given to `loadScenario`. */
export interface RunOptions extends Plugged {
  /** Worker threads; 0, the default, computes in this thread. The trace is the same for any number. */
  readonly threads?: number;
  /** How long computations took in an earlier run, for a scenario with measured durations. */
  readonly durations?: Durations;
  /** Where tasks run, instead of `threads`. It is not closed, so that many runs can share it. */
  readonly executor?: Executor;
  /** The digest of payloads in the trace: CRC-32, the default, detects accidents; SHA-256 is evidence. */
  readonly digest?: PayloadDigest;
  /** Takes the bytes of the trace file as the run goes on. */
  readonly trace?: Sink;
  /** What the trace records about its origin besides the scenario: versions, and digests of code and data. */
  readonly made?: Readonly<Record<string, string>>;
  /** To see everything that happens, subscribe to it before the run. */
  readonly bus?: Bus;
  /** Rules of your own, which apply between sending and delivery. */
  readonly rules?: readonly Rule[];
  /** Whether to determine what the links carried and what the result waited for. */
  readonly timing?: boolean;
  /**
   * Whether to check invariants. The run rejects with a {@link BrokenInvariant} at the first event that violates one.
   */
  readonly guard?: boolean;
  /** Aborts the run in an orderly way; its trace then has no end record. */
  readonly signal?: AbortSignal;
}

export interface RunResult {
  readonly ending: Ending;
  /** The time of the last event, in virtual nanoseconds. */
  readonly endNs: number;
  /** How many events had the same time as the one before, so that only the order of insertion decided between them. */
  readonly ties: number;
  /** SHA-256 of the trace; absent if the run was aborted. */
  readonly hash?: string;
  readonly ledger: Ledger;
  /** Present if `timing` was requested. */
  readonly causalGraph?: CausalGraph;
  readonly findings: Findings;
  /** The cluster of each row of the data (0xffff: none); absent if there is no clustering. */
  readonly labels?: Labels;
  /** The result of the reporting party; absent if it did not finish. */
  readonly outcome?: Outcome;
}

/**
 * Runs a scenario to its end. Rejects only for a mistake in the code that runs.
 * @throws CahootsError if that is the code of a plugin loaded by the command line
 */
export async function run(scenario: Scenario, options: RunOptions): Promise<RunResult> {
  const used = [scenario.protocol, ...scenario.faults.map(({ fault }) => fault)];
  return blaming(options, used, () => play(scenario, options));
}

async function play(scenario: Scenario, options: RunOptions): Promise<RunResult> {
  const { threads = 0, bus = new Bus(), signal, rules, durations = () => undefined } = options;
  const protocol = protocolNamed(options, scenario.protocol);
  const inputs = inputsOf(scenario, protocol);
  const roles = castOf(scenario, protocol, inputs);

  const { faults: kinds } = registered(options);
  const register = new Register();
  const observer = new Observer(roles, kinds, register);
  const isWatched = scenario.faults.length > 0 || Object.keys(scenario.expect).length > 0;
  if (isWatched) observer.attach(bus);

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
  const causalGraph = options.timing === true ? new CausalGraph({ ...scenario, kinds }, roles) : undefined;
  const injector = injectorOf(scenario, kinds);
  // With a caller's own rules, times are said to contradict the scenario, as they do in the trace.
  const watcher = rules === undefined ? causalGraph?.watch(bus) : undefined;
  if (watcher === undefined) causalGraph?.attach(bus);
  const guards = options.guard === true ? guardsOf(scenario, protocol, roles, inputs, kinds) : undefined;
  guards?.attach(bus);

  const times = timesOf(scenario);
  const executor = options.executor ?? openExecutor(threads);
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
    causalGraph?.end();
    const outcome = outcomeOf(simulated, scenario);
    guards?.end(ending, endNs, outcome);
    const { findings, labels } = conclude({
      scenario,
      protocol,
      inputs,
      outcome,
      simulated,
      ledger,
      observer,
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
      ...(causalGraph && { causalGraph }),
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

/** With an adversary, only the invariants of every run are checked, not the protocol's own. */
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

/** Undefined for a run without faults. */
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

/** Durations on measured devices; undefined if the scenario names none. */
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
