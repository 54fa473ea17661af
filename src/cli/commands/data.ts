/** `cahoots data`, as it is called. */

import { command } from '../command.ts';
import { text, texts } from '../flag.ts';
import { JSON_FLAG, SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  label: text('COLUMN', 'the column of a CSV file that holds the true cluster'),
  client: text('COLUMN', 'the column of a CSV file that says who holds a point'),
  ignore: texts('COLUMN', 'a column of a CSV file that is not a coordinate'),
  seed: SEED,
  set: SET,
  json: JSON_FLAG,
};

export type DataFlags = typeof FLAGS;

export const DATA = command({
  name: 'data',
  group: 'scenarios and data',
  summary: 'describe a data file, or the data of a scenario',
  details:
    'A data file is a table (CSV, JSON lines, Parquet, Arrow), arrays (NPY, NPZ), IDX or LEAF. The description has ranges, classes, clients and missing values.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [['data scenarios/quickstart.yaml', 'the data of a scenario, as its clients hold them']],
});
