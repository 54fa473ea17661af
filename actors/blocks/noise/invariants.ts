/**
 * What must hold in noisy sums at every moment: nothing is opened under too little noise, and everything opened is
 * accounted for.
 */

import { invariant, type Outcome } from '../../../src/core/kit/index.ts';
import { Labels } from '../flamingo/messages.ts';
import { Consents, Survivors } from '../secagg/messages.ts';
import { isSigned } from '../sums/index.ts';
import { componentsOf, hidingPart, type NoisySum } from './agreement.ts';
import { Seed, Surplus } from './messages.ts';
import { type NoisyAborted, type NoisyAgreement, type NoisyOutcome, type ReleasedStage } from './spent.ts';

/** The part of the agreement that the invariant reads. */
export interface WatchedAgreement extends NoisyAgreement {
  readonly stages: readonly (NoisyAgreement['stages'][number] & { readonly sum: NoisySum })[];
}

/** The state of a sum, as seen in messages. */
interface Seen {
  readonly survivors: Set<number>;
  kept: number;
  /** Whether the shares that open it were asked for. */
  asked: boolean;
}

/** Parts are sums of fractions in doubles: 1 up to rounding. */
const ALL = 1 - 1e-9;

/** Relies on the messages between the server and clients, not on what the server records of them. */
export const enoughShares = invariant<WatchedAgreement>({
  name: 'enough-shares',
  summary:
    'no sum is asked for whose shares of noise fall short of the policy, no noise is removed that is needed, and every sum that is asked for is accounted for',
  reads: [Survivors, Labels, Consents, Surplus, Seed],
  guard(agreed) {
    const { noise, clients, stages } = agreed;
    const sums = new Map<number, Seen>();
    const of = (number: number): Seen => {
      const left = componentsOf(noise, clients.length).length;
      const seen = sums.get(number) ?? { survivors: new Set(), kept: left, asked: false };
      sums.set(number, seen);
      return seen;
    };
    // The policy none promises nothing about noise.
    const short = ({ survivors: { size }, kept }: Seen): boolean =>
      noise.policy !== 'none' && hidingPart(noise, clients.length, size, kept) < ALL;
    const released = (): ReleasedStage[] =>
      [...sums]
        .filter(([, { asked }]) => asked)
        .map(([stage, { survivors, kept }]) => ({ stage, survivors: survivors.size, kept }));
    if (noise.by !== 'clients') return { ended: untold };
    return {
      sent({ type, body, from }) {
        const { aggregation, parties } = body as { aggregation: number; parties: Uint32Array };
        const seen = of(aggregation);
        switch (type) {
          case Labels:
          case Survivors:
            parties.forEach((party) => seen.survivors.add(party));
            seen.asked ||= stages[aggregation] === undefined || !isSigned(stages[aggregation].sum.session);
            return undefined;
          case Consents:
            seen.asked = true;
            return undefined;
          case Surplus:
            seen.kept = (body as { from: number }).from;
            break;
        }
        return short(seen)
          ? `the shares of ${seen.survivors.size} of ${clients.length} clients are too few noise for sum ${aggregation}, where ${from} leaves in ${seen.kept} parts`
          : undefined;
      },
      delivered({ body }) {
        const { aggregation } = body as { aggregation: number };
        // By then everybody has been sent the survivors.
        return short(of(aggregation))
          ? `sum ${aggregation} is asked for of ${of(aggregation).survivors.size} of ${clients.length} clients, whose shares are too few`
          : undefined;
      },
      ended: (outcome) => untold(outcome) ?? misreported(released(), outcome),
    };
  },
});

/** Every outcome says what was opened, so that its epsilon is known. */
function untold(outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined || (outcome as NoisyOutcome | NoisyAborted).opened !== undefined)
    return undefined;
  return `the outcome, ${outcome.kind}, does not say what was opened`;
}

function misreported(released: readonly ReleasedStage[], outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined) return undefined;
  const words = (stages: readonly ReleasedStage[]): string =>
    stages.map(({ stage, survivors, kept }) => `sum ${stage} of ${survivors} with ${kept} parts`).join(', ');
  const [seen, told] = [words(released), words((outcome as NoisyOutcome).opened)];
  return seen === told ? undefined : `what was asked for is ${seen}; what is accounted is ${told}`;
}
