/** A federation's points in files that a scenario reads, and the points that its server has itself. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { CahootsError } from '../../../src/core/base/errors.ts';
import type { Stream } from '../../../src/core/base/random.ts';

export interface Federation {
  /** Files of the points, and of the clients that hold them. */
  readonly points: string;
  readonly clients: string;
  readonly holders: number;
  /** The largest norm of a point. */
  readonly norm: number;
  /** The server's points, which no client has. */
  readonly server: readonly (readonly number[])[];
}

/** One point, and who holds it. */
export interface Held {
  readonly point: readonly number[];
  readonly holder: string;
}

/**
 * Writes the files.
 *
 * @param out a folder for them
 * @param name with which their names begin
 */
export function writeFederation(
  out: string,
  name: string,
  held: readonly Held[],
  server: Federation['server'],
): Federation {
  const holders = [...new Set(held.map(({ holder }) => holder))].toSorted();
  const places = new Map(holders.map((holder, at) => [holder, at]));
  mkdirSync(out, { recursive: true });
  const points = join(out, `${name}-points.npy`);
  const clients = join(out, `${name}-clients.npy`);
  const columns = held[0].point.length;
  const values = new Float64Array(held.length * columns);
  held.forEach(({ point }, at) => values.set(point, at * columns));
  writeNpy(points, '<f8', [held.length, columns], values);
  writeNpy(
    clients,
    '<u4',
    [held.length],
    Uint32Array.from(held, ({ holder }) => places.get(holder) as number),
  );
  const norm = held.reduce((most, { point }) => Math.max(most, Math.hypot(...point)), 0);
  return { points, clients, holders: holders.length, norm, server };
}

/**
 * The rows of a CSV file with a header.
 *
 * @param folder of all data, with a folder `part`
 * @throws CahootsError without the file
 */
export function readRows(
  folder: string | undefined,
  part: string,
  name: string,
): Readonly<Record<string, string>>[] {
  const file = join(folder ?? '', part, name);
  if (folder === undefined || !existsSync(file)) {
    throw new CahootsError('bad-input', `expected a folder with ${part}/, got none`, { path: '--data' });
  }
  return parse(readFileSync(file), { columns: true }) as Record<string, string>[];
}

/** These in a random order. */
export function shuffled<T>(all: readonly T[], stream: Stream): T[] {
  return Array.from(stream.shuffle(Uint32Array.from(all.keys())), (at) => all[at]);
}

/** The settings of a scenario that reads the files: of all methods, and of those that start from the server's points. */
export function settingsOf({ points, clients, holders, norm, server }: Federation): {
  readonly given: readonly string[];
  readonly own: readonly string[];
} {
  const data = { source: 'npy', points, clients, partition: { by: 'client' } };
  return {
    given: [`clients=${holders}`, `data=${JSON.stringify(data)}`],
    own: [`protocol.clip=${norm}`, `protocol.server=${JSON.stringify({ points: server })}`],
  };
}

/** NumPy's format, version 1.0. */
export function writeNpy(
  file: string,
  type: '<f8' | '<u4',
  shape: readonly number[],
  values: Float64Array | Uint32Array,
): void {
  const described = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  // The header's length is a multiple of 64, its end a newline.
  const header = described.padEnd(Math.ceil((10 + described.length + 1) / 64) * 64 - 11) + '\n';
  const head = Buffer.alloc(10 + header.length);
  head.write('\u0093NUMPY\u0001\u0000', 'latin1');
  head.writeUInt16LE(header.length, 8);
  head.write(header, 10, 'latin1');
  writeFileSync(file, Buffer.concat([head, Buffer.from(values.buffer, 0, values.byteLength)]));
}
