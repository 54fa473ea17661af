/** The sources of data that come with Cahoots. */

import type { AnySource } from '../source.ts';
import { arrow } from './arrow.ts';
import { csv } from './csv.ts';
import { gaussianMixtureSource } from './gaussian-mixture.ts';
import { idx } from './idx.ts';
import { jsonl } from './jsonl.ts';
import { leaf } from './leaf.ts';
import { npy } from './npy.ts';
import { npz } from './npz.ts';
import { parquet } from './parquet.ts';

export const sources: readonly AnySource[] = [
  gaussianMixtureSource,
  csv,
  jsonl,
  parquet,
  arrow,
  npy,
  npz,
  idx,
  leaf,
];
