/** Flags that several commands take, each with one meaning. */

import { integer, text, texts, toggle } from './flag.ts';

export const PLUGIN = texts(
  'FILE',
  'load protocols, attacks, faults, sources and figures from this module too',
);
export const SEED = integer('N', 'the seed, in place of the one in the scenario', {
  most: Number.MAX_SAFE_INTEGER,
});
export const THREADS = integer('N', 'worker threads that compute (0: none); no result depends on it', {
  most: 256,
});
export const SET = texts('PATH=VALUE', 'one setting, in place of what the scenario says; a YAML value');
export const JSON_FLAG = toggle('print JSON in place of text');
export const DATA = text('DIR', 'the folder below which data files that a trace names are read');
