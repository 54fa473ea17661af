/**
 * Systems of power sums: sum over j of x_j nodes[j]^i = sums[i] for i = 0, 1, ...: a transposed Vandermonde
 * matrix.
 *
 * P_j, the product of x - node over all nodes but node j, is zero at all other nodes, so the sum over i of
 * its coefficients times sums[i] is x_j P_j(nodes[j]). The products come from a subproduct tree, which the
 * sums descend with one multiplication at every fork (von zur Gathen and Gerhard, Modern Computer Algebra,
 * 10.1; transposed: Bostan, Lecerf and Schost 2003): O(m log^2 m) for m nodes if the field has Fourier
 * transforms.
 */

import { log2, powerOfTwo } from '../elementary/index.ts';
import type { Field } from './field.ts';
import { inverses } from './inverses.ts';
import { multiplierFor } from './multiplier.ts';
import { type Polynomial, Polynomials, SHORT } from './polynomials.ts';
import type { Multiplier } from './product.ts';

/**
 * The unknowns of many systems with the same nodes.
 * @param nodes distinct
 * @param sums the first m sums of every system for m nodes: `sums[r][i]`
 * @returns `solutions[r][j]` for system r and node j
 */
export function solveManyPowerSums<E extends bigint | number>(
  field: Field<E>,
  nodes: readonly E[],
  sums: readonly (readonly E[])[],
): E[][] {
  const { length } = nodes;
  if (length === 0) return sums.map(() => []);
  const ring = new Polynomials(field);
  const tree = treeOf(ring, nodes);
  // If all unknowns are 1, the result is P_j(nodes[j]).
  const scales = inverses(field, descend(field, tree, powerSumsOfRoots(ring, tree.product)));
  return sums.map((system) =>
    descend(field, tree, system.slice(0, length)).map((value, j) => field.mul(value, scales[j])),
  );
}

interface Tree<E> {
  /** The product of x - node over the nodes below: monic. */
  readonly product: Polynomial<E>;
  readonly fork?: {
    readonly left: Tree<E>;
    readonly right: Tree<E>;
    /**
     * What sums are multiplied by on their way left (the right's product) and right (the left's), prepared if
     * they are long.
     */
    readonly long?: { readonly by: Multiplier<E>; readonly toLeft: unknown; readonly toRight: unknown };
  };
}

function treeOf<E extends bigint | number>(ring: Polynomials<E>, nodes: readonly E[]): Tree<E> {
  const { length } = nodes;
  if (length === 1) return { product: ring.fromRoots(nodes) };
  // Powers of two, which suit transforms.
  const middle = powerOfTwo(Math.ceil(log2(length) - 1));
  const left = treeOf(ring, nodes.slice(0, middle));
  const right = treeOf(ring, nodes.slice(middle));
  const product = ring.mul(left.product, right.product);
  if (length < SHORT) return { product, fork: { left, right } };
  const by = multiplierFor(ring.field, middle + 1, length);
  const toLeft = by.ready(right.product.toReversed());
  const toRight = by.ready(left.product.toReversed());
  return { product, fork: { left, right, long: { by, toLeft, toRight } } };
}

/**
 * For every node below, the sum over i of sums[i] times coefficient i of the product of x - node over the
 * other nodes below.
 */
function descend<E extends bigint | number>(field: Field<E>, { fork }: Tree<E>, sums: readonly E[]): E[] {
  if (fork === undefined) return [...sums];
  const { left, right, long } = fork;
  const { length } = sums;
  const toLeft = right.product.length - 1;
  const toRight = left.product.length - 1;
  if (long === undefined) {
    return [
      ...descend(field, left, correlate(field, sums, right.product)),
      ...descend(field, right, correlate(field, sums, left.product)),
    ];
  }
  const { by } = long;
  const ready = by.ready(sums);
  return [
    ...descend(field, left, by.product(ready, long.toLeft, toLeft, length)),
    ...descend(field, right, by.product(ready, long.toRight, toRight, length)),
  ];
}

/** result[k] = sum over d of sums[k + d] * factor[d], for each k at which the whole factor fits. */
function correlate<E>(field: Field<E>, sums: readonly E[], factor: readonly E[]): E[] {
  return Array.from({ length: sums.length - factor.length + 1 }, (_, k) => {
    let total = field.zero;
    for (let d = 0; d < factor.length; d++) total = field.add(total, field.mul(sums[k + d], factor[d]));
    return total;
  });
}

/**
 * The power sums of the roots, from exponent 0 on, as many as there are roots: P'/P, as a series in 1/x
 * (Newton).
 */
function powerSumsOfRoots<E extends bigint | number>(ring: Polynomials<E>, product: Polynomial<E>): E[] {
  const { field } = ring;
  const degree = product.length - 1;
  const derivative = product.map((coefficient, i) => field.mul(coefficient, field.from(i))).slice(1);
  const series = ring.mul(ring.inverseSeries(product.toReversed(), degree), derivative.toReversed());
  return Array.from({ length: degree }, (_, i) => series[i] ?? field.zero);
}
