/** Which client holds which points: every point is held by exactly one, and every client holds a point. */

import { CahootsError } from '../errors.ts';
import type { Random, Stream } from '../random.ts';
import { partitionByClass } from './class-partition.ts';
import type { DataSet } from './data-set.ts';
import { rowsByValue } from './rows-by-value.ts';

export type PartitionSpec =
  /** Shuffled and dealt out: sizes differ by at most one. */
  | { readonly by: 'iid' }
  /** As the data says. */
  | { readonly by: 'client' }
  /** At most this many classes on a client, the k' of SecFC, section 5.1; with all classes, the same as iid. */
  | { readonly by: 'class'; readonly classesPerClient: number };

/**
 * The row numbers of each client, ascending; clients that the data names come in the order of their numbers.
 * Draws from the stream `partition`. Throws `bad-input` with the path `clients` or `data.partition` where
 * the rule cannot be kept.
 */
export function partition(
  data: DataSet,
  spec: PartitionSpec,
  clients: number,
  random: Random,
): Uint32Array[] {
  if (!Number.isSafeInteger(clients) || clients < 1) throw refused('clients', 'a positive integer', clients);
  if (clients > data.points.rows) {
    throw refused('clients', `at most one for each of ${data.points.rows} points`, clients);
  }
  switch (spec.by) {
    case 'iid':
      return deal(data.points.rows, clients, random.stream('partition'));
    case 'client':
      return byOwner(data, clients);
    case 'class':
      return byClass(data, spec.classesPerClient, clients, random.stream('partition'));
  }
}

function byOwner({ owners }: DataSet, clients: number): Uint32Array[] {
  if (owners === undefined) {
    throw refused('data.partition', 'data that names the client of each point', 'none');
  }
  const shards = rowsByValue(owners);
  if (shards.length !== clients) {
    throw refused('clients', `${shards.length}, as the data names so many`, clients);
  }
  return shards;
}

function byClass(
  { points, truth }: DataSet,
  classesPerClient: number,
  clients: number,
  stream: Stream,
): Uint32Array[] {
  const path = 'data.partition.classesPerClient';
  if (truth === undefined) throw refused('data.partition', 'data that names the class of each point', 'none');
  if (!Number.isSafeInteger(classesPerClient) || classesPerClient < 1) {
    throw refused(path, 'a positive integer', classesPerClient);
  }

  const classes = rowsByValue(truth);
  if (classesPerClient >= classes.length) return deal(points.rows, clients, stream);
  if (clients * classesPerClient < classes.length) {
    const least = Math.ceil(classes.length / clients);
    throw refused(
      path,
      `at least ${least}, as ${clients} clients hold ${classes.length} classes`,
      classesPerClient,
    );
  }
  const shards = partitionByClass(classes, classesPerClient, clients, stream);
  const empty = shards.findIndex((shard) => shard.length === 0);
  if (empty >= 0) {
    throw refused(
      'data.partition',
      'enough points in every class for its clients',
      `none for client ${empty}`,
    );
  }
  return shards;
}

/** Deals shuffled rows like cards. */
function deal(rows: number, clients: number, stream: Stream): Uint32Array[] {
  const shuffled = stream.shuffle(Uint32Array.from({ length: rows }, (_, i) => i));
  return Array.from({ length: clients }, (_, client) => {
    const size = Math.ceil((rows - client) / clients);
    return Uint32Array.from({ length: size }, (__, i) => shuffled[client + i * clients]).toSorted();
  });
}

function refused(path: string, expected: string, got: number | string): CahootsError {
  return new CahootsError('bad-input', `expected ${expected}, got ${got}`, { path });
}
