/** Which client holds which points: every point is held by exactly one, and every client holds a point. */

import { CahootsError } from '../../core/base/errors.ts';
import type { Random, Stream } from '../../core/base/random.ts';
import { partitionByClass } from './class-partition.ts';
import type { DataSet } from './data-set.ts';
import { partitionByDirichlet } from './dirichlet-partition.ts';
import { powerLawSizes } from './power-law-partition.ts';
import { rowsByValue } from './rows-by-value.ts';

export type PartitionSpec =
  /** Shuffled and dealt: sizes differ by at most one. */
  | { readonly by: 'iid' }
  /** As given by the data. */
  | { readonly by: 'client' }
  /**
   * At most this many classes per client, the k' of SecFC, section 5.1; with all classes, the same as iid.
   */
  | { readonly by: 'class'; readonly classesPerClient: number }
  /** Equal sizes and different mixes of classes: the smaller the concentration, the more different. */
  | { readonly by: 'dirichlet'; readonly concentration: number }
  /** Shuffled, with sizes that decrease with a power of the client's number; client 1 is the largest. */
  | { readonly by: 'power-law'; readonly exponent: number };

/** Larger concentrations give nearly identical mixes anyway. */
export const LARGEST_CONCENTRATION = 1e6;
/** Far beyond this, the first client holds all points but one for each other client anyway. */
export const LARGEST_EXPONENT = 100;

/**
 * The row numbers of each client, ascending; clients named by the data are in order of their numbers. Draws
 * from the stream `partition`. Throws `bad-input` with the path `clients` or `data.partition` if the rule
 * cannot be satisfied.
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
    case 'dirichlet':
      return byDirichlet(data, spec.concentration, clients, random.stream('partition'));
    case 'power-law':
      return byPowerLaw(data.points.rows, spec.exponent, clients, random.stream('partition'));
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
  if (!Number.isSafeInteger(classesPerClient) || classesPerClient < 1) {
    throw refused(path, 'a positive integer', classesPerClient);
  }

  const classes = rowsByClass(truth);
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

function byDirichlet(
  { truth }: DataSet,
  concentration: number,
  clients: number,
  stream: Stream,
): Uint32Array[] {
  if (!(concentration > 0 && concentration <= LARGEST_CONCENTRATION)) {
    const expected = `a number above 0 and up to ${LARGEST_CONCENTRATION}`;
    throw refused('data.partition.concentration', expected, concentration);
  }
  return partitionByDirichlet(rowsByClass(truth), concentration, clients, stream);
}

function byPowerLaw(rows: number, exponent: number, clients: number, stream: Stream): Uint32Array[] {
  if (!(exponent >= 0 && exponent <= LARGEST_EXPONENT)) {
    throw refused('data.partition.exponent', `a number from 0 to ${LARGEST_EXPONENT}`, exponent);
  }
  const shuffled = shuffledRows(rows, stream);
  let at = 0;
  return powerLawSizes(rows, clients, exponent).map((size) => {
    at += size;
    return shuffled.slice(at - size, at).toSorted();
  });
}

function rowsByClass(truth: DataSet['truth']): Uint32Array[] {
  if (truth === undefined) throw refused('data.partition', 'data that names the class of each point', 'none');
  return rowsByValue(truth);
}

/** Deals shuffled rows like cards. */
function deal(rows: number, clients: number, stream: Stream): Uint32Array[] {
  const shuffled = shuffledRows(rows, stream);
  return Array.from({ length: clients }, (_, client) => {
    const size = Math.ceil((rows - client) / clients);
    return Uint32Array.from({ length: size }, (__, i) => shuffled[client + i * clients]).toSorted();
  });
}

function shuffledRows(rows: number, stream: Stream): Uint32Array {
  return stream.shuffle(Uint32Array.from({ length: rows }, (_, i) => i));
}

function refused(path: string, expected: string, got: number | string): CahootsError {
  return new CahootsError('bad-input', `expected ${expected}, got ${got}`, { path });
}
