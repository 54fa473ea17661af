/** The number types that NPY files may have, and the names of unsupported ones. */

import { wrongFile } from './file.ts';
import { quote } from './quote.ts';

/** How one value is stored. */
export interface NpyType {
  /** In bytes. */
  readonly size: number;
  /** The value at a byte offset, which need not be aligned; a 64-bit integer is rounded to a double. */
  readonly read: (view: DataView, at: number) => number;
  readonly integer: boolean;
}

const TYPES: ReadonlyMap<string, NpyType> = new Map([
  ['<f4', { size: 4, integer: false, read: (view, at) => view.getFloat32(at, true) }],
  ['<f8', { size: 8, integer: false, read: (view, at) => view.getFloat64(at, true) }],
  ['|u1', { size: 1, integer: true, read: (view, at) => view.getUint8(at) }],
  ['|i1', { size: 1, integer: true, read: (view, at) => view.getInt8(at) }],
  ['<u2', { size: 2, integer: true, read: (view, at) => view.getUint16(at, true) }],
  ['<i2', { size: 2, integer: true, read: (view, at) => view.getInt16(at, true) }],
  ['<u4', { size: 4, integer: true, read: (view, at) => view.getUint32(at, true) }],
  ['<i4', { size: 4, integer: true, read: (view, at) => view.getInt32(at, true) }],
  ['<u8', { size: 8, integer: true, read: (view, at) => Number(view.getBigUint64(at, true)) }],
  ['<i8', { size: 8, integer: true, read: (view, at) => Number(view.getBigInt64(at, true)) }],
] satisfies [string, NpyType][]);

/** The type that a header's `descr` names. Throws `bad-input` for any other. */
export function npyType(descr: string, file: string): NpyType {
  const type = TYPES.get(descr);
  if (type !== undefined) return type;
  throw wrongFile(file, `expected one of the types ${[...TYPES.keys()].join(' ')}, got ${describe(descr)}`);
}

function describe(descr: string): string {
  const kind = KINDS.find(([pattern]) => pattern.test(descr))?.[1] ?? 'the unknown type';
  return `${kind} ${quote(descr)}`;
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\[/, 'the structured type'],
  [/^>/, 'the big-endian type'],
  [/^\|O/, 'the object type'],
  [/^.[SUa]/, 'the text type'],
  [/^.V/, 'the raw type'],
  [/^.c/, 'the complex type'],
  [/^.b/, 'the boolean type'],
  [/^.[mM]/, 'the date type'],
];
