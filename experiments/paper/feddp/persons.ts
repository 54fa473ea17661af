/** Persons from NIST's excerpts of the American Community Survey, as points: the census task of FedDP-KMeans. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { CahootsError } from '../../../src/core/base/errors.ts';

/** One coordinate per value that occurs (one-hot), so every point has the norm sqrt(12). */
const CATEGORIES = [
  'SEX',
  'MSP',
  'HISP',
  'RAC1P',
  'NOC',
  'NPF',
  'HOUSING_TYPE',
  'OWN_RENT',
  'EDU',
  'PINCP_DECILE',
  'INDP_CAT',
] as const;

type Person = Readonly<Record<string, string>>;

export interface Acs {
  /** Files of the points, and of the clients that hold them. */
  readonly points: string;
  readonly clients: string;
  readonly holders: number;
  readonly norm: number;
  /** The server's points: persons from other states and from the year before. */
  readonly server: readonly (readonly number[])[];
}

/**
 * The split by regions: clients are areas outside the server's state. Writes the files that a scenario reads.
 * @param folder with acs-excerpts/
 * @param out a folder for the files
 */
export function prepareAcs(folder: string | undefined, out: string): Acs {
  const source = (name: string): string => join(folder ?? '', 'acs-excerpts', name);
  if (folder === undefined || !existsSync(source('persons-2019.csv'))) {
    throw new CahootsError('bad-input', 'expected a folder with acs-excerpts/, got none', { path: '--data' });
  }
  const read = (name: string): Person[] => parse(readFileSync(source(name)), { columns: true }) as Person[];
  const persons = read('persons-2019.csv').filter(({ region }) => region !== 'ma');
  const own = read('server-2018.csv');
  const features = featuresOf([...persons, ...own]);
  const places = new Map(features.map((feature, at) => [feature, at]));
  const pointOf = (person: Person): number[] => {
    const point = Array<number>(features.length).fill(0);
    for (const value of valuesOf(person)) point[places.get(value) as number] = 1;
    return point;
  };
  const areas = [...new Set(persons.map(({ PUMA }) => PUMA))].toSorted();
  mkdirSync(out, { recursive: true });
  const points = join(out, 'acs-points.npy');
  const clients = join(out, 'acs-clients.npy');
  writeNpy(points, '<f8', [persons.length, features.length], Float64Array.from(persons.flatMap(pointOf)));
  writeNpy(
    clients,
    '<u4',
    [persons.length],
    Uint32Array.from(persons, ({ PUMA }) => areas.indexOf(PUMA)),
  );
  return {
    points,
    clients,
    holders: areas.length,
    norm: Math.sqrt(CATEGORIES.length + 1),
    server: own.map(pointOf),
  };
}

function valuesOf(person: Person): string[] {
  const decade = Math.min(9, Math.floor(Number(person.AGEP) / 10));
  return [...CATEGORIES.map((name) => `${name} ${person[name]}`), `AGEP ${decade}`];
}

function featuresOf(persons: readonly Person[]): string[] {
  return [...new Set(persons.flatMap(valuesOf))].toSorted();
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
