/**
 * The start of an NPY file: magic string, version, length of the header, and the header, a Python dict
 * literal of exactly three keys, which is parsed by hand and never evaluated.
 */

import { platform } from '#platform';
import { areSameBytes, utf8 } from '../../core/base/bytes.ts';
import { wrongFile } from './file.ts';
import { quote } from './quote.ts';

export interface NpyHeader {
  /** The type of the values in NumPy's notation; the literal of the list if it is structured. */
  readonly descr: string;
  readonly fortranOrder: boolean;
  /** The length of every axis. */
  readonly shape: readonly number[];
  /** The byte at which the values start. */
  readonly start: number;
}

const MAGIC = Uint8Array.of(0x93, ...utf8('NUMPY'));
/** NumPy's own limit, in bytes. */
const LONGEST = 10_000;
const KEYS = ['descr', 'fortran_order', 'shape'];
const ENTRY = /\s*(['"])(\w+)\1\s*:\s*('[^']*'|"[^"]*"|True|False|\([^()]*\)|\[.*\])\s*(?:,|$)/sy;

/**
 * Throws `bad-input` for other bytes, a version other than 1.0 to 3.0, and a header that is truncated or not
 * such a dict.
 */
export function readNpyHeader(bytes: Uint8Array, file: string): NpyHeader {
  const { text, start } = cutText(bytes, file);
  const expected = (what: string, got: string): Error =>
    wrongFile(file, `expected ${what} in the header, got ${quote(got)}`);

  const entries = parseDict(text);
  if (entries === undefined) throw expected('a dict of distinct keys', text.trimEnd());
  const keys = [...entries.keys()].toSorted().join(', ');
  if (keys !== KEYS.join(', ')) throw expected(`the keys ${KEYS.join(', ')}`, keys);
  const [descr, fortranOrder, shape] = KEYS.map((key) => entries.get(key) ?? '');

  const type = /^(?:['"](.*)['"]|(\[.*\]))$/s.exec(descr);
  if (type === null) throw expected('a type as descr', descr);
  if (!/^(?:True|False)$/.test(fortranOrder)) throw expected('True or False as fortran_order', fortranOrder);
  const lengths = parseTuple(shape);
  if (lengths === undefined) throw expected('a tuple of lengths as shape', shape);
  return { descr: type[1] ?? type[2], fortranOrder: fortranOrder === 'True', shape: lengths, start };
}

function cutText(bytes: Uint8Array, file: string): { text: string; start: number } {
  if (!areSameBytes(bytes.subarray(0, MAGIC.length), MAGIC)) {
    throw wrongFile(file, 'expected the magic string of an NPY file at byte 0, got other bytes');
  }
  const ended = `got the end of the file at byte ${bytes.length}`;
  if (bytes.length < 12) throw wrongFile(file, `expected a version and a header, ${ended}`);
  const [major, minor] = bytes.subarray(6, 8);
  if (major < 1 || major > 3 || minor !== 0) {
    throw wrongFile(file, `expected NPY version 1.0, 2.0 or 3.0 at byte 6, got ${major}.${minor}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [at, length] = major === 1 ? [10, view.getUint16(8, true)] : [12, view.getUint32(8, true)];
  if (length > LONGEST) {
    throw wrongFile(
      file,
      `expected a header of at most ${LONGEST} bytes, got the length ${length} at byte 8`,
    );
  }
  const start = at + length;
  if (start > bytes.length) throw wrongFile(file, `expected a header up to byte ${start}, ${ended}`);
  // Version 3.0 uses UTF-8 for the field names of structured types, which are rejected anyway.
  return { text: platform.bytes.toLatin1(bytes, at, start), start };
}

/** The literals by key; undefined if the text is not a dict, or has a key twice. */
function parseDict(text: string): ReadonlyMap<string, string> | undefined {
  const body = /^\{(.*)\}\s*$/s.exec(text)?.[1];
  if (body === undefined) return undefined;
  const entries = new Map<string, string>();
  for (let at = 0; body.slice(at).trim() !== ''; at = ENTRY.lastIndex) {
    ENTRY.lastIndex = at;
    const [, , key, literal] = ENTRY.exec(body) ?? [];
    if (key === undefined || entries.has(key)) return undefined;
    entries.set(key, literal);
  }
  return entries;
}

/** `()`, `(5,)`, `(5, 3)`; but in Python `(5)` is a number, not a tuple. */
function parseTuple(literal: string): readonly number[] | undefined {
  if (!/^\((?:\s*|(?:\s*\d+\s*,)+(?:\s*\d+)?\s*)\)$/.test(literal)) return undefined;
  const lengths = (literal.match(/\d+/g) ?? []).map(Number);
  return lengths.every(Number.isSafeInteger) ? lengths : undefined;
}
