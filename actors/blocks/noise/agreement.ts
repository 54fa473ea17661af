/**
 * Who adds the noise of a differentially private sum, and how much of it (FedDP-KMeans, which leaves this open; Dwork
 * et al. 2006 for shares of noise; Dordis, Jiang et al. 2024, for removing surplus noise). Public, plain and frozen.
 */

import { defined, type Problem } from '../../../src/core/kit/index.ts';
import { noiseComponents, type Proportion, type Variance } from '../../../src/core/kit/dp.ts';
import { z } from '../../../src/core/kit/settings.ts';
import {
  type AgreedSum,
  agreedSum,
  type SumParameters,
  sumParameters,
  sumProblems,
  type SumRequest,
  thresholdOfSum,
} from '../sums/index.ts';
import type { ProvenSession } from '../prio3/index.ts';

/** The settings, for the `protocol` section of a scenario. */
export const noiseParameters = z.strictObject({
  by: z.enum(['clients', 'server', 'aggregators', 'nobody']).default('clients').meta({
    description:
      'clients: as shares, in masked sums; server: all of it, to sums of values that it sees in the clear; aggregators: all of it each, to proven sums (aggregation.protocol: prio3); nobody: none',
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
  time: z.enum(['constant', 'words']).default('constant').meta({
    description:
      'how long drawing it takes. constant: as long whatever is drawn, as a sampler written for that; words: as many operations as the rejection sampler consumes words of randomness, which tells of the noise',
  }),
});

export type NoiseParameters = z.output<typeof noiseParameters>;

/** Consecutive elements of a vector that get the same noise. */
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
  /** The ranges that make up the vector, in this order. */
  readonly ranges: readonly NoisyRange[];
  readonly noise: NoiseParameters;
  /** The secure aggregation that masks the vectors; unused if everything is in the clear. */
  readonly session: AgreedSum;
  /** The proven sum that takes its place; absent: vectors are masked. */
  readonly proven?: ProvenSession | undefined;
}

/** Whether somebody who is always there adds all of the noise, however many clients are missing. */
export function isWhole({ by }: Pick<NoiseParameters, 'by'>): boolean {
  return by === 'server' || by === 'aggregators';
}

/** What a statement of epsilon must add where the time that noise takes tells of it; empty where it does not. */
export function besidesTime({ time }: NoiseParameters): string {
  return time === 'words' ? ', not counting what the time that noise takes to draw tells of it' : '';
}

/** The number of entries in all ranges together. */
export function lengthOf(ranges: readonly NoisyRange[]): number {
  return ranges.reduce((sum, { length }) => sum + length, 0);
}

/** h: the fewest honest clients that the settings provide for. */
export function honestMinimum({ dropouts, colluding }: NoiseParameters, clients: number): number {
  return clients - dropouts - colluding;
}

/**
 * The components of noise that a client adds, as proportions of all noise: its own, then those that are removed again
 * if fewer clients drop out than are provided for.
 */
export function componentsOf(noise: NoiseParameters, clients: number): readonly Proportion[] {
  const honest = honestMinimum(noise, clients);
  switch (noise.policy) {
    case 'none':
      return [{ numerator: 1, denominator: clients }];
    case 'honest-minimum':
      return [{ numerator: 1, denominator: honest }];
    case 'enforced':
      // Scaled up so that the honest clients' shares suffice.
      return noiseComponents(clients, noise.dropouts).map(({ numerator, denominator }) => ({
        numerator: numerator * (clients - noise.dropouts),
        denominator: denominator * honest,
      }));
  }
}

/** The smallest part of all noise that is drawn at once. */
export function smallestPart(noise: NoiseParameters, clients: number): number {
  if (isWhole(noise)) return 1;
  return Math.min(
    ...componentsOf(noise, clients).map(({ numerator, denominator }) => numerator / denominator),
  );
}

/**
 * The part of all noise that this many shares amount to.
 * @param kept number of components that were left in; all of them if nothing was removed
 */
export function presentPart(noise: NoiseParameters, clients: number, shares: number, kept: number): number {
  const each = componentsOf(noise, clients)
    .slice(0, kept)
    .reduce((sum, { numerator, denominator }) => sum + numerator / denominator, 0);
  return each * Math.max(0, shares);
}

/** The part of a sum's noise that is unknown to the coalition provided for: the shares of those that do not collude. */
export function hidingPart(noise: NoiseParameters, clients: number, survivors: number, kept: number): number {
  return presentPart(noise, clients, survivors - noise.colluding, kept);
}

/** The secure aggregation of a noisy sum: nothing is opened for fewer clients than the noise requires. */
export function sessionOf(
  settings: SumParameters,
  noise: NoiseParameters,
  sum: Omit<SumRequest, 'least' | 'escrowed'>,
): AgreedSum {
  const { policy, dropouts } = noise;
  const least = policy === 'none' ? undefined : sum.clients.length - dropouts;
  const escrowed = policy === 'enforced' && dropouts > 0 ? dropouts : undefined;
  return agreedSum(settings, defined({ ...sum, least, escrowed }));
}

/** The settings of the masks, in addition to those of the noise. */
export const maskParameters = sumParameters;

/** All impossible or unsafe combinations of settings. */
export function noiseProblems(noise: NoiseParameters, settings: SumParameters, clients: number): Problem[] {
  const problems = noise.by === 'server' ? [] : sumProblems(settings, clients);
  const { policy, dropouts, colluding } = noise;
  if (honestMinimum(noise, clients) < 1) {
    problems.push({
      path: 'protocol.noise.dropouts',
      expected: `at most ${Math.max(0, clients - colluding - 1)}, so that an honest client is left of ${clients}`,
      got: `${dropouts} beside ${colluding} that collude`,
    });
  }
  const { protocol } = settings;
  if (policy === 'enforced' && (protocol === 'lightsecagg' || protocol === 'flamingo')) {
    const expected =
      'bonawitz or bell where surplus noise is removed, as its seeds are shared with their secrets';
    problems.push({ path: 'protocol.aggregation.protocol', expected, got: protocol });
  }
  const threshold = thresholdOfSum(settings, clients);
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
