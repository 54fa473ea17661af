/**
 * How each kind of field is measured, written and read, as source text from which codecs are assembled. In it, `body`, `bytes`,
 * `at`, `end`, `arena`, `carried` and `own` are the codec's own variables, `s` is the size so far, `v` the field's value, and `$` a
 * placeholder for the variable that receives it. Anything longer than a few lines is a helper in `h` (`field-helpers.ts`).
 */

import { binary, flag, integer, labels, numbers, packed, reals } from './fields.ts';
import { packedResidues, residues } from './residues.ts';
import { packedSealedResidues, sealedResidues } from './sealed-residues.ts';

export interface FieldCode {
  /** Adds the bytes of `v` to `s`, or returns -1. */
  readonly size: string;
  /** Adds to `s` the bytes of `v` that are carried instead of written; absent: there are none. */
  readonly aside?: string;
  /** Writes `v` and advances `at`. */
  readonly write: string;
  /** Sets `$` and advances `at`, or returns undefined. */
  readonly read: string;
  /** Whether `$` stays where it was read if `own` says that the bytes are the receiver's; absent: it is copied. */
  readonly inPlace?: boolean;
  /** How many elements `$` counts as; absent: none. */
  readonly elements?: string | undefined;
}

/** A length in one, two or four bytes, after a tag that says which. */
const LENGTH_SIZE = '(l < 256 ? 2 : l < 65536 ? 3 : 5)';
const WRITE_LENGTH = `
  if (l < 256) { bytes[at++] = 0xc4; bytes[at++] = l; }
  else if (l < 65536) { bytes[at++] = 0xc5; bytes[at++] = l >>> 8; bytes[at++] = l; }
  else { bytes[at++] = 0xc6; bytes[at++] = l >>> 24; bytes[at++] = l >>> 16; bytes[at++] = l >>> 8; bytes[at++] = l; }`;
const READ_LENGTH = `
  let l;
  switch (bytes[at++]) {
    case 0xc4: l = bytes[at++]; break;
    case 0xc5: l = (bytes[at] << 8) | bytes[at + 1]; at += 2; break;
    case 0xc6: l = ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0; at += 4; break;
    default: return undefined;
  }
  // Also true if no length could be read.
  if (!(at + l <= end)) return undefined;`;

const INTEGER: FieldCode = {
  size: 'if (v >>> 0 !== v) return -1; s += v < 128 ? 1 : v < 256 ? 2 : v < 65536 ? 3 : 5;',
  write: `
  if (v < 128) bytes[at++] = v;
  else if (v < 256) { bytes[at++] = 0xcc; bytes[at++] = v; }
  else if (v < 65536) { bytes[at++] = 0xcd; bytes[at++] = v >>> 8; bytes[at++] = v; }
  else { bytes[at++] = 0xce; bytes[at++] = v >>> 24; bytes[at++] = v >>> 16; bytes[at++] = v >>> 8; bytes[at++] = v; }`,
  read: `
  $ = bytes[at++];
  if ($ > 127) switch ($) {
    case 0xcc: $ = bytes[at++]; break;
    case 0xcd: $ = (bytes[at] << 8) | bytes[at + 1]; at += 2; break;
    case 0xce: $ = ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0; at += 4; break;
    default: return undefined;
  }
  if (at > end) return undefined;`,
};

const FLAG: FieldCode = {
  size: "if (typeof v !== 'boolean') return -1; s++;",
  write: 'bytes[at++] = v ? 0xc3 : 0xc2;',
  read: `
  if (at >= end || (bytes[at] & 0xfe) !== 0xc2) return undefined;
  $ = bytes[at++] === 0xc3;`,
};

/** What has fewer bytes than it says would be sent with those that lay in the memory before. */
const BINARY: FieldCode = {
  size: `
  if (!(v instanceof Uint8Array)) return -1;
  { const l = v.byteLength; if (l > 0 && v[l - 1] === undefined) return -1; s += l + ${LENGTH_SIZE}; }`,
  write: `{ const l = v.byteLength; ${WRITE_LENGTH} bytes.set(v, at); at += l; }`,
  read: `{ ${READ_LENGTH} $ = h.copy(bytes, at, l); at += l; }`,
};

/** A typed array of some kind, as its bytes. */
function vector(kind: 'Float64Array' | 'Uint32Array', elements?: string): FieldCode {
  return {
    size: `if (!(v instanceof ${kind})) return -1; { const l = v.byteLength; s += l + ${LENGTH_SIZE}; }`,
    write: `{ const l = v.byteLength; ${WRITE_LENGTH} at = h.put(bytes, at, v); }`,
    read: `{ ${READ_LENGTH} $ = h.vector(bytes, at, l, ${kind}, arena); if ($ === undefined) return undefined; at += l; }`,
    elements,
  };
}

const RESIDUES = {
  size: '{ const l = h.sizeOfPlanes(v); if (l < 0) return -1; s += l; }',
  write: `
  bytes[at++] = 0x90 | v.length;
  for (let i = 0; i < v.length; i++) { const plane = v[i]; const l = plane.byteLength; ${WRITE_LENGTH} at = h.put(bytes, at, plane); }`,
  read: `
  if (at >= end || (bytes[at] & 0xf0) !== 0x90) return undefined;
  {
    let count = bytes[at++] & 0x0f, length = -1;
    // A number before the planes means that they are packed, and gives their length.
    if (count > 1 && (bytes[at] < 0xc4 || bytes[at] > 0xc6)) { ${INTEGER.read.replaceAll('$', 'length')} count--; }
    // With exactly this length, since an array that grows reserves room for many more entries.
    $ = new Array(count);
    for (let i = 0; i < count; i++) {
      ${READ_LENGTH}
      const plane = length < 0 ? h.vector(bytes, at, l, Uint32Array, arena) : h.unpackPlane(bytes, at, l, length, arena);
      if (plane === undefined || (i > 0 && $[0].length !== plane.length)) return undefined;
      $[i] = plane;
      at += l;
    }
  }`,
  elements: '($.length === 0 ? 0 : $[0].length)',
};

