/** What clients and aggregators of a proven sum compute. */

import { joinBytes, utf8 } from '../../../src/core/kit/crypto.ts';
import { defineTask } from '../../../src/core/kit/index.ts';
import { log2 } from '../../../src/core/kit/math.ts';
import { type Circuit, proofLengths } from '../vdaf/circuit.ts';
import { FIELD128 } from '../vdaf/field.ts';
import { SEED_BYTES, XofTurboShake128 } from '../vdaf/xof.ts';
import type { Report, Verifying } from '../vdaf/prio3.ts';
import { algorithmFor, type Bounded } from './session.ts';

/**
 * Elementary operations: a product of two elements of four words with its reduction is 2 by 16 products of words; TurboSHAKE128 draws an
 * element with 12 rounds of 25 lanes, about 10 operations each, for every 168 bytes.
 */
const OPERATIONS = { product: 32, drawn: (12 * 25 * 10 * 16) / 168 } as const;

type AnyCircuit = Circuit<never, unknown>;

/** A report: transforms of every wire's polynomial, forth and back, and what is drawn for the helper's shares and their hashes. */
export function shardOperations(circuit: AnyCircuit): number {
  const { wire, proof } = proofLengths(circuit);
  const { arity } = circuit.gadget;
  const products = arity * wire * (log2(wire) + 3);
  return Math.ceil(products * OPERATIONS.product + (3 * circuit.encodedLength + proof) * OPERATIONS.drawn);
}

/** A verifier share: every wire's polynomial at a point, and what is drawn and hashed. */
export function verifyOperations(circuit: AnyCircuit): number {
  const { wire, proof } = proofLengths(circuit);
  const { arity } = circuit.gadget;
  const products = arity * wire + 2 * circuit.encodedLength + 8 * wire;
  return Math.ceil(products * OPERATIONS.product + (2 * circuit.encodedLength + proof) * OPERATIONS.drawn);
}

/** The verdict on a report: one call of the gadget. */
export function decideOperations({ gadget }: AnyCircuit): number {
  return gadget.arity * OPERATIONS.product;
}

export interface ShardInput extends Bounded {
  readonly units: number;
  /** Integers: elements, or cells as a count and a place each. */
  readonly values: Float64Array;
  readonly nonce: Uint8Array;
  /** Seeds of {@link SEED_BYTES} bytes: two for each aggregator. */
  readonly seeds: readonly Uint8Array[];
}

/** A client's report. Values out of bounds are shared too, with a proof that fails. */
export const shard = defineTask('prio3/shard', {
  operations: (input: ShardInput) => shardOperations(algorithmFor(input, input.units).circuit),
  run(input): Report {
    const { units, values, nonce, seeds } = input;
    return algorithmFor(input, units).shard(Array.from(values, BigInt), nonce, joinBytes(seeds));
  },
});

/** A report as one aggregator has it. */
export interface OwnReport {
  /** Its client's units. */
  readonly units: number;
  readonly nonce: Uint8Array;
  readonly publicShare: Uint8Array;
  readonly share: Uint8Array;
}

const VERIFY_KEY = utf8('cahoots verify key');

export interface VerifyInput extends Bounded {
  /** 0: the leader. */
  readonly aggregator: number;
  readonly keyParts: readonly Uint8Array[];
  readonly reports: readonly OwnReport[];
}

/** What an aggregator makes of a report; undefined if it is none. */
export type Begun = { readonly kept: Verifying; readonly verifierShare: Uint8Array } | undefined;

/** An aggregator's verifier shares. */
export const verify = defineTask('prio3/verify', {
  operations: (input: VerifyInput) =>
    input.reports.reduce((sum, { units }) => sum + verifyOperations(algorithmFor(input, units).circuit), 0),
  run(input): readonly Begun[] {
    const { aggregator, keyParts, reports } = input;
    // Neither aggregator alone chooses it.
    const key = new XofTurboShake128(new Uint8Array(SEED_BYTES), VERIFY_KEY, ...keyParts).next(SEED_BYTES);
    return reports.map(({ units, nonce, publicShare, share }) =>
      algorithmFor(input, units).verifyInit(key, aggregator, nonce, publicShare, share),
    );
  },
});

export interface DecideInput extends Bounded {
  /** For each report its client's units, and the leader's and the helper's verifier shares. */
  readonly reports: readonly { readonly units: number; readonly shares: readonly Uint8Array[] }[];
}

/** The draft's verifier message of each report; undefined if it is not valid. */
export const decide = defineTask('prio3/decide', {
  operations: (input: DecideInput) =>
    input.reports.reduce((sum, { units }) => sum + decideOperations(algorithmFor(input, units).circuit), 0),
  run: (input): readonly (Uint8Array | undefined)[] =>
    input.reports.map(({ units, shares }) => algorithmFor(input, units).verifierMessage(shares)),
});

export interface AggregateInput {
  /** Output shares, of which there is at least one. */
  readonly shares: readonly (readonly bigint[])[];
  /** Integers: the aggregator's noise. */
  readonly noise: Float64Array;
}

/** An aggregate share with noise, in the draft's encoding. */
export const aggregateShares = defineTask('prio3/aggregate', {
  operations: ({ shares }: AggregateInput) => aggregateOperations(shares.length, shares[0].length),
  run({ shares, noise }): Uint8Array {
    const own = Array.from(noise, (x) => FIELD128.from(BigInt(x)));
    return FIELD128.encode(
      shares.reduce<readonly bigint[]>((sum, one) => FIELD128.addVectors(sum, one), own),
    );
  },
});

/** Four words an element. */
export function aggregateOperations(reports: number, length: number): number {
  return 4 * reports * length;
}
