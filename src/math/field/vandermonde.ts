/** Systems of power sums: sum over j of x_j nodes[j]^i = sums[i] for i = 0, 1, ...: a transposed Vandermonde matrix. */

import type { Field } from './field.ts';
import { Polynomials } from './polynomials.ts';
import { WideProduct } from './wide-product.ts';

/** A row of the inverse matrix: the unknown is `scale` times the sum over i of coefficients[i] * sums[i]. */
export interface InverseRow<E> {
  readonly coefficients: readonly E[];
  readonly scale: E;
}

/**
 * The rows of the inverse, one for each node, m of them for m nodes: the coefficients of the product of all x - node but
 * one, which is that node's Lagrange polynomial up to scale. O(m) multiplications a row.
 * @param nodes distinct
 */
export function* inverseRows<E extends bigint | number>(
  field: Field<E>,
  nodes: readonly E[],
): Generator<InverseRow<E>, void> {
  const ring = new Polynomials(field);
  const all = ring.fromRoots(nodes);
  for (const node of nodes) {
    const { quotient, value } = ring.divideByRoot(all, node);
    yield { coefficients: quotient, scale: field.inv(value) };
  }
}

/** The unknowns from the first m sums for m nodes. */
export function solvePowerSums<E extends bigint | number>(
  field: Field<E>,
  nodes: readonly E[],
  sums: readonly E[],
): E[] {
  const solution: E[] = [];
  for (const { coefficients, scale } of inverseRows(field, nodes)) {
    let value = field.zero;
    for (let i = 0; i < coefficients.length; i++)
      value = field.add(value, field.mul(coefficients[i], sums[i]));
    solution.push(field.mul(value, scale));
  }
  return solution;
}

/** Nodes whose rows are held at once, so that they stay small. */
const NODES = 512;
/** Of them so many are turned into columns together: a line of the processor's cache has as many words. */
const TURNED = 16;

/**
 * The unknowns of many systems with the same nodes: the inverse matrix times all sums.
 * @param sums the first m sums of every system: `sums[r][i]`
 * @returns `solutions[r][j]` for system r and node j
 */
export function solveManyPowerSums(
  field: Field<number>,
  nodes: readonly number[],
  sums: readonly (readonly number[])[],
): number[][] {
  const m = nodes.length;
  const product = new WideProduct(field, sums);
  const solutions = sums.map((): number[] => []);
  const rows = inverseRows(field, nodes);
  for (let first = 0; first < m; first += NODES) {
    const tile = Math.min(NODES, m - first);
    const columns = product.columns(tile);
    const scales: number[] = [];
    for (let j = 0; j < tile; j += TURNED) {
      const length = Math.min(TURNED, tile - j);
      const turned = Array.from({ length }, () => rows.next().value as InverseRow<number>);
      for (let i = 0; i < m; i++)
        for (let k = 0; k < length; k++) columns.set(i, j + k, turned[k].coefficients[i]);
      scales.push(...turned.map(({ scale }) => scale));
    }
    product.times(columns, sums.length, (r, j, value) => solutions[r].push(field.mul(value, scales[j])));
  }
  return solutions;
}