/** A list of the planes' length and the planes; unpacked if an entry does not fit. */
const PACKED_RESIDUES: FieldCode = {
  ...RESIDUES,
  size: `
  if (!h.arePacked(v)) ${RESIDUES.size}
  else {
    const planes = v, l = h.packedPlaneBytes(v[0].length);
    s++; v = v[0].length; ${INTEGER.size}
    s += planes.length * (l + ${LENGTH_SIZE});
  }`,
  write: `
  if (!h.arePacked(v)) {${RESIDUES.write}}
  else {
    const planes = v, l = h.packedPlaneBytes(v[0].length);
    bytes[at++] = 0x90 | (planes.length + 1); v = v[0].length; ${INTEGER.write}
    for (let i = 0; i < planes.length; i++) { ${WRITE_LENGTH} at = h.packPlane(planes[i], bytes, at); }
  }`,
};

/** Planes that will be sealed without another copy. */
const READ_TO_SEAL = RESIDUES.read.replace(
  'h.vector(bytes, at, l, Uint32Array, arena)',
  'h.planeToSeal(bytes, at, l, arena)',
);

/** Sealed planes, which a message may carry. */
const SEALED: FieldCode = {
  size: `{ if (!h.isSealed(v)) return -1; const l = h.sizeOfPlanes(h.planesOf(v)); if (l < 0) return -1; s += l; }`,
  aside: 'if (h.isCarried(v)) s += h.sizeOfPlanes(h.planesOf(v));',
  write: `
  if (carried !== undefined && h.isCarried(v)) carried.push({ at, vector: v });
  else { v = h.planesOf(v); ${RESIDUES.write} }`,
  read: `
  $ = h.carriedAt(carried, at);
  if ($ === undefined) { ${READ_TO_SEAL} $ = h.sealedAsIs($); }`,
  elements: '$.length',
};

/** Sealed residues, packed. Such a message carries nothing, since its bytes differ from those of the sealed vector. */
const PACKED_SEALED: FieldCode = {
  size: `if (!h.isSealed(v)) return -1; v = h.planesOf(v); ${PACKED_RESIDUES.size}`,
  write: `v = h.planesOf(v); ${PACKED_RESIDUES.write}`,
  read: `${READ_TO_SEAL} $ = h.sealedAsIs($);`,
  elements: '$.length',
};

/** A list of two counts and binary. */
const PACKED: FieldCode = {
  size: `
  if (!h.isPacked(v) || v.bits >>> 0 !== v.bits || v.length >>> 0 !== v.length) return -1;
  { const p = v; s++; v = p.bits; ${INTEGER.size} v = p.length; ${INTEGER.size} v = p.bytes; ${BINARY.size} }`,
  write: `{ const p = v; bytes[at++] = 0x93; v = p.bits; ${INTEGER.write} v = p.length; ${INTEGER.write} v = p.bytes; ${BINARY.write} }`,
  read: `
  {
    if (at >= end || bytes[at++] !== 0x93) return undefined;
    let bits, length;
    ${INTEGER.read.replaceAll('$', 'bits')} ${INTEGER.read.replaceAll('$', 'length')} ${READ_LENGTH}
    $ = { bits, length, bytes: own ? bytes.subarray(at, at + l) : h.copyToShare(bytes, at, l) };
    at += l;
    if (!h.isPacked($)) return undefined;
  }`,
  inPlace: true,
  elements: '$.length',
};

/** A list of three counts and binary. */
const LABELS: FieldCode = {
  size: `
  {
    const p = v, b = h.labelBits(p);
    if (b < 0) return -1;
    s += 2; v = p.clusters; ${INTEGER.size} v = p.values.length; ${INTEGER.size}
    const l = h.packedBytes(v, b); s += l + ${LENGTH_SIZE};
  }`,
  write: `
  {
    const p = v, b = h.labelBits(p), l = h.packedBytes(p.values.length, b);
    bytes[at++] = 0x94; v = p.clusters; ${INTEGER.write} bytes[at++] = b; v = p.values.length; ${INTEGER.write} ${WRITE_LENGTH}
    at = h.packLabels(p, b, bytes, at);
  }`,
  read: `
  {
    if (at >= end || bytes[at++] !== 0x94) return undefined;
    let clusters, bits, count;
    ${INTEGER.read.replaceAll('$', 'clusters')} ${INTEGER.read.replaceAll('$', 'bits')} ${INTEGER.read.replaceAll('$', 'count')}
    ${READ_LENGTH}
    $ = h.labels(bytes, at, l, clusters, bits, count, arena);
    if ($ === undefined) return undefined;
    at += l;
  }`,
};

/** The kinds with code. A type with a field of another kind has no codec. */
export const BODIES: ReadonlyMap<unknown, FieldCode> = new Map<unknown, FieldCode>([
  [integer, INTEGER],
  [flag, FLAG],
  [binary, BINARY],
  [numbers, vector('Uint32Array')],
  [labels, LABELS],
  [reals, vector('Float64Array', '$.length')],
  [residues, RESIDUES],
  [packedResidues, PACKED_RESIDUES],
  [packed, PACKED],
  [sealedResidues, SEALED],
  [packedSealedResidues, PACKED_SEALED],
]);
