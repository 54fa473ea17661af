/** The front door of a run's data: whatever a scenario names as its source becomes one {@link DataSet}. */

import type { Random } from '../random.ts';
import { type CsvOptions, readCsv } from './csv.ts';
import type { DataSet } from './data-set.ts';
import { type GaussianMixture, gaussianMixture } from './gaussian-mixture.ts';
import { type NpyFiles, readNpyDataSet } from './npy.ts';

export interface GaussianMixtureSource extends GaussianMixture {
  readonly source: 'gaussian-mixture';
}

export interface CsvSource extends CsvOptions {
  readonly source: 'csv';
  readonly file: string;
}

export interface NpySource extends NpyFiles {
  readonly source: 'npy';
}

/** Files are absolute paths. */
export type DataSpec = GaussianMixtureSource | CsvSource | NpySource;

/** Draws or reads the data. Throws `bad-input`; only the mixture draws from `random`. */
export function loadData(spec: DataSpec, random: Random): DataSet {
  switch (spec.source) {
    case 'gaussian-mixture':
      return gaussianMixture(spec, random);
    case 'csv':
      return readCsv(spec.file, spec);
    case 'npy':
      return readNpyDataSet(spec);
  }
}
