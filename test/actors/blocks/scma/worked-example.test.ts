/** The parameters of MUFC's Figure 2 (K = 2, L = 2, B^d = 4, n = 12, p = 13), with sums worked out by hand. */

import { describe, expect, test } from 'vitest';
import { exactCode, exactModulus } from '../../../../actors/blocks/scma/exact-code.ts';
import type { Cell } from '../../../../actors/blocks/scma/grid.ts';
import { checksFor, type CodeShape, lengthOf } from '../../../../actors/blocks/scma/shape.ts';

const [K, L] = [2, 2];
const P = 13n;
const shape: CodeShape = { code: 'exact', dimension: 1, levels: 4, capacity: K * L, points: 12 };
/** The paper's sums; what follows them are our check sums, further powers. */
const SUMS = 2 * K * L;

/** A bin, numbered from 1, with its points. */
const bin = (number: number, count: number): Cell => ({ place: [number - 1], count });

/** Client 1 has 2 points in bin 1 and 4 in bin 3, client 2 one in bin 3 and 5 in bin 4. */
const CLIENTS = [
  { cells: [bin(1, 2), bin(3, 4)], sums: [6, 1, 12, 6, 1, 12, 6, 1] },
  { cells: [bin(3, 1), bin(4, 5)], sums: [6, 10, 11, 9, 9, 7, 6, 10] },
] as const;
const TOTAL = [12, 11, 10, 2, 10, 6, 12, 11];

const modulo = (value: number): number => ((value % 13) + 13) % 13;

describe("the worked example of MUFC's Figure 2", () => {
  const code = exactCode(shape, P);
  const encoded = CLIENTS.map(({ cells }) => code.encode(cells, 0).map(Number));

  test('is over the field of 13 elements, with 2KL sums and those that check', () => {
    expect(exactModulus(shape)).toBe(P);
    expect(lengthOf(shape) - checksFor(shape)).toBe(SUMS);
  });

  test('has power sums of the numbers of bins', () => {
    expect(encoded.map((sums) => sums.slice(0, SUMS))).toEqual(CLIENTS.map(({ sums }) => sums));
  });

  test('gives the server the total, under masks that cancel', () => {
    const mask = encoded[0].map((_, i) => modulo(7 * i + 3));
    const sent = [
      encoded[0].map((sum, i) => modulo(sum + mask[i])),
      encoded[1].map((sum, i) => modulo(sum - mask[i])),
    ];
    expect(sent[0]).not.toEqual(encoded[0]);
    const total = sent[0].map((sum, i) => modulo(sum + sent[1][i]));
    expect(total.slice(0, SUMS)).toEqual(TOTAL);
    const found = code.decode(total.map(BigInt), 0) ?? [];
    expect(found).toHaveLength(3);
    expect(found).toEqual(expect.arrayContaining([bin(1, 2), bin(3, 5), bin(4, 5)]));
  });
});
