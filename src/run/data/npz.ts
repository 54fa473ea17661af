/**
 * Data stored as arrays by name in NumPy's NPZ format, a ZIP of NPY files, compressed or not. Format:
 * https://numpy.org/doc/stable/reference/generated/numpy.savez.html
 */

import { CahootsError } from '../../core/base/errors.ts';
import type { DataSet } from './data-set.ts';
import { readBytes, wrongFile } from './file.ts';
import { dataSetOfArrays, type NamedArray, parseNpy } from './npy.ts';
import { MOST_VALUES } from './points.ts';
import { quote } from './quote.ts';
import { unzip, UnzipError } from './unzip.ts';

/** Names of arrays in the file; of shapes as in {@link NpyFiles}. */
export interface NpzArrays {
  /** Absent: the one array of two axes. */
  readonly points?: string | undefined;
  readonly labels?: string | undefined;
  readonly clients?: string | undefined;
}

/** As many as points may have, as doubles, and room for a header. */
const MOST_BYTES = 8 * MOST_VALUES + 2 ** 20;

/** Reads a file as {@link parseNpz} does. */
export function readNpz(file: string, names: NpzArrays): DataSet {
  return parseNpz(readBytes(file), file, names);
}

/**
 * The data set in these bytes. Throws `bad-input` if this is no such file, for an array that it lacks, and for arrays
 * of other shapes or values, each as `file/name.npy`.
 */
export function parseNpz(bytes: Uint8Array, file: string, { points, labels, clients }: NpzArrays): DataSet {
  const arrays = new Arrays(bytes, file);
  return dataSetOfArrays({
    points: points === undefined ? arrays.onlyMatrix() : arrays.named(points, 'data.points'),
    labels: labels === undefined ? undefined : arrays.named(labels, 'data.labels'),
    clients: clients === undefined ? undefined : arrays.named(clients, 'data.clients'),
  });
}

class Arrays {
  readonly #file: string;
  /** The bytes of every NPY file, by the names of the arrays. */
  readonly #arrays: ReadonlyMap<string, Uint8Array>;

  constructor(bytes: Uint8Array, file: string) {
    this.#file = file;
    const entries = [...unpacked(bytes, file)];
    this.#arrays = new Map(entries.map(([name, content]) => [name.slice(0, -ENDING.length), content]));
    if (entries.length === 0) throw wrongFile(file, 'expected arrays, got a ZIP without any');
  }

  named(name: string, path: string): NamedArray {
    const content = this.#arrays.get(name);
    if (content !== undefined) return this.#read(name, content);
    const known = [...this.#arrays.keys()].slice(0, 12).map(quote).join(', ');
    throw new CahootsError('bad-input', `expected one of the arrays ${known}, got ${quote(name)}`, {
      file: this.#file,
      path,
    });
  }

  onlyMatrix(): NamedArray {
    const arrays = [...this.#arrays].map(([name, content]) => this.#read(name, content));
    const matrices = arrays.filter(({ array }) => array.shape.length === 2);
    if (matrices.length === 1) return matrices[0];
    const got =
      matrices.length === 0 ? 'none' : `${matrices.length}: the setting points chooses one by its name`;
    throw wrongFile(this.#file, `expected one array of shape (points, dimension), got ${got}`);
  }

  #read(name: string, content: Uint8Array): NamedArray {
    const file = `${this.#file}/${name}${ENDING}`;
    return { file, array: parseNpy(content, file) };
  }
}

const ENDING = '.npy';

function unpacked(bytes: Uint8Array, file: string): ReadonlyMap<string, Uint8Array> {
  try {
    return unzip(bytes, MOST_BYTES, (name) => (name.endsWith(ENDING) ? MOST_BYTES : undefined));
  } catch (error) {
    if (!(error instanceof UnzipError)) throw error;
    throw wrongFile(file, `expected an NPZ file, got a ZIP that is ${error.message}`);
  }
}
