/** Proofs that cells are valid: their sums are those of the code of SCMA, and whatever step of a proof is forged, it fails. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactCode } from '../../../../actors/blocks/scma/exact-code.ts';
import type { Cell } from '../../../../actors/blocks/scma/grid.ts';
import { flatCells } from '../../../../actors/blocks/scma/tasks.ts';
import { cellPowers } from '../../../../actors/blocks/vdaf/cells.ts';
import type { Circuit } from '../../../../actors/blocks/vdaf/circuit.ts';
import { FIELD128 } from '../../../../actors/blocks/vdaf/field.ts';
import { prio3Cells } from '../../../../actors/blocks/vdaf/instances.ts';
import { Prio3 } from '../../../../actors/blocks/vdaf/prio3.ts';
import { utf8 } from '../../../../src/core/kit/crypto.ts';
import { thoroughly } from '../../../support/long.ts';

const SHAPE = { levels: 7, dimension: 2, entries: 3, length: 8, points: 10, most: 12 };
const KEY = new Uint8Array(32).fill(1);
const NONCE = new Uint8Array(16).fill(2);
const sharing = { shares: 2, context: utf8('cells') };
const prio3 = prio3Cells(sharing, SHAPE);
const p = FIELD128.modulus;

type AnyPrio3 = Prio3<readonly bigint[], readonly bigint[]>;

const cell = (count: number, ...place: number[]): Cell => ({ count, place });
const written = (cells: readonly Cell[]): bigint[] =>
  Array.from(flatCells(cells, SHAPE.dimension), (x) => BigInt(x));

/** Whether both aggregators accept what is encoded, and what they then add up. */
function accepted(encoded: readonly bigint[], by: AnyPrio3 = prio3): readonly bigint[] | undefined {
  const random = new Uint8Array(by.randomBytes).map((_, i) => i);
  const { publicShare, inputShares } = by.shardEncoded(encoded, NONCE, random);
  const begun = inputShares.map((share, i) => by.verifyInit(KEY, i, NONCE, publicShare, share));
  const message = by.verifierMessage(begun.map((one) => one?.verifierShare ?? KEY));
  if (message === undefined) return undefined;
  const outputs = begun.map((one) => one && by.verifyNext(one.kept, message));
  const shares = outputs.map((share) => FIELD128.encode(by.aggregate([share ?? []])));
  return by.unshard(shares, 1);
}

const honest = [cell(4, 0, 6), cell(5, 3, 3), cell(1, 0, 0)];
const encoded = prio3.circuit.encode(written(honest));

describe('the sums of valid cells', () => {
  const place = fc.tuple(fc.nat(6), fc.nat(6));
  const cells = fc.array(place, { minLength: 1, maxLength: 3 }).chain((places) =>
    fc.tuple(fc.constant(places), fc.nat(10)).map(([all, first]): Cell[] =>
      all.map((one, i) => {
        const count = all.length === 1 ? 10 : i === 0 ? first : i === 1 ? 10 - first : 0;
        return { place: one, count };
      }),
    ),
  );

  test('are those that the exact code encodes, and decode to the cells', () => {
    const shape = { code: 'exact', levels: 7, dimension: 2, capacity: 3, points: 10 } as const;
    // Six sums of three cells, and two check sums.
    const code = exactCode(shape, p);
    fc.assert(
      fc.property(cells, (some) => {
        const sums = accepted(prio3.circuit.encode(written(some)));
        const expected = code.encode(some, 0).map(BigInt);
        expect(sums?.slice(0, expected.length)).toEqual(expected.slice(0, SHAPE.length));
        const found = new Map(
          code.decode(sums?.slice(0, expected.length) ?? [], 0)?.map((one) => [`${one.place}`, one.count]),
        );
        const counts = new Map<string, number>();
        for (const { place: at, count } of some) counts.set(`${at}`, (counts.get(`${at}`) ?? 0) + count);
        for (const [at, count] of counts) expect(found.get(at) ?? 0).toBe(count);
      }),
      { numRuns: thoroughly(8, 25) },
    );
  });

  test('may be of fewer cells than allowed, in a grid of one cell, and of a client without points', () => {
    expect(accepted(prio3.circuit.encode(written([cell(10, 6, 6)])))?.slice(0, 2)).toEqual([10n, 490n]);
    const one = prio3Cells(sharing, { ...SHAPE, levels: 1 });
    expect(accepted(one.circuit.encode(written([cell(10, 0, 0)])), one)?.[3]).toBe(10n);
    const none = prio3Cells(sharing, { ...SHAPE, points: 0 });
    expect(accepted(none.circuit.encode([]), none)).toEqual(Array(SHAPE.length).fill(0n));
  });
});

describe('a proof fails', () => {
  test.each([
    ['a negative count', [cell(-3, 0, 1), cell(13, 2, 2)]],
    ['a count beyond the largest', [cell(13, 0, 1), cell(-3, 2, 2)]],
    ['more points than the client has', [cell(6, 0, 1), cell(5, 2, 2)]],
    ['fewer points than it has', [cell(4, 0, 1), cell(5, 2, 2)]],
    ['a place outside the grid', [cell(10, 7, 0)]],
    ['a place before its first cell', [cell(10, 0, -1)]],
  ])('for %s', (_, cells) => {
    expect(accepted(prio3.circuit.encode(written(cells)))).toBeUndefined();
  });

  test('whichever element of the encoding is another one', () => {
    expect(accepted(encoded)).toBeDefined();
    for (const at of encoded.keys()) {
      for (const other of [FIELD128.add(encoded[at], 1n), 1n - encoded[at] === 0n ? 0n : 1n, p - 1n]) {
        if (other === encoded[at]) continue;
        const forged = encoded.with(at, other);
        expect({ at, sums: accepted(forged) }).toEqual({ at, sums: undefined });
      }
    }
  });

  test('for the power sums of something else, with terms that fit each other', () => {
    // Every term of the first cell is doubled from the second on: only the first product tells.
    const at = prio3.circuit.encodedLength - SHAPE.entries * (SHAPE.length - 1);
    const forged = encoded.map((x, i) => (i >= at && i < at + SHAPE.length - 1 ? FIELD128.add(x, x) : x));
    expect(accepted(forged)).toBeUndefined();
  });
});

/** What a circuit would miss without one of its steps: each is needed to refuse something. */
describe('each test of the circuit is needed', () => {
  const { circuit } = prio3;
  const without = (step: number): AnyPrio3 => {
    const weaker: Circuit<readonly bigint[], readonly bigint[]> = {
      ...cellPowers(FIELD128, SHAPE, 8),
      evaluate: (...given) =>
        cellPowers(FIELD128, SHAPE, 8)
          .evaluate(...given)
          .with(step, 0n),
    };
    return new Prio3({ ...sharing, id: 1, circuit: weaker });
  };

  test.each([
    ['that bits are bits', 0, circuit.encode(written([cell(-3, 0, 1), cell(13, 2, 2)]))],
    ['that terms are powers', 1, encoded.with(encoded.length - 1, 5n)],
    ['that counts add up', 2, circuit.encode(written([cell(9, 0, 1)]))],
  ])('%s', (_, step, forged) => {
    expect(accepted(forged, without(step))).toBeDefined();
    for (const other of [0, 1, 2].filter((one) => one !== step))
      expect(accepted(forged, without(other))).toBeUndefined();
  });
});
