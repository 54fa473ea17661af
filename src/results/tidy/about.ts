/** What a run is of, as columns: with these, and the files that it names, anybody can make it again. */

import { dirname } from 'node:path';
import type { Scenario } from '../../scenario/load.ts';
import { Fingerprints, sha256 } from './fingerprint.ts';
import type { Provenance } from './provenance.ts';
import { type Row, tidy } from './rows.ts';
import { settingCells } from './settings.ts';

/** The columns of a run that are known before it begins. */
export interface About extends Row, Made {
  /** What the run follows from beside the code: SHA-256 over scenario, seed and files. Rows of all tables know their run by it. */
  readonly run: string;
  readonly name: string;
  readonly seed: number;
  readonly protocol: string;
  /** The scenario as it is written, settings from outside laid over it, its seed null: JSON. */
  readonly scenario: string;
  /** SHA-256 of it. */
  readonly scenarioDigest: string;
}

/** What made a run, beside its scenario. */
export interface Made extends Provenance {
  /** SHA-256 of every file that the scenario names, by name: JSON. */
  readonly files: string;
  /** The scenario's file, and the settings that were laid over it, as they were given: for people. */
  readonly file: string;
  readonly set: string;
}

export interface Asked {
  readonly file: string;
  /** Settings that were laid over it. */
  readonly set?: readonly string[];
}

/** What stays the same over the seeds of a scenario, so that it is found out once. */
export class Subject {
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #cells: Row;
  readonly made: Made;

  constructor({ name, source, settings }: Pick<Scenario, 'name' | 'source' | 'settings'>, made: Made) {
    const written = source as Readonly<Record<string, unknown>>;
    // Left in its place: the trace has the scenario as it is written.
    const scenario = JSON.stringify('seed' in written ? { ...written, seed: null } : written);
    const { seed: _, ...unseeded } = written;
    this.#source = unseeded;
    this.#cells = {
      name,
      seed: 0,
      ...settingCells(settings),
      scenario,
      scenarioDigest: sha256(scenario),
    };
    this.made = made;
  }

  /** @param fingerprints of the folder of its file, where others have read the same files */
  static of(
    scenario: Scenario,
    { file, set = [] }: Asked,
    provenance: Provenance,
    fingerprints = new Fingerprints(dirname(file)),
  ): Subject {
    const { seed: _, ...unseeded } = scenario.source as Readonly<Record<string, unknown>>;
    const files = JSON.stringify(fingerprints.files(unseeded));
    return new Subject(scenario, { files, file, set: set.join(' '), ...provenance });
  }

  /** The columns of its run under a seed. */
  under(seed: number): About {
    const run = sha256(JSON.stringify([{ ...this.#source, seed }, this.made.files]));
    return tidy({ run, ...this.#cells, seed, ...this.made }) as About;
  }
}
