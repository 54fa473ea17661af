/** The draft's own test vectors: every byte of every step, and reports that must be rejected. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIELD128, FIELD64 } from '../../../../actors/blocks/vdaf/field.ts';
import {
  prio3Count,
  prio3Histogram,
  prio3MultihotCountVec,
  prio3Sum,
  prio3SumVec,
  prio3SumVecWithMultiproof,
} from '../../../../actors/blocks/vdaf/instances.ts';
import type { Prio3, Verifying } from '../../../../actors/blocks/vdaf/prio3.ts';
import { XofTurboShake128 } from '../../../../actors/blocks/vdaf/xof.ts';
import { fromHex, toHex } from '../../../../src/core/kit/crypto.ts';
import { sharedPath } from '../../../support/vectors.ts';

const folder = sharedPath('vectors/vdaf');
const files = folder === undefined ? [] : readdirSync(folder).toSorted();

/** Says why the suite is skipped, if it is. */
const SKIPPED = folder === undefined ? ' (skipped: shared/vectors/vdaf is not there)' : '';

const MULTIPROOFS = 3;

type Measurement = number | boolean | readonly (number | boolean)[];

interface Vector {
  readonly shares: number;
  readonly ctx: string;
  readonly verify_key: string;
  readonly length?: number;
  readonly chunk_length?: number;
  readonly max_measurement?: number;
  readonly max_weight?: number;
  readonly agg_shares: readonly string[];
  readonly agg_result: number | readonly number[] | null;
  readonly operations: readonly { readonly operation: string; readonly success: boolean }[];
  readonly reports: readonly {
    readonly measurement: Measurement | null;
    readonly nonce: string;
    readonly rand: string;
    readonly public_share: string;
    readonly input_shares: readonly string[];
    readonly verifier_shares: readonly (readonly string[])[];
    readonly verifier_messages: readonly string[];
    readonly out_shares: readonly string[];
  }[];
}

type AnyPrio3 = Prio3<never, bigint | readonly bigint[]>;

/** The instance of a file, and a measurement as it takes it. */
function instanceOf(
  file: string,
  vector: Vector,
): { readonly prio3: AnyPrio3; taken(measurement: Measurement): unknown } {
  const sharing = { shares: vector.shares, context: fromHex(vector.ctx) };
  const { length = 0, chunk_length: chunk = 0, max_measurement: largest = 0, max_weight: most = 0 } = vector;
  const shape = { length, chunk, largest: BigInt(largest) };
  const bigints = (values: Measurement): unknown => [values].flat().map(BigInt);
  switch (file.split('_')[0]) {
    case 'Prio3Count':
      return { prio3: prio3Count(sharing), taken: Number };
    case 'Prio3Sum':
      return { prio3: prio3Sum(sharing, BigInt(largest)), taken: (value) => BigInt(value as number) };
    case 'Prio3SumVec':
      return { prio3: prio3SumVec(sharing, shape), taken: bigints };
    case 'Prio3Histogram':
      return { prio3: prio3Histogram(sharing, length, chunk), taken: Number };
    case 'Prio3MultihotCountVec':
      return {
        prio3: prio3MultihotCountVec(sharing, length, most, chunk),
        taken: (bits) => [bits].flat().map(Number),
      };
    case 'Prio3SumVecWithMultiproof':
      // The file does not say so, but its proofs are this many.
      return { prio3: prio3SumVecWithMultiproof(sharing, shape, FIELD64, MULTIPROOFS), taken: bigints };
    default:
      throw new Error(`no instance for ${file}`);
  }
}

/** Plays a vector and compares every byte; returns the operations that failed, by name. */
function played(file: string, vector: Vector): string[] {
  const { prio3, taken } = instanceOf(file, vector);
  const { field } = prio3.circuit;
  const key = fromHex(vector.verify_key);
  const outputs: (readonly bigint[])[][] = [];
  const failed: string[] = [];
  for (const report of vector.reports) {
    const nonce = fromHex(report.nonce);
    // A report that must be rejected was made by no client.
    const made =
      report.measurement === null
        ? undefined
        : prio3.shard(taken(report.measurement) as never, nonce, fromHex(report.rand));
    expect(toHex(made?.publicShare ?? fromHex(report.public_share))).toBe(report.public_share);
    expect(made?.inputShares.map(toHex) ?? report.input_shares).toEqual(report.input_shares);
    // A vector may be of one aggregator alone.
    const begun = report.input_shares.slice(0, report.verifier_shares[0].length).map((share, aggregator) => {
      return prio3.verifyInit(key, aggregator, nonce, fromHex(report.public_share), fromHex(share));
    });
    if (begun.includes(undefined)) {
      failed.push('verify_init');
      continue;
    }
    const all = begun as { kept: Verifying; verifierShare: Uint8Array }[];
    const shares = all.map(({ verifierShare }) => verifierShare);
    expect(shares.map(toHex)).toEqual(report.verifier_shares[0]);
    const given = report.verifier_messages[0];
    const message = shares.length < prio3.shares ? fromHex(given) : prio3.verifierMessage(shares);
    if (message === undefined) {
      failed.push('verifier_shares_to_message');
      continue;
    }
    expect(toHex(message)).toBe(given);
    const own = all.map(({ kept }) => prio3.verifyNext(kept, message));
    if (own.includes(undefined)) {
      failed.push('verify_next');
      continue;
    }
    expect(own.map((share) => toHex(field.encode(share as bigint[])))).toEqual(report.out_shares);
    outputs.push(own as bigint[][]);
  }
  if (failed.length > 0) return failed;
  const aggregates = vector.agg_shares.map((_, aggregator) =>
    field.encode(prio3.aggregate(outputs.map((shares) => shares[aggregator]))),
  );
  expect(aggregates.map(toHex)).toEqual(vector.agg_shares);
  const result = [prio3.unshard(aggregates, outputs.length)].flat().map(Number);
  expect(result).toEqual([vector.agg_result].flat());
  return [];
}

describe.skipIf(folder === undefined)(`the draft's vectors${SKIPPED}`, () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder ?? '', file), 'utf8'));

  test.each(files.filter((file) => file.startsWith('Prio3')))('%s', (file) => {
    const vector = read(file) as Vector;
    const expected = vector.operations.flatMap(({ operation, success }) => (success ? [] : [operation]));
    expect(played(file, vector)).toEqual([...new Set(expected)]);
  });

  test('XofTurboShake128', () => {
    const { seed, dst, binder, derived_seed, length, expanded_vec_field128 } = read(
      'XofTurboShake128.json',
    ) as Record<string, string> & { length: number };
    const xof = () => new XofTurboShake128(fromHex(seed), fromHex(dst), fromHex(binder));
    expect(toHex(xof().next(32))).toBe(derived_seed);
    expect(toHex(FIELD128.encode(xof().nextVector(FIELD128, length)))).toBe(expanded_vec_field128);
  });
});
