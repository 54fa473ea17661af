/** What determines a run, as columns: with these, and the files that it names, anybody can repeat it. */

import { platform } from '#platform';
import type { Scenario } from '../scenario/load.ts';
import { Fingerprints, sha256 } from './fingerprint.ts';
import type { Provenance } from './provenance.ts';
import { joined, type Row } from './rows.ts';
import { settingCells } from './settings.ts';

/** The columns of a run that are known before it begins. */
export interface About extends Row, Made {
  /**
   * The run's key, from what determines it besides the code: SHA-256 over scenario, seed and files. Rows in
   * all tables refer to their run by it.
   */
  readonly run: string;
  readonly name: string;
  readonly seed: number;
  readonly protocol: string;
  /** The scenario as written, with overrides applied and its seed null: JSON. */
  readonly scenario: string;
  /** Its SHA-256. */
  readonly scenarioDigest: string;
}

/** What produced a run, besides its scenario. */
export interface Made extends Provenance {
  /** SHA-256 of every file that the scenario names, by name: JSON. */
  readonly files: string;
  /** The scenario's file, and the overrides, as given: for readers. */
  readonly file: string;
  readonly set: string;
}

export interface Asked {
  readonly file: string;
  /** Overrides. */
  readonly set?: readonly string[] | undefined;
}

/** The columns that are the same for all seeds of a scenario, computed once. */
export class Subject {
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #cells: Row;
  readonly made: Made;

  constructor({ name, source, settings }: Pick<Scenario, 'name' | 'source' | 'settings'>, made: Made) {
    const written = source as Readonly<Record<string, unknown>>;
    // Kept in its position, as the trace has the scenario as written.
    const scenario = JSON.stringify('seed' in written ? { ...written, seed: null } : written);
    const { seed: _, ...unseeded } = written;
    this.#source = unseeded;
    this.#cells = joined({ name, seed: 0 }, settingCells(settings), {
      scenario,
      scenarioDigest: sha256(scenario),
    });
    this.made = made;
  }

  /** @param fingerprints of the file's folder, if others have read the same files */
  static of(
    scenario: Scenario,
    { file, set = [] }: Asked,
    provenance: Provenance,
    fingerprints = new Fingerprints(platform.paths.dirname(file)),
  ): Subject {
    const files = JSON.stringify(fingerprints.files(scenario.files.named));
    return new Subject(scenario, { files, file, set: set.join(' '), ...provenance });
  }

  /** The columns of the run with this seed. */
  under(seed: number): About {
    const run = sha256(JSON.stringify([{ ...this.#source, seed }, this.made.files]));
    return joined({ run }, this.#cells, { seed }, { ...this.made }) as About;
  }
}
