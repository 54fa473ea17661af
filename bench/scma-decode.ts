/** How long the server of a sparse sum takes to decode, by number of cells and bits of the field, on one thread. */

import { codeOf, sumsOf } from '../actors/blocks/scma/code.ts';
import { type CodeShape } from '../actors/blocks/scma/shape.ts';
import type { Cell } from '../actors/blocks/scma/grid.ts';
import { Random } from '../src/core/base/random.ts';
import { against, print } from './table.ts';

interface Measured {
  /** Seconds. */
  readonly encode: number;
  readonly decode: number;
  /** Per client. */
  readonly bytes: number;
  /** Of an element. */
  readonly bits: number;
}

interface Case {
  readonly shape: CodeShape;
  /** A ratio beside its limit. */
  readonly ratio?: (own: Measured, before: Measured) => string;
}

const shapeOf =
  (code: CodeShape['code']) =>
  (capacity: number, dimension: number, levels: number, ratio?: Case['ratio']): Case => ({
    shape: { code, capacity, dimension, levels, points: 1_000_000 },
    ...(ratio && { ratio }),
  });

const exact = shapeOf('exact');
const hashed = shapeOf('hashed');

const CASES: readonly Case[] = [
  // Growth with KL, at about 70 bits: Celltype has K=4, L=100, d=10, B=110.
  ...[50, 100, 200].map((capacity) => exact(capacity, 10, 110)),
  // Twice as many cells take at most four times as long.
  exact(
    400,
    10,
    110,
    (own, before) => `${against(own.decode / before.decode, 'at most', 4)} of the line above`,
  ),
  exact(800, 10, 110),
  // Growth with log p, at KL=100.
  ...[2, 5, 20, 40, 80].map((dimension) => exact(100, dimension, 128)),
  ...[100, 400, 1600].map((capacity) => hashed(capacity, 10, 110)),
  // FEMNIST, the largest of the MUFC paper: K=62, L=100, n=36725.
  hashed(6200, 784, 192, (own) => `${against(own.decode / own.encode, 'at most', 1.5)} of encoding`),
];

export function scmaDecode(): Promise<void> {
  const measured = CASES.map(({ shape }) => measure(shape));
  const rows = CASES.map(({ shape, ratio }, at) => {
    const { encode, decode, bytes, bits } = measured[at];
    const { code, capacity, dimension, levels } = shape;
    return [
      `${code}, KL=${capacity}, d=${dimension}, B=${levels}`,
      `${bits}`,
      decode.toFixed(2),
      encode.toFixed(2),
      ratio?.(measured[at], measured[at - 1]) ?? '',
      (bytes / 1e6).toFixed(3),
    ];
  });
  print('The sum of sparse vectors: seconds of one thread', [
    ['', 'bits of p', 'decoding', 'encoding, all clients', 'ratio', 'MB sent by each client'],
    ...rows,
  ]);
  return Promise.resolve();
}

/** Seconds of processor time, so that other work on the machine does not count. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function measure(shape: CodeShape): Measured {
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
