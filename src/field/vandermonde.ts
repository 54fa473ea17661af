/** Systems of power sums: sum over j of x_j nodes[j]^i = sums[i] for i = 0, 1, ...: a transposed Vandermonde matrix. */

import type { Field } from './field.ts';
import { fieldKernel } from './field-kernel.ts';
import { moduliAbove } from './moduli.ts';
import { Polynomials } from './polynomials.ts';
import { Reconstruction } from './residues.ts';
import { reduceMod } from './word-field.ts';

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
    const coefficients = ring.divideByRoot(all, node);
    yield { coefficients, scale: field.inv(ring.evaluate(coefficients, node)) };
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

/** Nodes whose rows are held at once, and sums that one call of the kernel combines: so that both stay small. */
const NODES = 512;
const TERMS = 256;

/**
 * The unknowns of many systems with the same nodes: the inverse matrix times all sums, in residues that hold the largest
 * inner product.
 * @param sums the first m sums of every system: `sums[r][i]`
 * @returns `solutions[r][j]` for system r and node j
 */
export function solveManyPowerSums(
  field: Field<number>,
  nodes: readonly number[],
  sums: readonly (readonly number[])[],
): number[][] {
  const m = nodes.length;
  const moduli = moduliAbove(BigInt(m) * field.modulus ** 2n);
  const reconstruction = new Reconstruction(moduli);
  const weights = moduli.map((p) => sums.map((system) => system.map((sum) => sum % p)));
  const solutions = sums.map((): number[] => []);
  const rows = inverseRows(field, nodes);
  for (let first = 0; first < m; first += NODES) {
    const tile = Math.min(NODES, m - first);
    const columns = moduli.map(() => Array.from({ length: m }, () => new Uint32Array(tile)));
    const scales: number[] = [];
    for (let j = 0; j < tile; j++) {
      const { coefficients, scale } = rows.next().value as InverseRow<number>;
      scales.push(scale);
      moduli.forEach((p, plane) => {
        const inverse = 1 / p;
        const column = columns[plane];
        for (let i = 0; i < m; i++) column[i][j] = reduceMod(coefficients[i], p, inverse);
      });
    }
    const planes = moduli.map((p, plane) => combineInParts(p, weights[plane], columns[plane], tile));
    solutions.forEach((solution, r) => {
      const residues = planes.map((plane) => plane[r]);
      for (let j = 0; j < tile; j++)
        solution.push(field.mul(field.from(reconstruction.exact(residues, j)), scales[j]));
    });
  }
  return solutions;
}

/** `outputs[r] = sum over i of weights[r][i] * inputs[i]`, some of the i at a time. */
function combineInParts(
  p: number,
  weights: readonly (readonly number[])[],
  inputs: readonly Uint32Array[],
  length: number,
): Uint32Array[] {
  const totals = weights.map(() => new Uint32Array(length));
  const part = weights.map(() => new Uint32Array(length));
  for (let first = 0; first < inputs.length; first += TERMS) {
    const last = first + TERMS;
    fieldKernel.combine(
      p,
      weights.map((row) => row.slice(first, last)),
      inputs.slice(first, last),
      part,
    );
    totals.forEach((total, r) => {
      for (let j = 0; j < length; j++) {
        const sum = total[j] + part[r][j];
        total[j] = sum < p ? sum : sum - p;
      }
    });
  }
  return totals;
}
