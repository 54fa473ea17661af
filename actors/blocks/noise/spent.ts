/** The privacy that a run has cost, from the sums that were opened and the noise that was in them. */

import { account, accountCurve, type Release as Accounted } from '../../../src/core/kit/dp.ts';
import { exp, square } from '../../../src/core/kit/math.ts';
import {
  abort,
  type Aborted,
  type Clustered,
  figure,
  type PrivacyClaim,
  type Property,
} from '../../../src/core/kit/index.ts';
import { componentsOf, hidingPart, isWhole, type NoiseParameters } from './agreement.ts';
import { costOf, type Release } from './releases.ts';

/** What the parties agree on about the noisy sums of a protocol; the protocol's own agreement includes this. */
export interface NoisyAgreement {
  readonly clients: readonly string[];
  readonly noise: NoiseParameters;
  /** In order: each is opened once. */
  readonly stages: readonly { readonly releases: readonly Release[] }[];
  /** The probability with which a client takes part in a release; absent: 1. */
  readonly sampling?: number;
  readonly delta: number;
}

/** A sum that was opened, or may have been: what the accountant needs to know about it. */
export interface ReleasedStage {
  /** Its place among the agreed stages. */
  readonly stage: number;
  readonly survivors: number;
  /** Components of noise that were left in. */
  readonly kept: number;
}

/** The outcome of a protocol of noisy sums, with everything released on the way. */
export interface NoisyOutcome extends Clustered {
  readonly opened: readonly ReleasedStage[];
}

/** The same without a clustering: what was opened stays known. */
export interface NoisyAborted extends Aborted {
  /** Absent if the reporting party did not come to say. */
  readonly opened?: readonly ReleasedStage[];
}

/** Gives up for the reason that something else came to nothing, after these sums were opened. */
export function abortAfter(came: Aborted, opened: readonly ReleasedStage[]) {
  const details: NoisyAborted = { ...came, opened };
  return abort(came.reason, details);
}

/** Every release that was made, with the part of its noise that is unknown to the coalition provided for. */
function releasesOf(agreed: NoisyAgreement, opened: readonly ReleasedStage[]): Accounted[] {
  const { stages, noise, clients, sampling = 1 } = agreed;
  return opened.flatMap(({ stage, survivors, kept }) => {
    // The server adds all noise at once, whoever is missing, and saw everything in the clear itself; of two aggregators
    // each knows only its own.
    const part = isWhole(noise) ? 1 : hidingPart(noise, clients.length, survivors, kept);
    return stages[stage].releases.map((release) => costOf(release, part, sampling));
  });
}

/** Epsilon of all that was opened, at the agreed delta. */
export function epsilonOf(agreed: NoisyAgreement, opened: readonly ReleasedStage[]): number {
  return account(releasesOf(agreed, opened), agreed.delta).epsilon;
}

/** The number of steps of a curve, which are closest near 0: that is where games show most. */
const CURVE_STEPS = 24;

/** The claim for all agreed releases, for audits: epsilon at the agreed delta, and a curve that bounds all other pairs. */
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
      epsilon: (variance) => account(releases.map(withVariance(variance)), delta).epsilon,
      curve(variance) {
        const most = (epsilon + least) / Math.sqrt(variance);
        const steps = Array.from({ length: CURVE_STEPS + 1 }, (_, step) => most * square(step / CURVE_STEPS));
        return accountCurve(bounds.map(withVariance(variance)), steps);
      },
    },
  };
}

/**
 * A release with this multiple of its noise's variance, where that is known by one number: of Gaussian noise, and of Laplace noise
 * on counts; other noise stays as it is.
 */
function withVariance(variance: number): (release: Accounted) => Accounted {
  const factor = Math.sqrt(variance);
  return (release) => {
    const { noise } = release;
    if (noise.kind === 'gaussian') {
      return { ...release, noise: { ...noise, multiplier: factor * noise.multiplier } };
    }
    if (noise.kind !== 'atoms' || noise.losses.length !== 2) return release;
    return randomised(release, noise.losses[1] / factor, noise.masses[0] + noise.masses[1]);
  };
}

/**
 * Replaces privacy losses that are many, and slow to compose, by the largest alone, which bounds them: randomised
 * response of that epsilon.
 */
