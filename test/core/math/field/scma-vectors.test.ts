import { describe, expect, test } from 'vitest';
import { shortestRecurrence } from '../../../../src/core/math/field/berlekamp-massey.ts';
import type { Field } from '../../../../src/core/math/field/field.ts';
import { powerSums, sparseVector } from '../../../../src/core/math/field/power-sums.ts';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { WideField } from '../../../../src/core/math/field/wide-field.ts';
import { vectors } from '../../../support/vectors.ts';

type Pairs = readonly (readonly [string, string])[];

interface Case {
  readonly name: string;
  readonly p: string;
  readonly num_sums: string;
  readonly S_sum: readonly string[];
  readonly connection_poly_low_to_high: readonly string[];
  readonly lfsr_length: string;
  readonly expect: string;
  readonly decoded_mod_p: Pairs | null;
  readonly true_aggregate: Pairs;
  readonly clients?: readonly { readonly entries: Pairs; readonly S_unmasked: readonly string[] }[];
}

const scma = vectors<{ readonly cases: readonly Case[] }>('scma.json');

/** The word-sized field where p fits, and always the reference. */
function fieldsOf(p: bigint): Field<never>[] {
  const fields: Field<never>[] = [new PrimeField(p) as never];
  if (p < 1n << 50n) fields.push(new WideField(p) as never);
  return fields;
}

describe.skipIf(scma.absent)(`${scma.title}`, () => {
  const cases = scma.absent ? [] : scma.read().cases;

  test.each(cases.map((one) => ({ ...one, title: one.name })))('$title', { timeout: 60_000 }, (one) => {
    for (const field of fieldsOf(BigInt(one.p))) {
      const elements = (texts: readonly string[]): never[] => texts.map((text) => field.from(BigInt(text)));
      const entries = (pairs: Pairs) =>
        pairs.map(([index, value]) => ({
          index: field.from(BigInt(index)),
          value: field.from(BigInt(value)),
        }));
      for (const client of one.clients ?? []) {
        const sums = powerSums(field, entries(client.entries), Number(one.num_sums));
        expect(sums).toEqual(elements(client.S_unmasked));
      }
      const sums = elements(one.S_sum);
      const { connection, length } = shortestRecurrence(field, sums);
      expect([connection, length]).toEqual([
        trimmed(elements(one.connection_poly_low_to_high)),
        Number(one.lfsr_length),
      ]);
      const decoded = sparseVector(field, sums);
      const expected = one.decoded_mod_p === null ? undefined : entries(one.decoded_mod_p);
      expect(decoded).toEqual(expected?.toSorted((a, b) => (a.index < b.index ? -1 : 1)));
    }
  });
});

/** Without zeros at the end. */
function trimmed<E extends bigint | number>(coefficients: readonly E[]): E[] {
  return coefficients.slice(0, coefficients.findLastIndex((coefficient) => Number(coefficient) !== 0) + 1);
}
