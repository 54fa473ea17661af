/** Writes NPY files, right ones and, as every part can be given by hand, wrong ones. */

export interface NpyParts {
  readonly descr?: string;
  readonly shape?: readonly number[];
  readonly version?: readonly [major: number, minor: number];
  /** The whole text of the header; made from `descr` and `shape` where it is not given. */
  readonly header?: string;
}

/** A file with these values, or with these bytes after the header. */
export function npyBytes(values: readonly number[] | Uint8Array, parts: NpyParts = {}): Buffer {
  const { descr = '<f8', shape = [values.length], version = [1, 0] } = parts;
  const tuple = `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
  const { header = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${tuple}, }` } = parts;
  const lengthBytes = version[0] === 1 ? 2 : 4;
  const unpadded = 8 + lengthBytes + header.length + 1;
  const text = `${header}${' '.repeat((64 - (unpadded % 64)) % 64)}\n`;
  const prefix = Buffer.alloc(8 + lengthBytes);
  prefix.write('\x93NUMPY', 'latin1');
  prefix[6] = version[0];
  prefix[7] = version[1];
  prefix.writeUIntLE(text.length, 8, lengthBytes);
  const payload = values instanceof Uint8Array ? values : encode(values, descr);
  return Buffer.concat([prefix, Buffer.from(text, 'latin1'), payload]);
}

const ARRAYS = {
  f4: Float32Array,
  f8: Float64Array,
  u1: Uint8Array,
  i1: Int8Array,
  u2: Uint16Array,
  i2: Int16Array,
  u4: Uint32Array,
  i4: Int32Array,
};

/** In the byte order of this machine, which is little-endian wherever these tests run. */
function encode(values: readonly number[], descr: string): Uint8Array {
  const type = descr.slice(1);
  if (type === 'u8' || type === 'i8') return new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
  return new Uint8Array(ARRAYS[type as keyof typeof ARRAYS].from(values).buffer);
}
