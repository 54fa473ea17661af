/** The front door of a run's data: whatever a scenario names as its source becomes one {@link DataSet}. */

import type { Random } from '../base/random.ts';
import { type CsvOptions, readCsv } from './csv.ts';
import type { DataSet } from './data-set.ts';
import { type GaussianMixture, gaussianMixture } from './gaussian-mixture.ts';
import { type IdxFiles, readIdxDataSet } from './idx.ts';
import { readLeaf } from './leaf.ts';
import { type NpyFiles, readNpyDataSet } from './npy.ts';
import { type Box, scaleToBox } from './scale.ts';

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

export interface IdxSource extends IdxFiles {
  readonly source: 'idx';
}

export interface LeafSource {
  readonly source: 'leaf';
  readonly file: string;
}

/** Files are absolute paths. */
export type DataSpec = (GaussianMixtureSource | CsvSource | NpySource | IdxSource | LeafSource) & {
  /** Where the points are scaled to; they stay as they are where it is not given. */
  readonly scale?: Box | undefined;
};

/** Draws or reads the data, and scales it. Throws `bad-input`; only the mixture draws from `random`. */
export function loadData(spec: DataSpec, random: Random): DataSet {
  const data = readSource(spec, random);
  return spec.scale === undefined ? data : { ...data, points: scaleToBox(data.points, spec.scale) };
}

function readSource(spec: DataSpec, random: Random): DataSet {
  switch (spec.source) {
    case 'gaussian-mixture':
      return gaussianMixture(spec, random);
    case 'csv':
      return readCsv(spec.file, spec);
    case 'npy':
      return readNpyDataSet(spec);
    case 'idx':
      return readIdxDataSet(spec);
    case 'leaf':
      return readLeaf(spec.file);
  }
}
