/** Cluster labels in messages: the number of clusters, and each label in as few bits as that number requires. */

import { type Labels, MAX_CLUSTERS, NO_CLUSTER } from '../../base/labels.ts';
import { packBits, packedBytes, unpackBits } from './bits.ts';

/** The cluster of each point. */
export interface ClusterLabels {
  /** k, from 1 on. */
  readonly clusters: number;
  /** Below k, or {@link NO_CLUSTER}, which travels as k. */
  readonly values: Labels;
}

/** ceil(log2 k) bits, and at least one; with k+1 in place of k if a point is in no cluster. */
function widthOf(clusters: number, someInNone: boolean): number {
  return Math.max(1, 32 - Math.clz32(someInNone ? clusters : clusters - 1));
}

/** The bits per label; -1 if the value is not of this kind. */
export function labelBits(value: unknown): number {
  const { clusters, values } = (value ?? {}) as Record<keyof ClusterLabels, unknown>;
  if (!(values instanceof Uint16Array) || !isClusters(clusters)) return -1;
  let someInNone = false;
  for (let i = 0; i < values.length; i++) {
    if (values[i] < clusters) continue;
    if (values[i] !== NO_CLUSTER) return -1;
    someInNone = true;
  }
  return widthOf(clusters, someInNone);
}

function isClusters(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_CLUSTERS;
}

/** Writes labels of this many bits and returns where they end. */
export function packLabels(
  { clusters, values }: ClusterLabels,
  bits: number,
  into: Uint8Array,
  at: number,
): number {
  // NO_CLUSTER is 16 ones; truncated to the bits of a label, it need not be k.
  const numbers = values.includes(NO_CLUSTER)
    ? values.map((label) => (label === NO_CLUSTER ? clusters : label))
    : values;
  return packBits(numbers, bits, into, at);
}

/** Whether labels can have been written with this many bits and bytes. */
export function isPackedSo(clusters: unknown, bits: unknown, count: unknown, byteLength: number): boolean {
  return (
    isClusters(clusters) &&
    (bits === widthOf(clusters, false) || bits === widthOf(clusters, true)) &&
    Number.isSafeInteger(count) &&
    (count as number) >= 0 &&
    packedBytes(count as number, bits) === byteLength
  );
}

/** Reads as many labels as the vector has entries; false if they are invalid, or not as {@link packLabels} writes them. */
export function unpackLabels(
  bytes: Uint8Array,
  at: number,
  clusters: number,
  bits: number,
  into: Labels,
): boolean {
  if (!unpackBits(bytes, at, bits, into)) return false;
  let someInNone = false;
  for (let i = 0; i < into.length; i++) {
    if (into[i] < clusters) continue;
    if (into[i] > clusters) return false;
    into[i] = NO_CLUSTER;
    someInNone = true;
  }
  return bits === widthOf(clusters, someInNone);
}
