/** Many runs of one scenario, each under random faults of its own. */

import { dirname } from 'node:path';
import { defined } from '../../core/base/defined.ts';
import { CahootsError } from '../../core/base/errors.ts';
import type { Ground } from '../../run/fault/draw.ts';
import { type Plugged, protocolNamed, registryOf } from '../../run/plugin/registry.ts';
import { everyone } from '../../core/protocol/parties.ts';
import { Random } from '../../core/base/random.ts';
import { run } from '../../run/execute/run.ts';
import { loadFairly } from '../../run/scenario/fair-start.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Budget } from '../../run/scenario/swarm.ts';
import { type Made, Subject } from '../../run/tidy/about.ts';
import { Fingerprints } from '../../run/tidy/fingerprint.ts';
import { writeBeside } from '../tables/figure-files.ts';
import { provenanceOf } from '../tables/provenance.ts';
import { journalOf, keepingRows } from '../batch/journal.ts';
import { runBatch, type BatchOptions } from '../batch/batch.ts';
import type { FaultDocument, ScenarioValues } from './document.ts';
import { crash } from './outcome.ts';
import { drawSchedule } from './schedule.ts';
import { type Played, playedOf, rowOf, type SwarmRow, swarmRun } from './swarm-job.ts';

export interface SwarmOptions extends BatchOptions, Plugged {
  /** How many, each with a seed of its own, from the scenario's on. */
  readonly runs: number;
  /** Overrides the file's seed. */
  readonly seed?: number | undefined;
  /** Settings that override the file's. */
  readonly set?: readonly string[] | undefined;
  /** Whether every run takes a fair start, see {@link loadFairly}. */
  readonly fairStart?: boolean | undefined;
  /** Whether all faults stop, so that the remaining parties must finish. */
  readonly heals?: boolean | undefined;
  /** A file that keeps finished runs, which are not run again; what their figures mean is written beside it. */
  readonly journal?: string | undefined;
  /** Whether to make the rows of runs and to hash their traces, if there is no journal: by default it is not done. */
  readonly rows?: boolean | undefined;
}

/** One run, and how to reproduce it. */
export interface SwarmRun extends Played {
  readonly seed: number;
  readonly faults: readonly FaultDocument[];
  /** The settings that overrode the file's. */
  readonly set: readonly string[];
}

export interface Swarm {
  readonly scenario: Scenario;
  readonly budget: Budget;
  /** Faults begin before this. */
  readonly spanNs: number;
  /** The types of messages in a run without faults. */
  readonly messages: readonly string[];
  readonly runs: readonly SwarmRun[];
  /** The runs as rows, with their provenance; of those that nobody keeps, only outcomes, seeds and notes. */
  readonly rows: readonly SwarmRow[];
}

/**
 * Draws a schedule of faults for every seed, in addition to the scenario's own faults, and runs them all.
 * @throws CahootsError for a scenario that cannot run
 */
export async function swarm(file: string, options: SwarmOptions): Promise<Swarm> {
  const { plugins, runs, heals = false, fairStart } = options;
  const { scenario, set } = loadFairly(file, { plugins, set: options.set, fairStart });
  const first = options.seed ?? scenario.seed;
  if (first > Number.MAX_SAFE_INTEGER - (runs - 1)) {
    const message = `expected seeds up to ${Number.MAX_SAFE_INTEGER}, got ${runs} from ${first} on`;
    throw new CahootsError('bad-input', message, { file, path: 'seed' });
  }
  const ground = await survey(scenario, plugins, heals);
  const { faults: kinds } = registryOf(plugins);
  const own = (scenario.source as ScenarioValues).faults ?? [];
  const plans = Array.from({ length: runs }, (_, i) => {
    const seed = first + i;
    const drawn = drawSchedule(scenario.swarm, ground, new Random(seed).scope('swarm'), kinds);
    const faults = [...own, ...drawn];
    const settings = [...set, `faults=${JSON.stringify(faults)}`, ...(heals ? ['expect.finishes=true'] : [])];
    return { seed, faults, set: settings };
  });
  const fingerprints = new Fingerprints(dirname(file));
  const journal = journalOf(options);
  // Most swarms are only counted: nobody reads their rows.
  const isKept = journal !== undefined || options.rows === true;
  const made = isKept
    ? Subject.of(scenario, { file, set }, provenanceOf(plugins), fingerprints).made
    : undefined;
  const madeBy = (at: number): Made | undefined => made && { ...made, set: plans[at].set.join(' ') };
  const files = fingerprints.filesOf(file, scenario.files);
  const keys = plans.map((plan) =>
    fingerprints.of({ source: scenario.source, ...plan }, scenario.files.named),
  );
  const figures = registryOf(plugins).figures.ofProtocols([scenario.protocol]);
  const jobs = (): Promise<SwarmRow[]> =>
    runBatch(
      swarmRun,
      plans.map(({ seed, set: settings }, at) => defined({ file, seed, set: settings, made: madeBy(at) })),
      {
        ...options,
        rescue: (error, at) => rowOf(crash(error), { ...madeBy(at), seed: plans[at].seed }),
        keys,
        journal: journal && keepingRows(journal),
        files: () => files,
      },
    );
  const outcomes = await writeBeside(options.journal, figures, 'jsonl')
    .then(jobs)
    .finally(() => journal?.close());
  return {
    scenario,
    budget: scenario.swarm,
    spanNs: ground.spanNs,
    messages: ground.messages.map(({ name }) => name),
    runs: plans.map((plan, i) => ({ ...plan, ...playedOf(outcomes[i]) })),
    rows: outcomes,
  };
}

/** Runs the scenario once without drawn faults, with its own seed, to learn what faults can affect. */
async function survey(scenario: Scenario, plugins: SwarmOptions['plugins'], heals: boolean): Promise<Ground> {
  const { endNs, ledger } = await run(scenario, { plugins });
  const said = new Set(ledger.traffic().map(({ type }) => type));
  const types = protocolNamed({ plugins }, scenario.protocol).messages;
  return {
    clients: scenario.parties.clients,
    everyone: everyone(scenario.parties),
    messages: [...said].flatMap((name) => types.find((type) => type.name === name) ?? []),
    rounds: ledger.rounds.at(-1)?.round ?? 0,
    spanNs: scenario.swarm.within ?? endNs,
    heals,
  };
}
