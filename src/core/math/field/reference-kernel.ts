/** The field kernel on bigint: slow and short, the reference for the others. */

import type { FieldKernel } from './kernel.ts';

export const referenceKernel: FieldKernel = {
  combine(p, weights, inputs, outputs) {
    outputs.forEach((output, a) => {
      for (let i = 0; i < output.length; i++) {
        output[i] = residue(
          sum(inputs, (input, b) => BigInt(weights[a][b]) * BigInt(input[i])),
          p,
        );
      }
    });
  },

  innerProducts(p, vectors, factors, products) {
    for (let at = 0; at < products.length; at++) {
      const vector = vectors[Math.floor(at / factors.length)];
      const factor = factors[at % factors.length];
      products[at] = residue(
        sum(vector, (value, i) => BigInt(value) * BigInt(factor[i])),
        p,
      );
    }
  },

  squaredNorms(p, rows, columns, norms) {
    for (let i = 0; i < norms.length; i++) {
      const entries = rows.subarray(i * columns, (i + 1) * columns);
      norms[i] = residue(
        sum(entries, (value) => BigInt(value) ** 2n),
        p,
      );
    }
  },

  clusterSums(p, rows, columns, labels, sums) {
    for (let at = 0; at < sums.length; at++) {
      const h = Math.floor(at / columns);
      const c = at % columns;
      sums[at] = residue(
        sum(labels, (label, i) => (label === h ? BigInt(rows[i * columns + c]) : 0n)),
        p,
      );
    }
  },

  scaledDistances(p, rows, columns, norms, sums, sizes, distances) {
    const clusters = sizes.length;
    for (let i = 0; i < norms.length; i++) {
      for (let h = 0; h < clusters; h++) {
        const center = sums.subarray(h * columns, (h + 1) * columns);
        const square = (value: number, c: number): bigint =>
          (BigInt(value) - BigInt(sizes[h]) * BigInt(rows[i * columns + c])) ** 2n;
        distances[i * clusters + h] = residue(sum(center, square), p);
      }
    }
  },
};

function sum<T>(items: Iterable<T>, term: (item: T, index: number) => bigint): bigint {
  let total = 0n;
  let index = 0;
  for (const item of items) total += term(item, index++);
  return total;
}

function residue(value: bigint, p: number): number {
  return Number(((value % BigInt(p)) + BigInt(p)) % BigInt(p));
}
