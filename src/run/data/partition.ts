/** Which client holds which points: every point is held by exactly one, and every client holds a point. */

import { z } from 'zod';
import { CahootsError } from '../../core/base/errors.ts';
import type { Random, Stream } from '../../core/base/random.ts';
import { partitionByClass } from './class-partition.ts';
import type { DataSet } from './data-set.ts';
import { partitionByDirichlet } from './dirichlet-partition.ts';
import { powerLawSizes } from './power-law-partition.ts';
import { rowsByValue } from './rows-by-value.ts';

/** How a scenario names a partition, with its settings. */
export type PartitionSpec = Readonly<Record<string, unknown>> & { readonly by: string };

/** What is dealt, and to how many. */
export interface Dealt {
  readonly data: DataSet;
  readonly clients: number;
  /** The stream `partition` of the scenario's data. */
  readonly stream: Stream;
}

/** A way to deal points to clients. `S` are the zod types of its settings, by name. */
export interface Partition<S extends z.ZodRawShape = z.ZodRawShape> {
  /** Its name in scenarios, under `data.partition.by`. */
  readonly name: string;
  /** What it does, in one line, to help choose. */
  readonly summary: string;
  /** The settings besides `by`. */
  readonly settings: S;
  /**
   * The row numbers of each client, ascending: every row once, and at least one for every client.
   * @throws CahootsError with a path in `data.partition` if the settings cannot be met
   */
  deal(settings: z.output<z.ZodObject<S>>, dealt: Dealt): readonly Uint32Array[];
}

/** Any partition: what lists of partitions hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- settings are invariant, and a list mixes them
export type AnyPartition = Partition<any>;

/** Declares a way to deal points to clients. */
export function partition<S extends z.ZodRawShape>(declared: Partition<S>): Partition<S> {
  return Object.freeze(declared);
}

/** Larger concentrations give nearly identical mixes anyway. */
const LARGEST_CONCENTRATION = 1e6;
/** Far beyond this, the first client holds all points but one for each other client anyway. */
export const LARGEST_EXPONENT = 100;

/** Our partitions, in the order in which they are listed. */
export const partitions: readonly AnyPartition[] = [
  partition({
    name: 'iid',
    summary: 'shuffled and dealt: sizes differ by at most one',
    settings: {},
    deal: (_, { data, clients, stream }) => deal(data.points.rows, clients, stream),
  }),
  partition({
    name: 'client',
    summary: 'as the data say',
    settings: {},
    deal: (_, { data, clients }) => byOwner(data, clients),
  }),
  partition({
    name: 'class',
    summary:
      "at most so many classes per client, the k' of SecFC, section 5.1; with all classes, the same as iid",
    settings: {
      classesPerClient: z
        .int()
        .min(1)
        .meta({ description: "k': a client holds points of at most this many classes" }),
    },
    deal: ({ classesPerClient }, { data, clients, stream }) =>
      byClass(data, classesPerClient, clients, stream),
  }),
  partition({
    name: 'dirichlet',
    summary: 'equal sizes and different mixes of classes: the smaller the concentration, the more different',
    settings: {
      concentration: z.number().gt(0).max(LARGEST_CONCENTRATION).meta({
        description: "alpha: the smaller, the more the clients' mixes of classes differ",
        example: 0.5,
      }),
    },
    deal: ({ concentration }, { data, clients, stream }) => byDirichlet(data, concentration, clients, stream),
  }),
  partition({
    name: 'power-law',
    summary:
      "shuffled, with sizes that decrease with a power of the client's number; client 1 is the largest",
    settings: {
      exponent: z.number().min(0).max(LARGEST_EXPONENT).meta({
        description: 'client j holds a share of the points proportional to j^-exponent',
        example: 1,
      }),
    },
    deal: ({ exponent }, { data, clients, stream }) =>
      byPowerLaw(data.points.rows, exponent, clients, stream),
  }),
];

/**
 * The row numbers of each client, ascending; clients named by the data are in order of their numbers. Draws
 * from the stream `partition`. Throws `bad-input` with the path `clients` or `data.partition` if the rule
 * cannot be satisfied.
 */
export function partitionPoints(
  data: DataSet,
  { by, ...settings }: PartitionSpec,
  clients: number,
  random: Random,
  known: readonly AnyPartition[] = partitions,
): readonly Uint32Array[] {
  if (!Number.isSafeInteger(clients) || clients < 1) throw refused('clients', 'a positive integer', clients);
  if (clients > data.points.rows) {
    throw refused('clients', `at most one for each of ${data.points.rows} points`, clients);
  }
  const found = known.find(({ name }) => name === by);
  if (found === undefined) throw refused('data.partition.by', 'a known partition', by);
  const shards: unknown = found.deal(settings, { data, clients, stream: random.stream('partition') });
  checkShards(by, shards, data.points.rows, clients);
  return sideBySide(shards, data.points.rows);
}

/** The same rows as views of one array: an array takes ten times as much room as the row of a client with one point. */
function sideBySide(shards: readonly Uint32Array[], rows: number): readonly Uint32Array[] {
  const all = new Uint32Array(rows);
  let end = 0;
  return shards.map((shard) => {
    const start = end;
    end += shard.length;
    all.set(shard, start);
    return all.subarray(start, end);
  });
}

/** A partition of somebody else may deal anything. */
function checkShards(
  by: string,
  shards: unknown,
  rows: number,
  clients: number,
): asserts shards is readonly Uint32Array[] {
  const refuse = (expected: string, got: string | number): never => {
    throw refused('data.partition', `${expected} from the partition ${by}`, got);
  };
  if (
    !Array.isArray(shards) ||
    shards.length !== clients ||
    !shards.every((one) => one instanceof Uint32Array)
  )
    return refuse(`a list of ${clients} Uint32Arrays of rows`, 'something else');
  const holder = new Int32Array(rows).fill(-1);
  shards.forEach((shard, client) => {
    if (shard.length === 0) refuse('a point for every client', `none for client ${client + 1}`);
    shard.forEach((row, i) => {
      if (row >= rows) refuse(`rows below ${rows}`, row);
      if (i > 0 && row <= shard[i - 1]) refuse('ascending rows', `${row} after ${shard[i - 1]}`);
      if (holder[row] >= 0) refuse('every row once', `row ${row} twice`);
      holder[row] = client;
    });
  });
  const left = holder.indexOf(-1);
  if (left >= 0) refuse('every row once', `none with row ${left}`);
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

/** Deals shuffled rows like cards. Shards lie side by side in one memory: a million of their own would take twice as much. */
function deal(rows: number, clients: number, stream: Stream): Uint32Array[] {
  const shuffled = shuffledRows(rows, stream);
  const dealt = new Uint32Array(rows);
  const shards: Uint32Array[] = [];
  let at = 0;
  for (let client = 0; client < clients; client++) {
    const start = at;
    for (let card = client; card < rows; card += clients) dealt[at++] = shuffled[card];
    // oxlint-disable-next-line unicorn/no-array-sort -- in its place
    shards.push(dealt.subarray(start, at).sort());
  }
  return shards;
}

function shuffledRows(rows: number, stream: Stream): Uint32Array {
  return stream.shuffle(Uint32Array.from({ length: rows }, (_, i) => i));
}

function refused(path: string, expected: string, got: number | string): CahootsError {
  return new CahootsError('bad-input', `expected ${expected}, got ${got}`, { path });
}
