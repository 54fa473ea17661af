/** Runs a scenario: casts its protocol's parties, simulates them, and determines the outcome. */

import { defined } from '../../core/base/defined.ts';
import type { Labels } from '../../core/base/labels.ts';
import type { Executor } from '../../core/engine/compute/executor.ts';
import { blaming } from '../plugin/blame.ts';
import { openExecutor, type ThreadOptions } from '../plugin/executor.ts';
import { protocolNamed, registryOf } from '../plugin/registry.ts';
import { actorStreams, castOf, type Inputs, inputsOf, type Recast } from './cast.ts';
import { conclude } from './conclusion.ts';
import type { Findings } from './findings.ts';
import { outcomeOf, type Told } from './outcome.ts';
import type { Outcome } from '../../core/protocol/outcome.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Scenario } from '../scenario/load.ts';
import { Directory } from '../../core/engine/messages/directory.ts';
import type { Durations, Ending, SimulationResult } from '../../core/engine/simulation/options.ts';
import { wrapped } from '../../core/engine/wire/wrapping.ts';
import { simulate } from '../../core/engine/simulation/simulation.ts';
import { CausalGraph } from '../timing/causal-graph.ts';
import { Ledger } from '../trace/ledger.ts';
import { Profiled } from './profiled.ts';
import { machinesOf } from '../scenario/devices.ts';
import { presetText } from '../scenario/presets.ts';
import { Recording, type RecordingOptions } from './recording.ts';

/** The plugins must be those given to `loadScenario`. */
export interface RunOptions extends RecordingOptions, Omit<ThreadOptions, 'plugins'> {
  /** How long computations took in an earlier run, for a scenario with measured durations. */
  readonly durations?: Durations | undefined;
  /** Where tasks run, instead of in `threads`. It is not closed, so that many runs can share it. */
  readonly executor?: Executor | undefined;
  /** What the trace records about its origin besides the scenario: versions, and digests of code and data. */
  readonly made?: Readonly<Record<string, string>> | undefined;
  /** Parties that play otherwise than the scenario says; absent: none. */
  readonly recast?: Recast | undefined;
  /** Whether to determine the loss, and how close the clustering is to the truth: by default it is done. */
  readonly scored?: boolean | undefined;
  /** Aborts the run in an orderly way; its trace then has no end record. */
  readonly signal?: AbortSignal | undefined;
}

export interface RunResult {
  readonly ending: Ending;
  /** The time of the last event, in virtual nanoseconds. */
  readonly endNs: number;
  /** How many events had the same time as the one before, so that only the order of insertion decided between them. */
  readonly ties: number;
  /** SHA-256 of the trace; absent if the run was aborted, or is not hashed. */
  readonly hash?: string;
  readonly ledger: Ledger;
  /** Present if `timing` was requested. */
  readonly causalGraph?: CausalGraph;
  readonly findings: Findings;
  /** The cluster of each point (0xffff: none), which comes from the row of its place in `data.sourceRows`; absent if there is no clustering. */
  readonly labels?: Labels;
  /** The result of the reporting party; absent if it did not finish. */
  readonly outcome?: Outcome;
}

/**
 * Runs a scenario to its end. Rejects only for a mistake in the code that runs.
 * @throws CahootsError if that is the code of a plugin loaded by the command line
 */
export function run(scenario: Scenario, options: RunOptions): Promise<RunResult> {
  return blaming(options, scenario.source, () => play(scenario, options, resultOf));
}

/**
 * Runs a scenario for what listens to its bus and for its outcome alone: how good that is, what was violated and the hash
 * of the trace, which take as long as a short run does, are not determined.
 * @returns the result of the reporting party; undefined if it did not finish
 * @throws CahootsError as {@link run}
 */
export function runUnjudged(scenario: Scenario, options: RunOptions): Promise<Outcome | undefined> {
  const unhashed = { ...options, hashed: false };
  return blaming(options, scenario.source, () => play(scenario, unhashed, ({ told }) => told.outcome));
}

/** A simulation that is over, and what was recorded of it. */
interface Ended {
  readonly scenario: Scenario;
  readonly protocol: AnyProtocol;
  readonly inputs: Inputs;
  readonly simulated: SimulationResult;
  readonly told: Told;
  readonly recording: Recording;
  readonly times: Profiled | undefined;
  readonly made: RunOptions['made'];
  readonly scored: RunOptions['scored'];
}

async function play<T>(scenario: Scenario, options: RunOptions, ended: (all: Ended) => T): Promise<T> {
  const protocol = protocolNamed(options, scenario.protocol);
  const inputs = inputsOf(scenario, protocol);
  const roles = castOf(scenario, protocol, inputs, options.recast);
  const recording = new Recording({ scenario, protocol, inputs, roles }, options);
  const times = timesOf(scenario);
  const executor = options.executor ?? openExecutor(options);
  try {
    const simulated = await simulate({
      roles,
      messages: protocol.messages,
      network: scenario.network,
      random: actorStreams(scenario),
      ownRandom: options.recast?.random,
      tasks: registryOf(options.plugins).tasks,
      executor,
      bus: recording.bus,
      limits: scenario.limits,
      digest: options.digest,
      wrapping: wrapped(scenario.layers.flatMap(({ bytes }) => bytes ?? [])),
      messageBytes: scenario.messageBytes,
      mailboxBytes: scenario.mailboxBytes,
      durations: scenario.durations === 'measured' ? (options.durations ?? (() => undefined)) : undefined,
      times,
      machines: machinesOf(scenario.settings.devices, scenario.parties),
      interference: recording.injector,
      rules: options.rules,
      watcher: recording.watcher,
      signal: options.signal,
    });
    const told = outcomeOf(simulated, scenario);
    recording.end(simulated, told.outcome);
    const { made, scored } = options;
    return ended({ scenario, protocol, inputs, simulated, told, recording, times, made, scored });
  } finally {
    recording.flush();
    if (executor !== options.executor) await executor.close();
  }
}

function resultOf(all: Ended): RunResult {
  const { scenario, protocol, inputs, simulated, told, recording, times, made, scored } = all;
  const { ending, bound, endNs, ties } = simulated;
  const { ledger, observer, injector, causalGraph } = recording;
  const faults = injector?.fired;
  const hints = [...(times?.warnings ?? []), ...droppedText(simulated.dropped)];
  const network = presetText(scenario.settings.network);
  const over = {
    scenario,
    protocol,
    inputs,
    ...told,
    simulated,
    ledger,
    observer,
    faults,
    hints,
    network,
    scored,
  };
  const { findings, labels } = conclude(over);
  const hash = recording.hashOf({ ending, bound, endNs, findings, made });
  return defined({
    ending,
    endNs,
    ties,
    ledger,
    causalGraph,
    findings,
    hash,
    labels,
    outcome: told.outcome,
  });
}

/** Durations on measured devices; undefined if the scenario names none. */
function timesOf({ profileOf, parties }: Scenario): Profiled | undefined {
  if (profileOf === undefined) return undefined;
  const directory = new Directory(parties.roles);
  return new Profiled((actor) => profileOf(directory.name(actor)));
}

/** What must be said of packets that queues dropped. */
function droppedText(dropped: SimulationResult['dropped']): readonly string[] {
  if (dropped === undefined) return [];
  const { packets, most, link } = dropped;
  return [`queues dropped packets: ${packets}, of which ${most} at the ${link}`];
}
