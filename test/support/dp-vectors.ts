/** The sections of dp.json that tests of this room read. */

import type { Release } from '../../src/core/math/dp/mechanism.ts';
import { vectors } from './vectors.ts';

export interface MechanismVector {
  readonly mechanism: 'gaussian' | 'laplace';
  readonly noise_multiplier: number;
  readonly sampling_prob: number;
  readonly count?: number;
}

export interface TotalVector {
  readonly mechanisms: readonly MechanismVector[];
  readonly deltas: readonly number[];
  readonly eps_exact: readonly (number | null)[];
  readonly own_fft_bracket?: readonly (readonly [number, number])[];
  readonly rdp_eps: readonly number[] | null;
  readonly rdp_eps_integer_orders: readonly number[] | null;
}

type Totals =
  | 'single_gaussian'
  | 'single_laplace'
  | 'laplace_composed_and_subsampled'
  | 'feddp_direct_compositions'
  | 'gaussian_T_fold'
  | 'gaussian_poisson_subsampled'
  | 'feddp_poisson_subsampled_compositions';

export interface Dp {
  readonly accountant: Readonly<Record<Totals, readonly TotalVector[]>> & {
    readonly rdp_vectors: readonly (MechanismVector & {
      readonly orders: readonly number[];
      readonly rdp_mpmath?: readonly number[];
      readonly rdp_mpmath_remove?: readonly number[];
    })[];
    readonly feddp_authors_code: readonly {
      readonly label: string;
      readonly mechanisms: readonly MechanismVector[];
      readonly total_epsilon_exact: number;
    }[];
    readonly rdp_conversion: {
      readonly vectors: readonly { order: number; rdp: number; delta: number; eps_mpmath: number }[];
    };
    readonly inverse: {
      readonly single_gaussian: readonly { epsilon: number; delta: number; sigma_mpmath: string }[];
      readonly single_laplace: readonly { epsilon: number; delta: number; b_exact: number }[];
      readonly gaussian_T_fold_subsampled: readonly {
        sampling_prob: number;
        T: number;
        epsilon: number;
        delta: number;
        sigma_pld: number;
        sigma_exact: number | null;
      }[];
      readonly feddp_common_multiplier: readonly {
        T: number;
        epsilon: number;
        delta: number;
        common_multiplier_exact: number;
      }[];
      readonly laplace_T_fold: readonly { T: number; epsilon: number; delta: number; b_pld: number }[];
    };
  };
  readonly discrete_gaussian: {
    readonly cases: readonly {
      readonly sigma_squared: string;
      readonly pmf: readonly string[];
      readonly at: readonly number[];
      readonly variance: string;
      readonly fourth_moment: string;
      readonly delta_at_eps_sensitivity_1: Readonly<Record<string, string>>;
    }[];
  };
  readonly sum_of_discrete_gaussians: {
    readonly cases: readonly {
      readonly n: number;
      readonly local_sigma_squared: string;
      readonly max_abs_log_ratio_within_6_sigma: number;
      readonly tau_bound: number;
    }[];
  };
  readonly skellam: {
    readonly cases: readonly {
      readonly variance: number;
      readonly at: readonly number[];
      readonly pmf: readonly string[];
      readonly rdp: readonly { sensitivity: number; order: number; rdp: number; upper_bound: number }[];
    }[];
  };
  readonly discrete_laplace_shares: {
    readonly cases: readonly {
      readonly epsilon: string;
      readonly discrete_laplace_pmf_0_to_6: readonly string[];
      readonly variance: string;
      readonly polya_share_pmf_0_to_4: Readonly<Record<string, readonly string[]>>;
      readonly partial: readonly {
        readonly shares_present_over_needed: string;
        readonly largest_log_ratio_of_neighbours: number;
        readonly delta_at_eps: Readonly<Record<string, number>>;
      }[];
    }[];
  };
  readonly noise_enforcement: {
    readonly cases: readonly {
      readonly clients: number;
      readonly tolerated: number;
      readonly component_variances: readonly string[];
      readonly after: readonly { dropped: number; removed_components: readonly number[] }[];
    }[];
  };
  readonly budget_splits: {
    readonly cases: readonly {
      readonly sum: number;
      readonly split: readonly number[];
      readonly delta: number;
      readonly sigma_outer: number;
      readonly b_weights: number;
      readonly sigma_sums: number;
      readonly b_counts: number;
      readonly total_epsilon: number;
    }[];
  };
  readonly noise_shortfall: {
    readonly cases: readonly {
      readonly clients: number;
      readonly missing_or_colluding: number;
      readonly gaussian_multipliers: readonly number[];
      readonly epsilon_gaussians_only_1e_6: number;
      readonly epsilon_with_full_laplace: number;
    }[];
  };
}

export const dp = vectors<Dp>('dp.json');

/** Sections of the file; where it is absent suites are skipped, and their tables are empty. */
export function section<V>(of: (all: Dp) => readonly V[]): readonly V[] {
  return dp.absent ? [] : of(dp.read());
}

export function releasesOf(mechanisms: readonly MechanismVector[]): Release[] {
  return mechanisms.map(({ mechanism, noise_multiplier: size, count = 1, sampling_prob: sampling }) => ({
    noise:
      mechanism === 'gaussian' ? { kind: 'gaussian', multiplier: size } : { kind: 'laplace', scale: size },
    count,
    sampling,
  }));
}

export function fraction(text: string): number {
  const [numerator, denominator = '1'] = text.split('/');
  return Number(numerator) / Number(denominator);
}
