/**
 * Images in the IDX format of MNIST, gzipped or not: two zero bytes, a type, the number of axes, the length of
 * each axis as a big-endian 32-bit integer, and the values. Format: http://yann.lecun.com/exdb/mnist/
 */

import { platform } from '#platform';
import { defined } from '../../core/base/defined.ts';
import { CahootsError } from '../../core/base/errors.ts';
import { row } from '../../core/base/matrix.ts';
import type { DataSet } from './data-set.ts';
import { readBytes, wrongFile } from './file.ts';
import { numberNames } from './number-names.ts';
import { newPoints } from './points.ts';
import { type Degrees, rotateImages } from './rotated-images.ts';

export interface IdxArray {
  /** The length of every axis, at least one axis. */
  readonly shape: readonly number[];
  /** In C order: the last axis runs fastest. */
  readonly values: Uint8Array;
}

/** The files to read, and what to do with the images. */
export interface IdxFiles {
  /**
   * Unsigned bytes of shape (images, height, width), or any axes after the first, which are flattened to one
   * row.
   */
  readonly images: string;
  /** Unsigned bytes of shape (images,): the class of each image. */
  readonly labels?: string | undefined;
  /** Only the images of these classes; by default all. */
  readonly classes?: readonly number[] | undefined;
  /** Each image rotated by each of these; the classes are then the angles. */
  readonly rotate?: readonly Degrees[] | undefined;
}

/** Throws `bad-input` if a file cannot be read, or if shapes, classes or images are not as above. */
export function readIdxDataSet({ images, labels, classes, rotate }: IdxFiles): DataSet {
  const { shape, values } = readIdx(images);
  const [rows, ...axes] = shape;
  const columns = axes.reduce((product, length) => product * length, 1);
  if (axes.length === 0 || rows * columns === 0) {
    throw wrongFile(images, `expected images of shape (images, height, width), got ${tuple(shape)}`);
  }
  const truth = labels === undefined ? undefined : readLabels(labels, rows);
  const kept = classes === undefined ? [...Array(rows).keys()] : rowsOfClasses(truth, classes);
  const points = newPoints(kept.length, columns, { file: images });
  kept.forEach((i, at) => row(points, at).set(values.subarray(i * columns, (i + 1) * columns)));
  if (rotate !== undefined) {
    if (axes.length !== 2 || axes[0] !== axes[1]) {
      throw wrongFile(images, `expected square images to rotate, got the shape ${tuple(shape)}`);
    }
    return rotateImages(points, axes[0], rotate);
  }
  const names = truth && numberNames(kept.map((i) => String(truth[i])));
  return defined({ points, truth: names?.numbers, classes: names?.names, skipped: 0 });
}

/** Reads one array, gzipped or not. Throws `bad-input` like {@link parseIdx}. */
export function readIdx(file: string): IdxArray {
  return parseIdx(readBytes(file), file);
}

const UNSIGNED_BYTE = 0x08;
const TYPES: Readonly<Record<number, string>> = {
  0x09: 'signed bytes',
  0x0b: '16-bit integers',
  0x0c: '32-bit integers',
  0x0d: 'single precision',
  0x0e: 'double precision',
};

/**
 * The array in these bytes; `file` is its name in errors. Throws `bad-input`, with offsets in bytes (after
 * inflating), for another magic number or type, and for a file that is too short or too long.
 */
export function parseIdx(bytes: Uint8Array, file: string): IdxArray {
  const content = inflate(bytes, file);
  const ended = `got the end of the file at byte ${content.length}`;
  if (content.length < 4) throw wrongFile(file, `expected the magic number of an IDX file, ${ended}`);
  const [zero, zeroToo, type, axes] = content;
  if (zero !== 0 || zeroToo !== 0 || axes === 0) {
    const got = platform.bytes.toHex(content.subarray(0, 4));
    throw wrongFile(file, `expected the magic number of an IDX file at byte 0, got ${got}`);
  }
  if (type !== UNSIGNED_BYTE) {
    const got = TYPES[type] ?? `the unknown type ${type}`;
    throw wrongFile(file, `expected unsigned bytes (type 8) at byte 2, got ${got}`);
  }
  const start = 4 + 4 * axes;
  if (start > content.length) throw wrongFile(file, `expected ${axes} lengths up to byte ${start}, ${ended}`);
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const shape = Array.from({ length: axes }, (_, axis) => view.getUint32(4 + 4 * axis));
  // Zero is checked first, as an overflow would hide it.
  const end = start + (shape.includes(0) ? 0 : shape.reduce((product, length) => product * length, 1));
  if (end > content.length) throw wrongFile(file, `expected values up to byte ${end}, ${ended}`);
  if (end < content.length) {
    const more = content.length - end;
    throw wrongFile(file, `expected the end of the file at byte ${end}, got ${more} more bytes`);
  }
  return { shape, values: content.subarray(start) };
}

/**
 * A few kilobytes can inflate to gigabytes; the largest data set in this format, of letters, has half as many
 * bytes.
 */
const MOST_BYTES = 2 ** 30;

function inflate(bytes: Uint8Array, file: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return platform.bytes.gunzip(bytes, MOST_BYTES);
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw wrongFile(file, `expected at most ${MOST_BYTES} bytes after inflating, got more`);
    }
    throw wrongFile(file, `expected a whole gzip file, got one with a mistake: ${message}`);
  }
}

function readLabels(file: string, images: number): Uint8Array {
  const { shape, values } = readIdx(file);
  if (shape.length === 1 && shape[0] === images) return values;
  throw wrongFile(
    file,
    `expected labels of shape (${images},) as there are ${images} images, got ${tuple(shape)}`,
  );
}

function rowsOfClasses(truth: Uint8Array | undefined, classes: readonly number[]): number[] {
  const place = { path: 'data.classes' };
  if (truth === undefined) {
    throw new CahootsError('bad-input', 'expected labels to choose classes by, got none', place);
  }
  const missing = classes.find((name) => !truth.includes(name));
  if (missing !== undefined) {
    const known = [...new Set(truth)].toSorted((a, b) => a - b).join(', ');
    throw new CahootsError('bad-input', `expected classes among ${known}, got ${missing}`, place);
  }
  return [...truth.keys()].filter((i) => classes.includes(truth[i]));
}

/** In Python's notation. */
function tuple(shape: readonly number[]): string {
  return `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
}
