/** Trials as jobs, which any thread of any machine can do. */

import { blaming } from '../../run/plugin/blame.ts';
import { type Plugged, protocolNamed } from '../../run/plugin/registry.ts';
import { reloadScenario, type Scenario } from '../../run/scenario/load.ts';
import { sha256 } from '../../run/tidy/fingerprint.ts';
import { runBatch, type BatchOptions } from '../../studies/batch/batch.ts';
import type { Files, Job, Surroundings } from '../../studies/executor/job.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { type Experiment, type ObserveOptions, observer, type TrialRange } from './experiment.ts';

/** Where a scenario comes from. */
export interface Origin {
  /** Its name in errors. */
  readonly file: string;
  /** The folder that its data files are relative to. */
  readonly folder: string;
  /** Whether it comes from a trace, which may be somebody else's. */
  readonly foreign: boolean;
}

/** One trial of the experiment that `of` describes. */
export interface TrialRequest<D> extends Origin {
  /** {@link Scenario.source} */
  readonly source: unknown;
  readonly of: D;
  /** From 0. */
  readonly trial: number;
}

/** The requests for trials of an experiment. */
export function requestsFor<D>(
  { source }: Scenario,
  origin: Origin,
  of: D,
  { from, to }: TrialRange,
): TrialRequest<D>[] {
  return Array.from({ length: to - from }, (_, i) => ({ ...origin, source, of, trial: from + i }));
}

/** The scenario of the previous request, and its experiments: its data may be large, and all trials share it. */
let last: { readonly key: string; readonly loaded: Loaded } | undefined;

interface Loaded {
  readonly scenario: Scenario;
  readonly protocol: AnyProtocol;
  /** By what requests say of them. */
  readonly experiments: Map<string, Experiment<unknown, unknown>>;
}

/**
 * Plays a trial that was requested.
 * @param noise the part of all noise that is drawn; absent: all of it
 * @throws CahootsError if the scenario cannot run here
 */
export async function playTrial<D, T>(
  request: TrialRequest<D>,
  surroundings: Surroundings,
  experimentOf: (scenario: Scenario, protocol: AnyProtocol, of: D) => Experiment<T, unknown>,
  noise?: ObserveOptions['noise'],
): Promise<T> {
  const { plugins } = surroundings;
  const { scenario, protocol, experiments } = loadedFor(request, surroundings);
  return blaming({ plugins }, [protocol.name], () => {
    const key = JSON.stringify(request.of);
    const known = experiments.get(key) as Experiment<T, unknown> | undefined;
    const experiment = known ?? experimentOf(scenario, protocol, request.of);
    experiments.set(key, experiment);
    return experiment.trial(request.trial, observer(protocol, { plugins, noise }));
  });
}

function loadedFor(
  { source, folder, file, foreign }: TrialRequest<unknown>,
  { plugins, locate }: Surroundings,
): Loaded {
  const key = JSON.stringify([source, folder, foreign]);
  if (last?.key === key) return last.loaded;
  const scenario = reloadScenario(source, file, folder, { plugins, foreign, locate });
  const protocol = protocolNamed({ plugins }, scenario.protocol);
  const loaded = { scenario, protocol, experiments: new Map<string, Experiment<unknown, unknown>>() };
  last = { key, loaded };
  return loaded;
}

export interface TrialsOptions extends BatchOptions, Plugged {
  /** SHA-256 of the files that the scenario names, by their paths, to be sent to trials elsewhere. */
  readonly files: Files;
}

/**
 * The trials of these requests, wherever they are played, in their order.
 * @throws CahootsError if one is refused, or the signal's reason if it is aborted
 */
export function playTrials<D, T>(
  job: Job<TrialRequest<D>, T>,
  scenario: Scenario,
  requests: readonly TrialRequest<D>[],
  { files, ...options }: TrialsOptions,
): Promise<T[]> {
  return runBatch(job, requests, {
    ...options,
    keys: requests.map((request) => sha256(JSON.stringify([request, files]))),
    files: () => files,
    varies: () => scenario.durations === 'measured',
  });
}
