/** XofTurboShake128 (draft-irtf-cfrg-vdaf-20, section 6.2.1): uniform bytes from a seed, TurboSHAKE128 being RFC 9861's. */

import { turboshake128 } from '@noble/hashes/sha3-addons.js';
import type { NttField } from './field.ts';

export const SEED_BYTES = 32;

const DOMAIN = 1;

export class XofTurboShake128 {
  readonly #sponge = turboshake128.create({ D: DOMAIN });

  /**
   * @param seed of {@link SEED_BYTES} bytes
   * @param separation domain separation tag, shorter than 2^16 bytes
   * @param binder what else the output depends on, in sequence
   */
  constructor(seed: Uint8Array, separation: Uint8Array, ...binder: readonly Uint8Array[]) {
    const { length } = separation;
    for (const part of [
      Uint8Array.of(length, length >> 8),
      separation,
      Uint8Array.of(seed.length),
      seed,
      ...binder,
    ])
      this.#sponge.update(part);
  }

  /** The next bytes. */
  next(bytes: number): Uint8Array {
    return this.#sponge.xof(bytes);
  }

  /** The next elements of a field, each uniform. */
  nextVector(field: NttField, length: number): bigint[] {
    const vector: bigint[] = [];
    while (vector.length < length)
      vector.push(...field.sampled(this.next((length - vector.length) * field.elementBytes)));
    return vector;
  }
}
