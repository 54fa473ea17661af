/** What Prio3 derives from seeds, each under a domain of its own (draft-irtf-cfrg-vdaf-20, section 7.2.6). */

import { joinBytes } from '../../../src/core/kit/crypto.ts';
import { type Circuit, proofLengths } from './circuit.ts';
import { SEED_BYTES, XofTurboShake128 } from './xof.ts';

/** Of the draft's format: it changes when the algorithms do. */
const VERSION = 18;

/** What random bytes are for. */
const USAGE = {
  measurementShare: 1,
  proofShare: 2,
  jointRandomness: 3,
  proveRandomness: 4,
  queryRandomness: 5,
  jointSeed: 6,
  jointPart: 7,
} as const;

interface Domain {
  readonly id: number;
  readonly context: Uint8Array;
  readonly circuit: Circuit<never, unknown>;
  readonly proofs: number;
}

export class Derivation {
  readonly #domain: Domain;

  constructor(domain: Domain) {
    this.#domain = domain;
  }

  /** A helper's share of an encoded measurement. */
  measurementShare(aggregator: number, seed: Uint8Array): bigint[] {
    return this.#draw(
      seed,
      USAGE.measurementShare,
      this.#domain.circuit.encodedLength,
      Uint8Array.of(aggregator),
    );
  }

  /** A helper's share of all proofs. */
  proofsShare(aggregator: number, seed: Uint8Array): bigint[] {
    const length = proofLengths(this.#domain.circuit).proof * this.#domain.proofs;
    return this.#draw(seed, USAGE.proofShare, length, Uint8Array.of(this.#domain.proofs, aggregator));
  }

  /** The randomness of all proofs that depends on the shares; none without a seed. */
  jointRandomness(seed: Uint8Array | undefined): bigint[] {
    if (seed === undefined) return [];
    const length = this.#domain.circuit.jointRandomness * this.#domain.proofs;
    return this.#draw(seed, USAGE.jointRandomness, length, Uint8Array.of(this.#domain.proofs));
  }

  /** An aggregator's part of the joint seed: a commitment to its share. */
  jointPart(aggregator: number, blind: Uint8Array, share: readonly bigint[], nonce: Uint8Array): Uint8Array {
    const binder = [Uint8Array.of(aggregator), nonce, this.#domain.circuit.field.encode(share)];
    return new XofTurboShake128(blind, this.#separation(USAGE.jointPart), ...binder).next(SEED_BYTES);
  }

  /** The seed of the joint randomness. */
  jointSeed(parts: readonly Uint8Array[]): Uint8Array {
    const zeros = new Uint8Array(SEED_BYTES);
    return new XofTurboShake128(zeros, this.#separation(USAGE.jointSeed), ...parts).next(SEED_BYTES);
  }

  /** A client's randomness for all proofs. */
  proveRandomness(seed: Uint8Array): bigint[] {
    const { circuit, proofs } = this.#domain;
    const length = proofLengths(circuit).proveRandomness * proofs;
    return this.#draw(seed, USAGE.proveRandomness, length, Uint8Array.of(proofs));
  }

  /** The aggregators' randomness for all proofs of a report. */
  queryRandomness(key: Uint8Array, nonce: Uint8Array): bigint[] {
    const { circuit, proofs } = this.#domain;
    const length = proofLengths(circuit).queryRandomness * proofs;
    return this.#draw(key, USAGE.queryRandomness, length, Uint8Array.of(proofs), nonce);
  }

  #draw(seed: Uint8Array, usage: number, length: number, ...binder: readonly Uint8Array[]): bigint[] {
    return new XofTurboShake128(seed, this.#separation(usage), ...binder).nextVector(
      this.#domain.circuit.field,
      length,
    );
  }

  /** The domain separation tag (section 6.2.3). */
  #separation(usage: number): Uint8Array {
    const head = new DataView(new ArrayBuffer(8));
    head.setUint8(0, VERSION);
    head.setUint32(2, this.#domain.id);
    head.setUint16(6, usage);
    return joinBytes([new Uint8Array(head.buffer), this.#domain.context]);
  }
}
