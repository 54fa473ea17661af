/** How long the server of a sparse sum takes to decode, by number of cells and bits of the field, on one thread. */

import { codeOf, sumsOf } from '../actors/blocks/scma/code.ts';
import { type CodeShape } from '../actors/blocks/scma/shape.ts';
import type { Cell } from '../actors/blocks/scma/grid.ts';
import { Random } from '../src/core/base/random.ts';
import { against, print } from './table.ts';

interface Case {
  readonly shape: CodeShape;
  /** Seconds that decoding may take. */
  readonly limit?: number;
}

const exact = (capacity: number, dimension: number, levels: number, limit?: number): Case => ({
  shape: { code: 'exact', capacity, dimension, levels, points: 1_000_000 },
  ...(limit !== undefined && { limit }),
});

const hashed = (capacity: number, dimension: number, levels: number, limit?: number): Case => ({
  shape: { code: 'hashed', capacity, dimension, levels, points: 1_000_000 },
  ...(limit !== undefined && { limit }),
});

const CASES: readonly Case[] = [
  // Growth with KL, at about 70 bits: Celltype has K=4, L=100, d=10, B=110.
  ...[50, 100, 200].map((capacity) => exact(capacity, 10, 110)),
  exact(400, 10, 110, 3),
  exact(800, 10, 110),
  // Growth with log p, at KL=100.
  ...[2, 5, 20, 40, 80].map((dimension) => exact(100, dimension, 128)),
  ...[100, 400, 1600].map((capacity) => hashed(capacity, 10, 110)),
  // FEMNIST, the largest of the MUFC paper: K=62, L=100, n=36725.
  hashed(6200, 784, 192, 20),
];

export function scmaDecode(): Promise<void> {
  const rows = CASES.map(({ shape, limit }) => {
    const { encode, decode, bytes, bits } = measure(shape);
    const { code, capacity, dimension, levels } = shape;
    return [
      `${code}, KL=${capacity}, d=${dimension}, B=${levels}`,
      `${bits}`,
      limit === undefined ? decode.toFixed(2) : against(decode, 'at most', limit),
      encode.toFixed(2),
      (bytes / 1e6).toFixed(3),
    ];
  });
  print('The sum of sparse vectors: seconds of one thread', [
    ['', 'bits of p', 'decoding', 'encoding, all clients', 'MB sent by each client'],
    ...rows,
  ]);
  return Promise.resolve();
}

/** Seconds of processor time, so that other work on the machine does not count. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Seconds, bytes per client, and bits of an element. */
function measure(shape: CodeShape): { encode: number; decode: number; bytes: number; bits: number } {
  const { modulus, length } = sumsOf(shape);
  const stream = new Random(1).stream('cells');
  const cells: Cell[] = Array.from({ length: shape.capacity }, (_, i) => ({
    place: Array.from({ length: shape.dimension }, () => stream.integer(shape.levels)),
    count: 1 + (i % 100),
  }));
  const code = codeOf(shape, modulus);
  const start = cpu();
  const sums = code.encode(cells, 1).map(BigInt);
  const encoded = cpu();
  const decoded = code.decode(sums, 1);
  const decode = (cpu() - encoded) / 1000;
  const bits = (modulus - 1n).toString(2).length;
  if (decoded?.length !== new Set(cells.map(({ place }) => place.join())).size)
    throw new Error('decoded other cells');
  return {
    encode: (encoded - start) / 1000,
    decode,
    bytes: (length * bits) / 8,
    bits,
  };
}
