/** k-means vectors from scikit-learn and SciPy, which lie outside the repository and may be absent. */

import { existsSync, readFileSync } from 'node:fs';
import { fromRows, type Matrix } from '../../src/core/base/matrix.ts';

const file = new URL('../../../shared/vectors/kmeans.json', import.meta.url);

interface Outcome {
  readonly labels: number[];
  readonly centers: number[][];
  readonly inertia: number;
}

/** After `max_iter` updates; of the largest data set only some iterations have labels and centres. */
interface Iteration {
  readonly max_iter: number;
  readonly inertia: number;
  readonly labels?: number[];
  readonly centers?: number[][];
}

interface Statistics {
  readonly mean: number;
  readonly sem: number;
}

export interface Vectors {
  readonly datasets: Record<string, { readonly X: number[][]; readonly y: number[] }>;
  readonly runs: readonly {
    readonly dataset: string;
    readonly k: number;
    readonly init: string;
    readonly init_centers: number[][];
    readonly iterations: readonly Iteration[];
    readonly converged_after: number;
  }[];
  readonly weighted: readonly (Outcome & {
    readonly dataset: string;
    readonly init_centers: number[][];
    readonly n_iter: number;
  })[];
  readonly edge_cases: readonly {
    readonly name: string;
    readonly X: number[][];
    readonly init_centers: number[][];
    readonly max_iter: number;
    readonly weights: number[] | null;
    readonly sklearn: Outcome;
    readonly keep_old_centre_policy: Outcome;
  }[];
  readonly kmeans_plusplus_statistics: readonly {
    readonly dataset: string;
    readonly k: number;
    readonly seeding_cost_plain_Dsquared_sklearn_n_local_trials_1: Statistics;
    readonly seeding_cost_plain_Dsquared_own_numpy: Statistics;
  }[];
  readonly kmeans_plusplus_exact: readonly {
    readonly X: number[][];
    readonly k: number;
    readonly expected_seeding_cost_float: number;
    readonly probability_of_chosen_index_sets: readonly [number[], string, number][];
  }[];
  readonly hungarian: readonly {
    readonly name: string;
    readonly matrix: number[][];
    readonly max_total: number;
    readonly accuracy: number | null;
    readonly purity_majority_vote: number | null;
  }[];
  readonly hungarian_min_cost: readonly { readonly matrix: number[][]; readonly min_total: number }[];
  readonly clustering_metrics: readonly {
    readonly dataset: string;
    readonly init: string;
    readonly contingency_pred_by_true: number[][];
    readonly hungarian_accuracy: number;
    readonly purity: number;
    readonly ari: number;
    readonly nmi_arithmetic: number;
  }[];
}

/** Whether the suites over the vectors are skipped. */
export const absent = !existsSync(file);

export const vectors: Vectors = absent
  ? {
      datasets: {},
      runs: [],
      weighted: [],
      edge_cases: [],
      kmeans_plusplus_statistics: [],
      kmeans_plusplus_exact: [],
      hungarian: [],
      hungarian_min_cost: [],
      clustering_metrics: [],
    }
  : JSON.parse(readFileSync(file, 'utf8'));

/** The points of a named data set. */
export function pointsOf(dataset: string): Matrix {
  return fromRows(vectors.datasets[dataset].X);
}
