/** Labels as messages have them: of how many clusters, and as few bits each as that takes. */

import { type Labels, MAX_CLUSTERS, NO_CLUSTER } from '../../base/labels.ts';
import { packBits, packedBytes, unpackBits } from './bits.ts';

/** The cluster of each point among so many. */
export interface ClusterLabels {
  /** k, from 1 on. */
  readonly clusters: number;
  /** Below k, or {@link NO_CLUSTER}, which travels as k. */
  readonly values: Labels;
}

/** ceil(log2 k) bits, and one at least; of k+1 numbers where a point is in no cluster. */
function widthOf(clusters: number, someInNone: boolean): number {
  return Math.max(1, 32 - Math.clz32(someInNone ? clusters : clusters - 1));
}

/** Of each label; -1 where the value is none of this kind. */
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

/** Writes labels of so many bits and returns where they end. */
export function packLabels(
  { clusters, values }: ClusterLabels,
  bits: number,
  into: Uint8Array,
  at: number,
): number {
  // A label of 16 ones ends in as many ones as are asked for, which need not be k.
  const numbers = values.includes(NO_CLUSTER)
    ? values.map((label) => (label === NO_CLUSTER ? clusters : label))
    : values;
  return packBits(numbers, bits, into, at);
}

/** How many bits so many labels may have taken; false where no labels are written so. */
export function isPackedSo(clusters: unknown, bits: unknown, count: unknown, byteLength: number): boolean {
  return (
    isClusters(clusters) &&
    (bits === widthOf(clusters, false) || bits === widthOf(clusters, true)) &&
    Number.isSafeInteger(count) &&
    (count as number) >= 0 &&
    packedBytes(count as number, bits) === byteLength
  );
}

/** Reads labels into a vector of their number; false where these are none, or would have been written otherwise. */
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
