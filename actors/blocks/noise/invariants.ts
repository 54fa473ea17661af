/** What noisy sums must keep at every moment: nothing is opened that is hidden too little, and what is opened is told. */

import { invariant, type Outcome } from '../../../src/kit/index.ts';
import { Consents, Survivors } from '../secagg/messages.ts';
import { componentsOf, hidingPart, type NoisySum } from './agreement.ts';
import { Seed, Surplus } from './messages.ts';
import { type NoisyAgreement, type NoisyOutcome, type ReleasedStage, spentInWords } from './spent.ts';

/** What is agreed on, as far as it is watched. */
export interface WatchedAgreement extends NoisyAgreement {
  readonly stages: readonly (NoisyAgreement['stages'][number] & { readonly sum: NoisySum })[];
}

/** A sum as messages tell it. */
interface Seen {
  readonly survivors: Set<number>;
  kept: number;
  /** Whether shares were asked for that open it. */
  asked: boolean;
}

/** Parts are sums of fractions in doubles. */
const ALL = 1 - 1e-9;

/** Goes by what the server says to clients and they to it, not by what it takes down of that. */
export const enoughShares = invariant<WatchedAgreement>({
  name: 'enough-shares',
  summary:
    'no sum is asked for whose shares of noise fall short of the policy, none is taken off that is needed, and every sum that is asked for is accounted',
  reads: [Survivors, Consents, Surplus, Seed],
  guard(agreed) {
    const { noise, clients, stages } = agreed;
    const sums = new Map<number, Seen>();
    const of = (number: number): Seen => {
      const left = componentsOf(noise, clients.length).length;
      const seen = sums.get(number) ?? { survivors: new Set(), kept: left, asked: false };
      sums.set(number, seen);
      return seen;
    };
    // Nothing is promised of noise that is not needed, or not there.
    const short = ({ survivors: { size }, kept }: Seen): boolean =>
      noise.policy !== 'none' && hidingPart(noise, clients.length, size, kept) < ALL;
    const released = (): ReleasedStage[] =>
      [...sums]
        .filter(([, { asked }]) => asked)
        .map(([stage, { survivors, kept }]) => ({ stage, survivors: survivors.size, kept }));
    if (noise.by !== 'clients') return {};
    return {
      sent({ type, body, from }) {
        const { aggregation, parties } = body as { aggregation: number; parties: Uint32Array };
        const seen = of(aggregation);
        switch (type) {
          case Survivors:
            parties.forEach((party) => seen.survivors.add(party));
            seen.asked ||= !(stages[aggregation]?.sum.session.malicious ?? false);
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
        // By then everybody was told.
        return short(of(aggregation))
          ? `sum ${aggregation} is asked for of ${of(aggregation).survivors.size} of ${clients.length} clients, whose shares are too few`
          : undefined;
      },
      ended: (outcome) => misreported(agreed, released(), outcome),
    };
  },
});

function misreported(
  agreed: NoisyAgreement,
  released: readonly ReleasedStage[],
  outcome: Outcome | undefined,
): string | undefined {
  if (outcome === undefined) return undefined;
  if (outcome.kind === 'aborted') {
    const told = spentInWords(agreed, released);
    return outcome.reason.includes(told) ? undefined : `${told}, and it says: ${outcome.reason}`;
  }
  const words = (stages: readonly ReleasedStage[]): string =>
    stages.map(({ stage, survivors, kept }) => `sum ${stage} of ${survivors} with ${kept} parts`).join(', ');
  const [seen, told] = [words(released), words((outcome as NoisyOutcome).opened)];
  return seen === told ? undefined : `what was asked for is ${seen}; what is accounted is ${told}`;
}
