/** Shrinks a failing scenario to the smallest that fails in the same way. */

import { CahootsError } from '../../core/base/errors.ts';
import { kindOf } from '../../run/fault/kind.ts';
import { type Plugged, protocolNamed, registryOf } from '../../run/plugin/registry.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { run } from '../../run/execute/run.ts';
import { reloadScenario, type Scenario } from '../../run/scenario/load.ts';
import { ddmin, smallest } from './ddmin.ts';
import type { ScenarioValues } from './document.ts';
import { crash, type SwarmOutcome, swarmOutcomeOf, swarmOutcomeText, sameOutcome } from './outcome.ts';
import {
  integersOf,
  simplerFaults,
  withClients,
  withFaults,
  withNames,
  without,
  withSetting,
} from './simpler.ts';

/** The most runs that are tried. */
export const MOST_RUNS = 500;

/** Outcomes without a failure, for which there is nothing to shrink. */
const FINE = new Set(['exact', 'finished', 'without some']);

export interface ShrinkOptions extends Plugged {
  /** Used in errors. */
  readonly name: string;
  /** The folder that data files are relative to. */
  readonly folder: string;
  /** See {@link LoadOptions}. */
  readonly foreign?: boolean | undefined;
  /** Called after every run that was tried. */
  readonly onRun?: ((runs: number, most: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Shrunk {
  /** Its failure, the same as that of the original scenario. */
  readonly outcome: SwarmOutcome;
  readonly values: ScenarioValues;
  /** How many runs were tried. */
  readonly runs: number;
  /** False if the limit on runs was reached before there was nothing left to try. */
  readonly smallest: boolean;
}

/**
 * Tries fewer faults, rounds, points and clients, smaller settings and simpler faults, until none of these makes it smaller.
 * The same scenario always shrinks to the same result.
 *
 * @throws CahootsError if the scenario does not fail
 */
export async function shrink(scenario: Scenario, options: ShrinkOptions): Promise<Shrunk> {
  const shrinker = new Shrinker(withNames(scenario.source as ScenarioValues), options);
  return await shrinker.shrink();
}

class Shrinker {
  readonly #options: ShrinkOptions;
  /** The smallest so far. */
  #values: ScenarioValues;
  #outcome: SwarmOutcome = { kind: 'exact' };
  #runs = 0;
  readonly #tried = new Map<string, boolean>();

  constructor(values: ScenarioValues, options: ShrinkOptions) {
    this.#values = values;
    this.#options = options;
  }

  async shrink(): Promise<Shrunk> {
    const { name } = this.#options;
    this.#outcome = (await this.#play(this.#values)) ?? this.#outcome;
    if (FINE.has(this.#outcome.kind)) {
      const message = `expected a run that fails, got one whose outcome is ${swarmOutcomeText(this.#outcome)}`;
      throw new CahootsError('bad-input', message, { file: name });
    }
    for (let before; before !== this.#values && !this.#exhausted;) {
      before = this.#values;
      await this.#fewerFaults();
      await this.#withoutNames();
      await this.#fewerPointsAndRounds();
      await this.#smallerSettings();
      await this.#fewerClients();
      await this.#simplerFaults();
      await this.#fewerSections();
    }
    return {
      outcome: this.#outcome,
      values: this.#values,
      runs: this.#runs,
      smallest: !this.#exhausted,
    };
  }

  get #protocol(): AnyProtocol {
    return protocolNamed(this.#options, String(this.#values.protocol.name));
  }

  get #exhausted(): boolean {
    return this.#runs >= MOST_RUNS;
  }

  async #fewerFaults(): Promise<void> {
    const { faults = [] } = this.#values;
    await ddmin(faults, (some) => this.#take(withFaults(this.#values, some)));
  }

  async #fewerPointsAndRounds(): Promise<void> {
    const { data } = this.#values;
    const { sources } = registryOf(this.#options.plugins);
    const { sizes = [] } = sources.find(({ name }) => name === data['source']) ?? {};
    for (const [key, value] of integersOf(data, 1).filter(([setting]) => sizes.includes(setting))) {
      await smallest(value, 1, (fewer) => this.#take(withSetting(this.#values, 'data', key, fewer)));
    }
    const { maxIterations = MOST_ITERATIONS } = this.#values.protocol;
    await smallest(Number(maxIterations), 1, (fewer) =>
      this.#take(withSetting(this.#values, 'protocol', 'maxIterations', fewer)),
    );
  }

  async #smallerSettings(): Promise<void> {
    const settings = integersOf(this.#values.protocol, 1).filter(([key]) => key !== 'maxIterations');
    for (const [key, value] of settings) {
      await smallest(value, 1, (less) => this.#take(withSetting(this.#values, 'protocol', key, less)));
    }
  }

  async #fewerClients(): Promise<void> {
    const { holders } = this.#protocol;
    await smallest(this.#values.clients, 1, (fewer) => this.#take(withClients(this.#values, fewer, holders)));
  }

  async #simplerFaults(): Promise<void> {
    const { faults: kinds } = registryOf(this.#options.plugins);
    const { roles: declared, holders } = this.#protocol;
    const roles = Object.keys(declared).map((role) => (role === holders ? 'clients' : role));
    for (let i = 0; i < (this.#values.faults ?? []).length; i++) {
      for (let simpler = true; simpler && !this.#exhausted;) {
        simpler = false;
        const { faults = [] } = this.#values;
        for (const candidate of simplerFaults(faults[i], kindOf(faults[i].fault, kinds), roles)) {
          simpler = await this.#take(withFaults(this.#values, faults.with(i, candidate)));
          if (simpler) break;
        }
      }
    }
  }

  async #fewerSections(): Promise<void> {
    const { expect } = this.#values;
    for (const section of ['description', 'compare', 'swarm', 'collusion', 'devices', 'network', 'limits']) {
      if (section in this.#values) await this.#take(without(this.#values, section));
    }
    for (const property of Object.keys(expect ?? {})) {
      const fewer = without(this.#values['expect'] as object, property);
      const { length } = Object.keys(fewer);
      await this.#take(length === 0 ? without(this.#values, 'expect') : { ...this.#values, expect: fewer });
    }
  }

  /** A person would not have named the faults. Without their names, faults may draw differently, so that the run no longer fails. */
  async #withoutNames(): Promise<void> {
    const { faults = [] } = this.#values;
    const unnamed = faults.map((fault) => without(fault, 'name'));
    await this.#take(withFaults(this.#values, unnamed));
  }

  /** Continues with a candidate if it is different and fails in the same way. */
  async #take(candidate: ScenarioValues): Promise<boolean> {
    const key = JSON.stringify(candidate);
    if (key === JSON.stringify(this.#values)) return false;
    let breaks = this.#tried.get(key);
    if (breaks === undefined) {
      if (this.#exhausted) return false;
      const outcome = await this.#play(candidate);
      breaks = outcome !== undefined && sameOutcome(outcome, this.#outcome);
      this.#tried.set(key, breaks);
    }
    if (breaks) this.#values = candidate;
    return breaks;
  }

  /** The outcome of a candidate; undefined if it cannot run at all. */
  async #play(values: ScenarioValues): Promise<SwarmOutcome | undefined> {
    const { plugins, name, folder, foreign = false, onRun, signal } = this.#options;
    signal?.throwIfAborted();
    let scenario: Scenario;
    try {
      scenario = reloadScenario(values, name, folder, { plugins, foreign });
    } catch (error) {
      if (error instanceof CahootsError) return undefined;
      throw error;
    }
    this.#runs++;
    onRun?.(this.#runs, MOST_RUNS);
    try {
      const { ending, findings } = await run(scenario, { plugins, guard: true, signal });
      signal?.throwIfAborted();
      return swarmOutcomeOf(ending, findings);
    } catch (error) {
      signal?.throwIfAborted();
      return crash(error);
    }
  }
}

/** The default of `maxIterations`. */
const MOST_ITERATIONS = 100;
