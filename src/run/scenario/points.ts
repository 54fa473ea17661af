/** The points of a scenario: read, some held out, the others partitioned over the clients. */

import type { Matrix } from '../../core/base/matrix.ts';
import type { Random } from '../../core/base/random.ts';
import { type ClientNames, clientNamesOf } from '../data/client-names.ts';
import type { DataSet } from '../data/data-set.ts';
import { holdOut } from '../data/hold-out.ts';
import { loadData } from '../data/load.ts';
import { type AnyPartition, partitionPoints } from '../data/partition.ts';
import type { AnyScaling } from '../data/scaling.ts';
import type { AnySource } from '../data/source.ts';
import type { FindFile, ListFiles } from './data-files.ts';
import type { ScenarioDocument } from './schema.ts';

export interface ScenarioPoints {
  readonly data: DataSet;
  /** Points that were held out of the data. */
  readonly heldOut?: Matrix;
  /** The rows of the data that each client holds. */
  readonly shards: readonly Uint32Array[];
  /** What the data call the clients; absent if they do not say who holds a point, or the points are partitioned otherwise. */
  readonly clientNames?: ClientNames;
}

/** What points are made from. */
interface Origin {
  readonly sources: readonly AnySource[];
  readonly partitions: readonly AnyPartition[];
  readonly scalings: readonly AnyScaling[];
  readonly files: FindFile;
  readonly list: ListFiles;
  /** The scenario's; what is random about points comes from its scope `data`. */
  readonly random: Random;
}

/**
 * The points of a scenario, and who holds them.
 * @param clients the names of its clients
 * @throws CahootsError with a path in `data` if they cannot be read, held out or partitioned
 */
export function scenarioPoints(
  { data: section }: ScenarioDocument,
  clients: readonly string[],
  { sources, partitions, scalings, files: path, list, random }: Origin,
): ScenarioPoints {
  const { source: name, partition: rule, holdOut: held, ...settings } = section;
  const drawn = random.scope('data');
  const source = sources.find((candidate) => candidate.name === name) as AnySource;
  const kept = holdOut(loadData(source, settings, { path, list, random: drawn }, scalings), held, drawn);
  const shards = partitionPoints(kept.data, rule, clients.length, drawn, partitions);
  const clientNames = rule.by === 'client' ? clientNamesOf(kept.data, clients, shards) : undefined;
  return { ...kept, shards, ...(clientNames && { clientNames: Object.freeze(clientNames) }) };
}
