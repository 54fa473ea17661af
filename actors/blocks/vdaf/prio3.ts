/**
 * Prio3 (draft-irtf-cfrg-vdaf-20, section 7.2): a client shares a measurement, with a proof that it is valid, between
 * aggregators that do not collude. They learn whether it is valid, and the sum of those that are. What is sent is bytes, as
 * the draft writes them; bytes that nobody honest sends give undefined.
 */

import { areSameBytes, joinBytes } from '../../../src/core/kit/crypto.ts';
import { assert } from '../../../src/core/kit/index.ts';
import { type Circuit, proofLengths, type ProofLengths } from './circuit.ts';
import { Derivation } from './derivation.ts';
import { decide, prove, query } from './flp.ts';
import { SEED_BYTES } from './xof.ts';

export const NONCE_BYTES = 16;

/** What a client sends: one part to all aggregators, and one to each. */
export interface Report {
  readonly publicShare: Uint8Array;
  readonly inputShares: readonly Uint8Array[];
}

/** What an aggregator keeps of a report until all agree that it is valid. */
export interface Verifying {
  readonly outputShare: readonly bigint[];
  /** What the joint randomness must come from, as this aggregator sees it; empty if there is none. */
  readonly jointSeed: Uint8Array;
}

interface Opened {
  readonly encoded: readonly bigint[];
  readonly proofs: readonly bigint[];
  readonly blind: Uint8Array;
}

export interface Prio3Options<M, R> {
  /** The algorithm's number in the draft. */
  readonly id: number;
  readonly circuit: Circuit<M, R>;
  /** Aggregators: 2 to 255. */
  readonly shares: number;
  /** Proofs of each measurement: a small field needs several. Absent: one. */
  readonly proofs?: number | undefined;
  /** What the application is, so that shares of one are of no use in another. */
  readonly context: Uint8Array;
}

export class Prio3<M, R> {
  readonly circuit: Circuit<M, R>;
  readonly shares: number;
  /** How many random bytes a report needs. */
  readonly randomBytes: number;
  readonly #proofs: number;
  readonly #lengths: ProofLengths;
  readonly #derive: Derivation;

  constructor({ id, circuit, shares, proofs = 1, context }: Prio3Options<M, R>) {
    assert(shares >= 2 && shares < 256, 'Prio3 is for 2 to 255 aggregators');
    assert(proofs >= 1 && proofs < 256, 'Prio3 makes 1 to 255 proofs');
    this.circuit = circuit;
    this.shares = shares;
    this.#proofs = proofs;
    this.#lengths = proofLengths(circuit);
    this.#derive = new Derivation({ id, context, circuit, proofs });
    this.randomBytes = SEED_BYTES * shares * (circuit.jointRandomness > 0 ? 2 : 1);
  }

  /** Bytes of an input share: the leader's, aggregator 0, or a helper's. */
  inputShareBytes(aggregator: number): number {
    const { field, encodedLength } = this.circuit;
    const elements = encodedLength + this.#lengths.proof * this.#proofs;
    return (aggregator === 0 ? field.elementBytes * elements : SEED_BYTES) + this.#seedBytes;
  }

  get publicShareBytes(): number {
    return this.shares * this.#seedBytes;
  }

  get verifierShareBytes(): number {
    return this.circuit.field.elementBytes * this.#lengths.verifier * this.#proofs + this.#seedBytes;
  }

  /**
   * Shares a measurement (section 7.2.1).
   * @param nonce of {@link NONCE_BYTES} bytes, new for every report
   * @param random `randomBytes` bytes
   * @throws CahootsError if the measurement is not valid
   */
  shard(measurement: M, nonce: Uint8Array, random: Uint8Array): Report {
    return this.shardEncoded(this.circuit.encode(measurement), nonce, random);
  }

