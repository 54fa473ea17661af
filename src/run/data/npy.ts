/**
 * Data stored as arrays in NumPy's NPY format, versions 1.0 to 3.0. Supported are little-endian numbers in C
 * order, all finite and exact as doubles. Format:
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */

import { defined } from '../../core/base/defined.ts';
import type { Matrix } from '../../core/base/matrix.ts';
import type { DataSet } from './data-set.ts';
import { readBytes, wrongFile } from './file.ts';
import { readNpyHeader } from './npy-header.ts';
import { type NpyType, npyType } from './npy-type.ts';
import { numberNames } from './number-names.ts';
import { newPoints } from './points.ts';

export interface NpyArray {
  /** The length of every axis; empty for a single number. */
  readonly shape: readonly number[];
  /** In C order (the last axis runs fastest), in shared memory. */
  readonly values: Float64Array;
}

/** Paths of the arrays of one data set. */
export interface NpyFiles {
  /** Shape (points, dimension). */
  readonly points: string;
  /** Shape (points,), integers from 0: the class of each point. */
  readonly labels?: string | undefined;
  /** Shape (points,), integers from 0 and below 2^32: the client of each point. */
  readonly clients?: string | undefined;
}

/** An array, and the file that it is from. */
export interface NamedArray {
  readonly file: string;
  readonly array: NpyArray;
}

/** Throws `bad-input` if a file cannot be read, or if shapes or values are not as above. */
export function readNpyDataSet({ points, labels, clients }: NpyFiles): DataSet {
  const read = (file: string): NamedArray => ({ file, array: readNpy(file) });
  return dataSetOfArrays({
    points: read(points),
    labels: labels === undefined ? undefined : read(labels),
    clients: clients === undefined ? undefined : read(clients),
  });
}

/** The data set that these arrays are. Throws `bad-input` if shapes or values are not as those of {@link NpyFiles}. */
export function dataSetOfArrays({
  points,
  labels,
  clients,
}: Readonly<Record<'labels' | 'clients', NamedArray | undefined>> & {
  readonly points: NamedArray;
}): DataSet {
  const matrix = matrixOf(points);
  const classes = labels === undefined ? undefined : classesOf(labels, matrix.rows);
  return defined({
    points: matrix,
    truth: classes?.numbers,
    classes: classes?.names,
    owners: clients === undefined ? undefined : ownersOf(clients, matrix.rows),
    skipped: 0,
  });
}

/** Reads one array. Throws `bad-input`, with offsets in bytes from the start of the file, for any other file. */
export function readNpy(file: string): NpyArray {
  return parseNpy(readBytes(file), file);
}

/** The array in these bytes; `file` is its name in errors. Throws like {@link readNpy}. */
export function parseNpy(bytes: Uint8Array, file: string): NpyArray {
  const { descr, fortranOrder, shape, start } = readNpyHeader(bytes, file);
  const type = npyType(descr, file);
  if (fortranOrder) throw wrongFile(file, 'expected an array in C order, got one in Fortran order');

  // Checked before anything is allocated, since a damaged shape can be of any size.
  const end = start + countOf(shape) * type.size;
  if (end > bytes.length) {
    throw wrongFile(
      file,
      `expected values up to byte ${end}, got the end of the file at byte ${bytes.length}`,
    );
  }
  if (end < bytes.length) {
    throw wrongFile(
      file,
      `expected the end of the file at byte ${end}, got ${bytes.length - end} more bytes`,
    );
  }
  return { shape, values: readValues(bytes, start, shape, type, file) };
}

function matrixOf({ file, array: { shape, values } }: NamedArray): Matrix {
  if (shape.length !== 2 || values.length === 0) {
    throw wrongFile(
      file,
      `expected points of shape (points, dimension), got the shape ${formatTuple(shape)}`,
    );
  }
  return { rows: shape[0], columns: shape[1], values };
}

function classesOf(labels: NamedArray, points: number): ReturnType<typeof numberNames> {
  return numberNames(Array.from(integersIn(labels, points, Number.MAX_SAFE_INTEGER), String));
}

function ownersOf(clients: NamedArray, points: number): Uint32Array {
  return Uint32Array.from(integersIn(clients, points, 2 ** 32 - 1));
}

function integersIn(
  { file, array: { shape, values } }: NamedArray,
  points: number,
  largest: number,
): Float64Array {
  if (shape.length !== 1 || shape[0] !== points) {
    throw wrongFile(
      file,
      `expected the shape (${points},) as there are ${points} points, got ${formatTuple(shape)}`,
    );
  }
  // By value and not by type, since integers are often saved as doubles.
  const wrong = values.findIndex((value) => !Number.isInteger(value) || value < 0 || value > largest);
  if (wrong >= 0) {
    throw wrongFile(
      file,
      `expected integers from 0 to ${largest}, got ${values[wrong]} at row ${wrong} (from 0)`,
    );
  }
  return values;
}

function readValues(
  bytes: Uint8Array,
  start: number,
  shape: readonly number[],
  type: NpyType,
  file: string,
): Float64Array {
  const count = countOf(shape);
  const { values } = newPoints(shape[0] ?? 1, countOf(shape.slice(1)), { file });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < count; i++) {
    const at = start + i * type.size;
    const value = type.read(view, at);
    if (!Number.isFinite(value)) {
      throw wrongFile(
        file,
        `expected finite numbers, got ${value} at ${formatPosition(i, shape)}, byte ${at}`,
      );
    }
    if (type.integer && !Number.isSafeInteger(value)) {
      throw wrongFile(
        file,
        `expected integers below 2^53, got ${value} or so at ${formatPosition(i, shape)}, byte ${at}`,
      );
    }
    values[i] = value;
  }
  return values;
}

/** The number of values in an array of this shape; zero is checked first, as an overflow would hide it. */
function countOf(shape: readonly number[]): number {
  return shape.includes(0) ? 0 : shape.reduce((product, length) => product * length, 1);
}

/** From 0, as in NumPy; all axes after the first count as one row of columns. */
function formatPosition(i: number, shape: readonly number[]): string {
  const columns = countOf(shape.slice(1));
  return `row ${Math.floor(i / columns)}, column ${i % columns} (from 0)`;
}

/** In Python's notation. */
function formatTuple(shape: readonly number[]): string {
  return `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
}
