/** The points of a scenario: read, some held out, the others partitioned over the clients. */

import type { Matrix } from '../../core/base/matrix.ts';
import type { Random } from '../../core/base/random.ts';
import type { DataSet } from '../data/data-set.ts';
import { holdOut } from '../data/hold-out.ts';
import { loadData } from '../data/load.ts';
import { partition } from '../data/partition.ts';
import type { AnySource } from '../data/source.ts';
import type { FindFile } from './data-files.ts';
import type { ScenarioDocument } from './schema.ts';

export interface ScenarioPoints {
  readonly data: DataSet;
  /** Points that were held out of the data. */
  readonly heldOut?: Matrix;
  /** The rows of the data that each client holds. */
  readonly shards: readonly Uint32Array[];
}

/**
 * @param random the scenario's; what is random about points comes from its scope `data`
 * @throws CahootsError with a path in `data` if they cannot be read, held out or partitioned
 */
export function scenarioPoints(
  { data: section, clients }: ScenarioDocument,
  sources: readonly AnySource[],
  path: FindFile,
  random: Random,
): ScenarioPoints {
  const { source: name, partition: rule, holdOut: held, ...settings } = section;
  const drawn = random.scope('data');
  const source = sources.find((candidate) => candidate.name === name) as AnySource;
  const kept = holdOut(loadData(source, settings, { path, random: drawn }), held, drawn);
  return { ...kept, shards: partition(kept.data, rule, clients, drawn) };
}
