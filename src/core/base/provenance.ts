/**
 * Where secrets come from: while the laboratory records a run, the functions from which protocols have keys, key
 * streams, shares and masks tell what they make from what. An ordinary run has no recorder, and each of them asks once
 * whether there is one. A recorder sees this thread only.
 */

import { assert } from './errors.ts';

/** What can be told. Arguments are read at once, and neither kept nor changed. */
export interface ProvenanceRecorder {
  /** A key is drawn from a party's cryptographic stream of this name. */
  drawn(name: readonly string[], key: Uint8Array): void;
  /** Bytes follow from others by a hash. */
  derived(from: readonly (string | Uint8Array | Uint32Array)[], to: Uint8Array): void;
  /** A key is held as an object: a secret one of this curve, or a public one. */
  held(key: object, bytes: Uint8Array, secretOf?: 'X25519' | 'Ed25519'): void;
  /** The public key of a secret one. */
  published(secret: object, publicKey: Uint8Array): void;
  /** The secret shared with the owner of a public key. */
  agreed(own: object, other: object, shared: Uint8Array): void;
  encrypted(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array, sealed: Uint8Array): void;
  /** An element of a field is a share of the first of these coefficients. */
  shared(coefficients: readonly unknown[], share: unknown): void;
  /** The next words of a key stream. */
  streamed(key: Uint8Array, words: Uint32Array): void;
  /** A coin is made from this key. */
  tossed(key: Uint8Array): void;
  /** Vectors modulo p, drawn one after the other from one key stream. */
  uniform(key: Uint8Array, p: number, vectors: readonly Uint32Array[]): void;
  /** A vector is about to change; call the result with each key of a stream, or vector, that was added `times` (1 or -1). */
  changing(vector: Uint32Array): (by: Uint8Array | Uint32Array, times: number) => void;
  /** `outputs[a] = sum over b of weights[a][b] * inputs[b]`. */
  combined(
    modulus: number | bigint,
    weights: readonly (readonly (number | bigint)[])[],
    inputs: readonly Uint32Array[],
    outputs: readonly Uint32Array[],
  ): void;
  /** A vector as numbers. */
  listed(vector: Uint32Array, elements: readonly bigint[]): void;
  /** A vector as it is sent, and as it is received. */
  packed(vector: Uint32Array, bytes: Uint8Array): void;
  unpacked(bytes: Uint8Array, vector: Uint32Array): void;
  /** A party keeps a plain value where it survives a crash. */
  saved(party: string, value: unknown): void;
}

/** Who is told; undefined unless the laboratory records. */
export let provenance: ProvenanceRecorder | undefined;

/** Tells a recorder of everything that happens in this thread until `run` is over; one run is recorded at a time. */
export async function recordingProvenance<T>(
  recorder: ProvenanceRecorder,
  run: () => Promise<T>,
): Promise<T> {
  assert(provenance === undefined, 'a run is recorded already');
  provenance = recorder;
  try {
    return await run();
  } finally {
    provenance = undefined;
  }
}
