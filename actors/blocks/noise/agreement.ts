/**
 * Who adds the noise of a differentially private sum, and how much of it (FedDP-KMeans with what its sums leave open: Dwork et
 * al. 2006 for shares, Dordis, Jiang et al. 2024, for taking surplus off). Public, plain and frozen.
 */

import type { Problem } from '../../../src/kit/index.ts';
import { noiseComponents, type Proportion, type Variance } from '../../../src/kit/dp.ts';
import { z } from '../../../src/kit/settings.ts';
import {
  type AggregationParameters,
  aggregationParameters,
  aggregationProblems,
  type Session,
  thresholdOf,
  withNeighbours,
} from '../secagg/session.ts';

/** The settings, for the `protocol` section of a scenario. */
export const noiseParameters = z.strictObject({
  by: z.enum(['clients', 'server', 'nobody']).default('clients').meta({
    description:
      'clients: as shares, in masked sums; server: all of it, to sums of values that it sees in the clear; nobody: none',
  }),
  policy: z.enum(['none', 'honest-minimum', 'enforced']).default('none').meta({
    description:
      'none: it takes all n shares to make the noise; honest-minimum: the shares of the fewest honest clients provided for are enough; enforced: the same, and the surplus is removed again',
  }),
  dropouts: z.int().min(0).default(0).meta({
    description:
      'D: clients that may drop out before there is too little noise; if more do, no sum is opened',
  }),
  colluding: z.int().min(0).default(0).meta({
    description: 't: clients that may tell the server their shares, for which epsilon is reported',
  }),
});

export type NoiseParameters = z.output<typeof noiseParameters>;

/** Some elements of a vector that get noise of one kind. */
export interface NoisyRange {
  readonly length: number;
  readonly noise:
    | { readonly kind: 'gaussian'; readonly variance: Variance }
    /** Of scale t/s. */
    | { readonly kind: 'laplace'; readonly s: number; readonly t: number };
}

/** What the parties agree on about one noisy sum. */
export interface NoisySum {
  readonly number: number;
  readonly clients: readonly string[];
  /** Of which the vector is made, in this order. */
  readonly ranges: readonly NoisyRange[];
  readonly noise: NoiseParameters;
  /** Who masks what: beside the point where everything is in the clear. */
  readonly session: Session;
}

export function lengthOf(ranges: readonly NoisyRange[]): number {
  return ranges.reduce((sum, { length }) => sum + length, 0);
}

/** The fewest honest clients that are provided for: h. */
export function honestMinimum({ dropouts, colluding }: NoiseParameters, clients: number): number {
  return clients - dropouts - colluding;
}

/** The parts of all noise that a client adds: its own, and what may be taken off again if fewer than so many vanish. */
export function componentsOf(noise: NoiseParameters, clients: number): readonly Proportion[] {
  const honest = honestMinimum(noise, clients);
  switch (noise.policy) {
    case 'none':
      return [{ numerator: 1, denominator: clients }];
    case 'honest-minimum':
      return [{ numerator: 1, denominator: honest }];
    case 'enforced':
      // So much more that the honest ones' is enough.
      return noiseComponents(clients, noise.dropouts).map(({ numerator, denominator }) => ({
        numerator: numerator * (clients - noise.dropouts),
        denominator: denominator * honest,
      }));
  }
}

/** Of all noise, the smallest part that is drawn at once. */
export function smallestPart(noise: NoiseParameters, clients: number): number {
  if (noise.by === 'server') return 1;
  return Math.min(
    ...componentsOf(noise, clients).map(({ numerator, denominator }) => numerator / denominator),
  );
}

/**
 * How much of the noise so many shares are.
 * @param kept components that were left in: all without anything taken off
 */
export function presentPart(noise: NoiseParameters, clients: number, shares: number, kept: number): number {
  const each = componentsOf(noise, clients)
    .slice(0, kept)
    .reduce((sum, { numerator, denominator }) => sum + numerator / denominator, 0);
  return each * Math.max(0, shares);
}

/** How much of the noise of a sum hides what the others do not know: the shares of those that do not collude. */
export function hidingPart(noise: NoiseParameters, clients: number, survivors: number, kept: number): number {
  return presentPart(noise, clients, survivors - noise.colluding, kept);
}

/** The secure aggregation of a noisy sum: nothing is opened of fewer clients than there must be. */
export function sessionOf(
  settings: AggregationParameters,
  noise: NoiseParameters,
  sum: Pick<Session, 'number' | 'clients' | 'modulus' | 'length' | 'timeoutNs'>,
): Session {
  const n = sum.clients.length;
  const resolved = withNeighbours(settings, n);
  return {
    ...sum,
    threshold: thresholdOf(resolved, n),
    neighbours: resolved.neighbours,
    malicious: resolved.malicious,
    ...(noise.policy !== 'none' && { least: n - noise.dropouts }),
    ...(noise.policy === 'enforced' && noise.dropouts > 0 && { escrowed: noise.dropouts }),
  };
}

/** The settings of the masks beside those of the noise. */
export const maskParameters = aggregationParameters;

/** Every impossible or unsafe combination. */
export function noiseProblems(
  noise: NoiseParameters,
  settings: AggregationParameters,
  clients: number,
): Problem[] {
  const problems = noise.by === 'server' ? [] : aggregationProblems(settings, clients);
  const { policy, dropouts, colluding } = noise;
  if (honestMinimum(noise, clients) < 1) {
    problems.push({
      path: 'protocol.noise.dropouts',
      expected: `at most ${Math.max(0, clients - colluding - 1)}, so that an honest client is left of ${clients}`,
      got: `${dropouts} beside ${colluding} that collude`,
    });
  }
  const threshold = thresholdOf(withNeighbours(settings, clients), clients);
  if (policy === 'enforced' && threshold <= colluding) {
    problems.push({
      path: 'protocol.aggregation.threshold',
      expected: `more than the ${colluding} that collude, as so many shares make a seed of the noise`,
      got: `${threshold}`,
    });
  }
  if (policy === 'none' && dropouts > 0) {
    problems.push({
      path: 'protocol.noise.dropouts',
      expected: 'none under the policy none, which provides for nothing',
      got: `${dropouts}`,
    });
  }
  if (noise.by !== 'clients' && (policy !== 'none' || colluding > 0)) {
    problems.push({
      path: 'protocol.noise.by',
      expected: 'clients, where shares may be missing or known',
      got: noise.by,
    });
  }
  return problems;
}
