/** What a run has cost, from the sums that were opened and the noise that was in them. */

import { account, accountCurve, exp, type Release as Accounted } from '../../../src/kit/dp.ts';
import { type Clustered, figure, type PrivacyClaim, type Property } from '../../../src/kit/index.ts';
import { hidingPart, type NoiseParameters } from './agreement.ts';
import { costOf, type Release } from './releases.ts';

/** What is agreed on about the noisy sums of a protocol: its own agreement has this and more. */
export interface NoisyAgreement {
  readonly clients: readonly string[];
  readonly noise: NoiseParameters;
  /** In order: each is opened once. */
  readonly stages: readonly { readonly releases: readonly Release[] }[];
  /** The probability with which a client takes part in a release; absent: 1. */
  readonly sampling?: number;
  readonly delta: number;
}

/** A sum that was opened, or may have been: what the accountant has to know of it. */
export interface ReleasedStage {
  /** Its place among the stages that were agreed on. */
  readonly stage: number;
  readonly survivors: number;
  /** Components of noise that were left in. */
  readonly kept: number;
}

/** What comes of a protocol of noisy sums, with all that was released on the way. */
export interface NoisyOutcome extends Clustered {
  readonly opened: readonly ReleasedStage[];
}

/** Every release that was made, with the noise that hides what the coalition provided for does not know. */
function releasesOf(agreed: NoisyAgreement, opened: readonly ReleasedStage[]): Accounted[] {
  const { stages, noise, clients, sampling = 1 } = agreed;
  return opened.flatMap(({ stage, survivors, kept }) => {
    // All at once, whoever is missing; but the server itself saw everything.
    const part = noise.by === 'server' ? 1 : hidingPart(noise, clients.length, survivors, kept);
    return stages[stage].releases.map((release) => costOf(release, part, sampling));
  });
}

/** Epsilon of all that was opened, at the agreed delta. */
export function epsilonOf(agreed: NoisyAgreement, opened: readonly ReleasedStage[]): number {
  return account(releasesOf(agreed, opened), agreed.delta).epsilon;
}

/** In how many steps a curve is told. */
const CURVE_STEPS = 12;

/** What holds of all that is agreed on, for audits: the pair at the agreed delta, and a curve that bounds all other pairs. */
export function claimOf(agreed: NoisyAgreement, kept: number, of: string): PrivacyClaim {
  const { stages, clients, delta } = agreed;
  const opened = stages.map((_, stage) => ({ stage, survivors: clients.length, kept }));
  const releases = releasesOf(agreed, opened);
  const { epsilon } = account(releases, delta);
  const bounds = releases.map(bound);
  const pure = bounds.filter(({ noise }) => noise.kind !== 'gaussian');
  const least = account(pure, delta).epsilon;
  return {
    epsilon,
    delta,
    of,
    family: {
      epsilon: (variance) => account(underGaussians(releases, variance), delta).epsilon,
      curve(variance) {
        const most = epsilon / Math.sqrt(variance) + least;
        const steps = Array.from({ length: CURVE_STEPS + 1 }, (_, step) => (most * step) / CURVE_STEPS);
        return accountCurve(underGaussians(bounds, variance), steps);
      },
    },
  };
}

/** The same under so many times the variance of Gaussian noise. */
function underGaussians(releases: readonly Accounted[], variance: number): Accounted[] {
  return releases.map((release) => {
    const { noise } = release;
    if (noise.kind !== 'gaussian') return release;
    return { ...release, noise: { ...noise, multiplier: Math.sqrt(variance) * noise.multiplier } };
  });
}

/** In place of losses that are many, and slow to add up, only the largest: whoever keeps to the one keeps to the other. */
function bound(release: Accounted): Accounted {
  const { noise } = release;
  if (noise.kind !== 'atoms') return release;
  const loss = noise.losses.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const total = noise.masses.reduce((sum, mass) => sum + mass, 0);
  const masses = [total / (1 + exp(loss)), total / (1 + exp(-loss))];
  return { ...release, noise: { kind: 'atoms', losses: [-loss, loss], masses } };
}

/** What the agreed noise would cost if every share were in every sum. */
export function epsilonAgreed(agreed: NoisyAgreement): number {
  const releases = agreed.stages.flatMap((stage) =>
    stage.releases.map((release) => costOf(release, 1, agreed.sampling)),
  );
  return account(releases, agreed.delta).epsilon;
}

/** What an abortion has to say: what was opened stays known. */
export function spentInWords(agreed: NoisyAgreement, opened: readonly ReleasedStage[]): string {
  if (opened.length === 0) return 'nothing was opened';
  const epsilon = epsilonOf(agreed, opened);
  if (!Number.isFinite(epsilon)) return 'what was opened hides nothing';
  return `what was opened cost an epsilon of ${epsilon.toPrecision(4)}`;
}

const shown = (epsilon: number): number | string =>
  Number.isFinite(epsilon) ? epsilon : 'none: nothing is hidden';

export const epsilonFigure = figure<NoisyAgreement, NoisyOutcome>({
  name: 'epsilon',
  title: 'epsilon reached',
  summary:
    'epsilon of all opened sums, from the noise that was in them, against the server and as many colluding clients as the settings allow',
  unit: 'number',
  better: 'down',
  of: ({ agreed, outcome }) => shown(epsilonOf(agreed, outcome.opened)),
});

export const epsilonAgreedFigure = figure<NoisyAgreement, NoisyOutcome>({
  name: 'epsilonAgreed',
  title: 'epsilon agreed on',
  summary: 'epsilon that the settings ask for, with all noise in every sum',
  unit: 'number',
  of: ({ agreed }) => (agreed.noise.by === 'nobody' ? undefined : shown(epsilonAgreed(agreed))),
});

/** What swarms can ask of it: that no schedule of faults opens what is hidden too little. */
export const enoughNoise: Property<NoisyAgreement> = {
  summary: 'no sum was opened under less noise than was agreed on, whoever vanished or colludes',
  violated(agreed, outcome) {
    if (outcome?.kind !== 'clustered') return undefined;
    const { noise, clients } = agreed;
    const short = (outcome as NoisyOutcome).opened.find(({ survivors, kept }) => {
      // Parts are sums of fractions in doubles.
      return noise.by !== 'server' && hidingPart(noise, clients.length, survivors, kept) < 1 - 1e-9;
    });
    if (short === undefined) return undefined;
    return `expected all noise in every sum, got the shares of ${short.survivors} in sum ${short.stage}`;
  },
};

export const deltaFigure = figure<NoisyAgreement, NoisyOutcome>({
  name: 'delta',
  title: 'delta',
  summary: 'delta for which epsilon is reported',
  unit: 'number',
  of: ({ agreed }) => agreed.delta,
});
