/** What a run is of, as columns: with these, and the files that it names, anybody can make it again. */

import { dirname } from 'node:path';
import type { Scenario } from '../scenario/load.ts';
import { Fingerprints, sha256 } from './fingerprint.ts';
import type { Provenance } from './provenance.ts';
import type { Row } from './rows.ts';
import { settingCells } from './settings.ts';

/** The columns of a run that are known before it begins. */
export interface About extends Row {
  /** What the run follows from beside the code: SHA-256 over scenario, seed and files. Rows of all tables know their run by it. */
  readonly run: string;
  readonly name: string;
  readonly protocol: string;
  readonly seed: number;
  /** The scenario as it is written, settings from outside laid over it, without the seed: JSON. */
  readonly scenario: string;
  /** SHA-256 of it. */
  readonly scenarioDigest: string;
  /** SHA-256 of every file that it names, by name: JSON. */
  readonly files: string;
  /** As it was named, for people. */
  readonly file: string;
  readonly set: string;
  readonly cahoots: string;
  readonly code: string;
}

export interface Asked {
  readonly file: string;
  /** Settings that were laid over it. */
  readonly set?: readonly string[];
}

/** What stays the same over the seeds of a scenario, so that it is found out once. */
export class Subject {
  readonly #fingerprints: Fingerprints;
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #settings: Row;
  readonly #last: Row;
  readonly #name: string;

  /** @param fingerprints of the folder of its file, where others have read the same files */
  constructor(
    { name, source, settings }: Scenario,
    { file, set = [] }: Asked,
    provenance: Provenance,
    fingerprints = new Fingerprints(dirname(file)),
  ) {
    const { seed: _, ...unseeded } = source as Readonly<Record<string, unknown>>;
    this.#fingerprints = fingerprints;
    this.#source = unseeded;
    this.#name = name;
    this.#settings = settingCells(settings);
    this.#last = {
      scenario: JSON.stringify(unseeded),
      scenarioDigest: sha256(JSON.stringify(unseeded)),
      files: JSON.stringify(fingerprints.files(unseeded)),
      file,
      set: set.join(' '),
      ...provenance,
    };
  }

  /** The columns of its run under a seed. */
  under(seed: number): About {
    const run = this.#fingerprints.of({ ...this.#source, seed });
    return { run, name: this.#name, seed, ...this.#settings, ...this.#last } as About;
  }
}
