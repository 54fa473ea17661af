/** Power sums of several vectors with the same indices: a matrix of values times one of powers. */

import type { Field } from './field.ts';
import { powerSums } from './power-sums.ts';
import { WideProduct } from './wide-product.ts';

/** With fewer entries the kernel has too little to do, and the direct method is as fast. */
const FEW_ENTRIES = 64;
/** How many powers of each index are in memory at once. */
const POWERS = 512;

/**
 * S_i = sum over j of values[r][j] * indices[j]^(i-1), for every vector r and i = 1 to counts[r].
 * @param counts in descending order
 */
export function manyPowerSums(
  field: Field<number>,
  indices: readonly number[],
  values: readonly (readonly number[])[],
  counts: readonly number[],
): number[][] {
  if (indices.length < FEW_ENTRIES) {
    return values.map((own, r) =>
      powerSums(
        field,
        indices.map((index, j) => ({ index, value: own[j] })),
        counts[r],
      ),
    );
  }
  const product = new WideProduct(field, values);
  const sums = values.map((): number[] => []);
  const powers = indices.map(() => field.one);
  for (let first = 0; first < counts[0]; first += POWERS) {
    const tile = Math.min(POWERS, counts[0] - first);
    const columns = product.columns(tile);
    for (const [j, index] of indices.entries()) {
      let power = powers[j];
      for (let i = 0; i < tile; i++) {
        columns.set(j, i, power);
        power = field.mul(power, index);
      }
      powers[j] = power;
    }
    const rows = counts.filter((count) => count > first).length;
    product.times(columns, rows, (r, i, value) => {
      if (first + i < counts[r]) sums[r].push(value);
    });
  }
  return sums;
}