  /** Shares a measurement that is encoded already; a dishonest client's need not be valid. */
  shardEncoded(encoded: readonly bigint[], nonce: Uint8Array, random: Uint8Array): Report {
    const { circuit, shares } = this;
    const { field } = circuit;
    const joint = circuit.jointRandomness > 0;
    const seeds = Array.from({ length: random.length / SEED_BYTES }, (_, i) =>
      random.subarray(i * SEED_BYTES, (i + 1) * SEED_BYTES),
    );
    // A helper's seeds: of its share and, if there is joint randomness, its blind. Then the leader's blind, and the prover's seed.
    const each = joint ? 2 : 1;
    const helpers = Array.from({ length: shares - 1 }, (_, j) => ({
      aggregator: j + 1,
      seed: seeds[j * each],
      blind: joint ? seeds[j * each + 1] : new Uint8Array(),
    }));
    const leaderBlind = joint ? seeds[(shares - 1) * each] : new Uint8Array();
    const proveSeed = seeds[seeds.length - 1];

    let leaderMeasurement: readonly bigint[] = encoded;
    const parts: Uint8Array[] = [];
    for (const { aggregator, seed, blind } of helpers) {
      const share = this.#derive.measurementShare(aggregator, seed);
      leaderMeasurement = field.subtractVectors(leaderMeasurement, share);
      if (joint) parts.push(this.#derive.jointPart(aggregator, blind, share, nonce));
    }
    if (joint) parts.unshift(this.#derive.jointPart(0, leaderBlind, leaderMeasurement, nonce));

    let leaderProofs = this.#prove(encoded, proveSeed, joint ? this.#derive.jointSeed(parts) : undefined);
    for (const { aggregator, seed } of helpers)
      leaderProofs = field.subtractVectors(leaderProofs, this.#derive.proofsShare(aggregator, seed));

    return {
      publicShare: joinBytes(parts),
      inputShares: [
        joinBytes([field.encode(leaderMeasurement), field.encode(leaderProofs), leaderBlind]),
        ...helpers.map(({ seed, blind }) => joinBytes([seed, blind])),
      ],
    };
  }

  /**
   * An aggregator's share of the verifier of a report, and what it keeps (section 7.2.2); undefined if the bytes are none of a
   * report.
   * @param key of {@link SEED_BYTES} bytes, which aggregators share and clients do not know
   */
  verifyInit(
    key: Uint8Array,
    aggregator: number,
    nonce: Uint8Array,
    publicShare: Uint8Array,
    inputShare: Uint8Array,
  ): { readonly kept: Verifying; readonly verifierShare: Uint8Array } | undefined {
    const { circuit } = this;
    const { field } = circuit;
    const opened = this.#open(aggregator, inputShare);
    if (opened === undefined || publicShare.length !== this.publicShareBytes) return undefined;
    const { encoded, proofs, blind } = opened;

    const seeds: Uint8Array[] = [];
    const parts: Uint8Array[] = [];
    if (circuit.jointRandomness > 0) {
      parts.push(this.#derive.jointPart(aggregator, blind, encoded, nonce));
      seeds.push(
        this.#derive.jointSeed([
          publicShare.subarray(0, aggregator * SEED_BYTES),
          parts[0],
          publicShare.subarray((aggregator + 1) * SEED_BYTES),
        ]),
      );
    }
    const joint = this.#derive.jointRandomness(seeds[0]);
    const drawn = this.#derive.queryRandomness(key, nonce);
    const verifiers: bigint[] = [];
    for (let i = 0; i < this.#proofs; i++) {
      const verifier = query(
        circuit,
        encoded,
        part(proofs, i, this.#lengths.proof),
        part(drawn, i, this.#lengths.queryRandomness),
        part(joint, i, circuit.jointRandomness),
        this.shares,
      );
      if (verifier === undefined) return undefined;
      verifiers.push(...verifier);
    }
    return {
      kept: { outputShare: circuit.truncate(encoded), jointSeed: joinBytes(seeds) },
      verifierShare: joinBytes([field.encode(verifiers), ...parts]),
    };
  }

  /** The message with which aggregators finish, from all of their verifier shares; undefined if the report is not valid. */
  verifierMessage(verifierShares: readonly Uint8Array[]): Uint8Array | undefined {
    const { circuit } = this;
    const { field } = circuit;
    const elementBytes = this.verifierShareBytes - this.#seedBytes;
    let verifiers = Array<bigint>(this.#lengths.verifier * this.#proofs).fill(field.zero);
    const parts: Uint8Array[] = [];
    for (const share of verifierShares) {
      const vector = field.decode(share.subarray(0, elementBytes));
      if (share.length !== this.verifierShareBytes || vector === undefined) return undefined;
      verifiers = field.addVectors(verifiers, vector);
      parts.push(share.subarray(elementBytes));
    }
    for (let i = 0; i < this.#proofs; i++)
      if (!decide(circuit, part(verifiers, i, this.#lengths.verifier))) return undefined;
    return circuit.jointRandomness > 0 ? this.#derive.jointSeed(parts) : new Uint8Array();
  }

  /** An aggregator's share of a valid report's measurement; undefined if the client cheated with the joint randomness. */
  verifyNext({ outputShare, jointSeed }: Verifying, message: Uint8Array): readonly bigint[] | undefined {
    return areSameBytes(jointSeed, message) ? outputShare : undefined;
  }

  /** The sum of output shares, or of aggregate shares (sections 7.2.4 and 7.2.5). */
  aggregate(shares: readonly (readonly bigint[])[]): readonly bigint[] {
    const { field, outputLength } = this.circuit;
    return shares.reduce<readonly bigint[]>(
      (sum, share) => field.addVectors(sum, share),
      Array<bigint>(outputLength).fill(field.zero),
    );
  }

  /** The sum of so many measurements from all aggregate shares; undefined if one of them is none. */
  unshard(aggregateShares: readonly Uint8Array[], measurements: number): R | undefined {
    const { field, outputLength, decode } = this.circuit;
    const shares = aggregateShares.map((share) => field.decode(share));
    const right = shares.every((share) => share?.length === outputLength);
    return right ? decode(this.aggregate(shares as bigint[][]), measurements) : undefined;
  }

  #open(aggregator: number, share: Uint8Array): Opened | undefined {
    const { field, encodedLength } = this.circuit;
    if (share.length !== this.inputShareBytes(aggregator)) return undefined;
    const end = share.length - this.#seedBytes;
    const blind = share.subarray(end);
    if (aggregator > 0) {
      const seed = share.subarray(0, end);
      return {
        encoded: this.#derive.measurementShare(aggregator, seed),
        proofs: this.#derive.proofsShare(aggregator, seed),
        blind,
      };
    }
    const vector = field.decode(share.subarray(0, end));
    return vector && { encoded: vector.slice(0, encodedLength), proofs: vector.slice(encodedLength), blind };
  }

  #prove(encoded: readonly bigint[], seed: Uint8Array, jointSeed: Uint8Array | undefined): bigint[] {
    const { circuit } = this;
    const { proveRandomness: each } = this.#lengths;
    const joint = this.#derive.jointRandomness(jointSeed);
    const drawn = this.#derive.proveRandomness(seed);
    return Array.from({ length: this.#proofs }, (_, i) =>
      prove(circuit, encoded, part(drawn, i, each), part(joint, i, circuit.jointRandomness)),
    ).flat();
  }

  /** Bytes of a blind, and of a part of the joint seed. */
  get #seedBytes(): number {
    return this.circuit.jointRandomness > 0 ? SEED_BYTES : 0;
  }
}

function part(vector: readonly bigint[], index: number, length: number): bigint[] {
  return vector.slice(index * length, (index + 1) * length);
}