function bound(release: Accounted): Accounted {
  const { noise } = release;
  if (noise.kind !== 'atoms') return release;
  const loss = noise.losses.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const total = noise.masses.reduce((sum, mass) => sum + mass, 0);
  return randomised(release, loss, total);
}

/** A release as randomised response with this loss, where a total of less than 1 is not hidden at all otherwise. */
function randomised(release: Accounted, loss: number, total: number): Accounted {
  const masses = [total / (1 + exp(loss)), total / (1 + exp(-loss))];
  return { ...release, noise: { kind: 'atoms', losses: [-loss, loss], masses } };
}

/** Epsilon of the agreed noise if every share is in every sum. */
export function epsilonAgreed(agreed: NoisyAgreement): number {
  const releases = agreed.stages.flatMap((stage) =>
    stage.releases.map((release) => costOf(release, 1, agreed.sampling)),
  );
  return account(releases, agreed.delta).epsilon;
}

/** Epsilon of all agreed sums if as many clients vanish from each, and as many collude, as the settings provide for. */
function epsilonProvided(agreed: NoisyAgreement): number {
  const { stages, noise, clients } = agreed;
  const survivors = clients.length - noise.dropouts;
  const kept = componentsOf(noise, clients.length).length;
  return epsilonOf(
    agreed,
    stages.map((_, stage) => ({ stage, survivors, kept })),
  );
}

const shown = (epsilon: number): number | string =>
  Number.isFinite(epsilon) ? epsilon : 'none: nothing is hidden';

export const epsilonFigure = figure<NoisyAgreement, NoisyOutcome | NoisyAborted>({
  name: 'epsilon',
  title: 'epsilon reached',
  summary:
    'epsilon of all opened sums, from the noise that was in them, against the server and as many colluding clients as the settings allow',
  unit: 'number',
  range: { least: 0 },
  better: 'down',
  about: 'privacy',
  of({ agreed, outcome: { opened } }) {
    if (opened === undefined) return 'unknown: the server did not come to say what it had opened';
    return shown(epsilonOf(agreed, opened));
  },
});

export const epsilonAgreedFigure = figure<NoisyAgreement, NoisyOutcome | NoisyAborted>({
  name: 'epsilonAgreed',
  title: 'epsilon agreed on',
  summary: 'epsilon that the settings ask for, with all noise in every sum',
  unit: 'number',
  range: { least: 0 },
  about: 'privacy',
  rank: 'detail',
  of: ({ agreed }) => (agreed.noise.by === 'nobody' ? undefined : shown(epsilonAgreed(agreed))),
});

export const epsilonProvidedFigure = figure<NoisyAgreement, NoisyOutcome | NoisyAborted>({
  name: 'epsilonProvided',
  title: 'epsilon provided for',
  summary:
    'epsilon at the honest minimum: no more shares of noise hide each sum than those of the fewest honest clients provided for',
  unit: 'number',
  range: { least: 0 },
  about: 'privacy',
  rank: 'detail',
  of: ({ agreed }) => (agreed.noise.by === 'nobody' ? undefined : shown(epsilonProvided(agreed))),
});

/** A property for swarms: no schedule of faults opens a sum under too little noise. */
export const enoughNoise = {
  summary: 'no sum was opened under less noise than was agreed on, whoever vanished or colludes',
  violated(agreed, outcome) {
    const { opened = [] } = (outcome ?? {}) as Partial<NoisyOutcome | NoisyAborted>;
    const { noise, clients } = agreed;
    const short = opened.find(({ survivors, kept }) => {
      // Parts are sums of fractions in doubles: 1 up to rounding.
      return !isWhole(noise) && hidingPart(noise, clients.length, survivors, kept) < 1 - 1e-9;
    });
    if (short === undefined) return undefined;
    return `expected all noise in every sum, got the shares of ${short.survivors} in sum ${short.stage}`;
  },
} satisfies Property<NoisyAgreement>;

export const deltaFigure = figure<NoisyAgreement, NoisyOutcome | NoisyAborted>({
  name: 'delta',
  title: 'delta',
  summary: 'delta for which epsilon is reported',
  unit: 'number',
  range: { least: 0, most: 1 },
  about: 'privacy',
  rank: 'detail',
  of: ({ agreed }) => agreed.delta,
});
