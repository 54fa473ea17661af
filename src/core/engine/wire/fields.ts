/** The kinds of fields in messages. */

import { platform } from '#platform';
import { ModularVectors, type Packed } from '../../math/field/modular-vectors.ts';
import { packedBytes } from './bits.ts';
import { type Arena, copyToShare, fromBytes, newVector, toBytes } from './bytes.ts';
import { type ClusterLabels, isPackedSo, labelBits, packLabels, unpackLabels } from './cluster-labels.ts';
import {
  type Falsehood,
  falsifyBigints,
  falsifyBytes,
  falsifyFlag,
  falsifyInteger,
  falsifyLabels,
  falsifyNumbers,
  falsifyVector,
} from './falsify.ts';

/** What a field may hold, and how it is encoded. */
export interface FieldKind<T> {
  /** What the field should hold, for errors. */
  readonly expected: string;
  /** Whether a value is of this kind: what `pack` takes. */
  holds(value: unknown): boolean;
  /** The value as it is encoded. */
  pack(value: T): unknown;
  /**
   * Undefined if the encoded value is of another kind, since the sender may be hostile.
   * @param arena the receiver's, for vectors
   */
  unpack(raw: unknown, arena: Arena): T | undefined;
  /** How many elements it counts as: the papers' unit of communication. */
  elements(value: T): number;
  /**
   * Whether it says what a message belongs to, such as its round. A Byzantine party leaves it unchanged, since receivers would refuse
   * the message, unless it is told to falsify this field.
   */
  readonly context: boolean;
  /** A falsified value of this kind; the value itself if it cannot be falsified in this way. */
  falsify(value: T, lie: Falsehood<T>): T;
  /**
   * The residues that it holds, the first `most` for each modulus, to test whether they look uniform. Absent if the kind holds none.
   */
  residuesIn?(value: T, most: number): readonly (readonly bigint[])[];
}

/** An integer that a double holds exactly. */
export const integer: FieldKind<number> = {
  expected: 'an integer',
  holds: Number.isSafeInteger,
  pack: (value) => value,
  unpack: (raw) => (Number.isSafeInteger(raw) ? (raw as number) : undefined),
  elements: () => 0,
  context: true,
  falsify: falsifyInteger,
};

/** True or false. */
export const flag: FieldKind<boolean> = {
  expected: 'true or false',
  holds: (value) => typeof value === 'boolean',
  pack: (value) => value,
  unpack: (raw) => (typeof raw === 'boolean' ? raw : undefined),
  elements: () => 0,
  context: true,
  falsify: falsifyFlag,
};

/** Bytes that only the receiver interprets: keys, ciphertexts, signatures. */
export const binary: FieldKind<Uint8Array> = {
  expected: 'bytes',
  holds: (value) => value instanceof Uint8Array,
  pack: platform.bytes.asBinary,
  unpack: (raw) => (raw instanceof Uint8Array ? Uint8Array.from(raw) : undefined),
  elements: () => 0,
  context: false,
  falsify: falsifyBytes,
};

/** 32-bit numbers that identify parties or points, and do not count as elements. */
export const numbers: FieldKind<Uint32Array> = {
  expected: 'a vector of 32-bit numbers',
  holds: (value) => value instanceof Uint32Array,
  pack: toBytes,
  unpack: (raw, arena) => (raw instanceof Uint8Array ? fromBytes(raw, Uint32Array, arena) : undefined),
  elements: () => 0,
  context: false,
  falsify: falsifyNumbers,
};

/**
 * The cluster of each point in ceil(log2 k) bits, or ceil(log2(k+1)) if some are in none. Labels do not count as elements in the
 * papers.
 */
export const labels: FieldKind<ClusterLabels> = {
  expected: 'labels below a number of clusters',
  holds: (value) => labelBits(value) > 0,
  pack(value) {
    const bits = labelBits(value);
    const bytes = new Uint8Array(packedBytes(value.values.length, bits));
    packLabels(value, bits, bytes, 0);
    return [value.clusters, bits, value.values.length, binary.pack(bytes)];
  },
  unpack(raw, arena) {
    if (!Array.isArray(raw) || raw.length !== 4) return undefined;
    const [clusters, bits, count, bytes] = raw as [number, number, number, unknown];
    if (!(bytes instanceof Uint8Array) || !isPackedSo(clusters, bits, count, bytes.length)) return undefined;
    const values = newVector(Uint16Array, count, arena);
    return unpackLabels(bytes, 0, clusters, bits, values) ? { clusters, values } : undefined;
  },
  elements: () => 0,
  context: false,
  falsify: falsifyLabels,
};

/** A vector of doubles, each of which is an element. */
export const reals: FieldKind<Float64Array> = {
  expected: 'a vector of doubles',
  holds: (value) => value instanceof Float64Array,
  pack: toBytes,
  unpack: (raw, arena) => (raw instanceof Uint8Array ? fromBytes(raw, Float64Array, arena) : undefined),
  elements: (value) => value.length,
  context: false,
  falsify: falsifyVector,
};

/** A packed vector of integers modulo some m: an element takes as many bits as m - 1. */
export const packed: FieldKind<Packed> = {
  expected: 'packed integers',
  holds: isPacked,
  pack: (value) => [value.bits, value.length, binary.pack(value.bytes)],
  unpack: (raw) => {
    if (!Array.isArray(raw) || raw.length !== 3) return undefined;
    const value = { bits: raw[0] as unknown, length: raw[1] as unknown, bytes: raw[2] as unknown };
    return isPacked(value) ? { ...value, bytes: copyToShare(value.bytes) } : undefined;
  },
  elements: ({ length }) => length,
  context: false,
  falsify(value, { how, stream, before }) {
    const ring = new ModularVectors(1n << BigInt(value.bits));
    const entriesOf = (vector: Packed): bigint[] | undefined => {
      const unpacked = ring.unpack(vector);
      return unpacked && ring.toBigints(unpacked);
    };
    const lied = falsifyBigints(entriesOf(value) ?? [], { how, stream, before: before && entriesOf(before) });
    return ring.pack(ring.from(lied));
  },
  residuesIn({ bits, length, bytes: elements }, most) {
    const entries = Array.from({ length: Math.min(length, most) }, (_, at) => {
      let value = 0n;
      for (let bit = 0; bit < bits; bit++) {
        const place = at * bits + bit;
        if (((elements[place >> 3] >> (place & 7)) & 1) === 1) value |= 1n << BigInt(bit);
      }
      return value;
    });
    return [entries];
  },
};

/** Whether a value is a packed vector with exactly the bytes that its integers take. */
export function isPacked(value: unknown): value is Packed {
  const { bits, length, bytes: elements } = (value ?? {}) as Record<keyof Packed, unknown>;
  if (!Number.isSafeInteger(bits) || !Number.isSafeInteger(length) || !(elements instanceof Uint8Array))
    return false;
  const [width, count] = [bits as number, length as number];
  return width >= 1 && count >= 0 && elements.length === Math.ceil((width * count) / 8);
}
