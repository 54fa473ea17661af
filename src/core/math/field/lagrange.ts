/**
 * Lagrange coding (SecFC, eq. 2; Yu et al. 2019). A secret of l segments and t noise vectors are the values of a
 * polynomial of degree l+t-1 at beta_1..beta_{l+t}; party j holds its value at alpha_j.
 */

import type { Field } from './field.ts';
import { inverses } from './inverses.ts';

/** n parties, l segments, t colluding parties that must learn nothing. */
export interface Code {
  readonly n: number;
  readonly l: number;
  readonly t: number;
}

/** Where on the polynomial secrets, noise and shares lie. */
export interface EvaluationPoints<E> {
  /** One per party. */
  readonly alphas: readonly E[];
  /** l for the segments, then t for the noise. */
  readonly betas: readonly E[];
}

/**
 * The number of answers that decode a polynomial of degree 2(l+t-1), the degree of squared distances of
 * shares.
 */
export function answersNeeded({ l, t }: Code): number {
  return 2 * (l + t) - 1;
}

/** Our choice of points: beta_u = u for u = 1..l+t, alpha_j = l+t+j for j = 1..n. */
export function evaluationPoints<E>(field: Field<E>, { n, l, t }: Code): EvaluationPoints<E> {
  return {
    betas: Array.from({ length: l + t }, (_, u) => field.from(u + 1)),
    alphas: Array.from({ length: n }, (_, j) => field.from(l + t + j + 1)),
  };
}

/**
 * The Lagrange basis on `nodes`: `basis[a][b]` is the weight of the value at `nodes[b]` in the value at `at[a]`.
 * O(nodes^2 + at * nodes) multiplications and one inversion.
 */
export function lagrangeBasis<E>(field: Field<E>, nodes: readonly E[], at: readonly E[]): E[][] {
  const denominators = inverses(
    field,
    nodes.map((node, b) =>
      nodes.reduce(
        (product, other, c) => (c === b ? product : field.mul(product, field.sub(node, other))),
        field.one,
      ),
    ),
  );
  return at.map((point) => {
    const differences = nodes.map((node) => field.sub(point, node));
    const after = differences.map(() => field.one); // after[b]: the product of the differences after b
    for (let b = nodes.length - 2; b >= 0; b--) after[b] = field.mul(after[b + 1], differences[b + 1]);
    let before = field.one;
    return denominators.map((denominator, b) => {
      const weight = field.mul(denominator, field.mul(before, after[b]));
      before = field.mul(before, differences[b]);
      return weight;
    });
  });
}

/** `weights[j][u]`: the share of party j is the sum over u of weights[j][u] times segment or noise vector u. */
export function encodingWeights<E>(field: Field<E>, { alphas, betas }: EvaluationPoints<E>): E[][] {
  return lagrangeBasis(field, betas, alphas);
}

/**
 * The weight of each answer in the decoded distance d' = sum over u <= l of phi(beta_u): decoding is linear,
 * and depends only on which parties answered.
 * @param answering the alphas of the 2(l+t)-1 parties that answered
 * @param segmentPoints beta_1..beta_l
 */
export function decodingWeights<E>(
  field: Field<E>,
  answering: readonly E[],
  segmentPoints: readonly E[],
): E[] {
  const basis = lagrangeBasis(field, answering, segmentPoints);
  return answering.map((_, j) => basis.reduce((sum, weights) => field.add(sum, weights[j]), field.zero));
}
