/** Whether the results of two worlds have the same distribution, from many runs of both, or of one world and exact probabilities. */

import { assert } from '../../core/base/errors.ts';
import type { Random } from '../../core/base/random.ts';
import { compareSamples, compareWithExact } from '../../core/math/statistics/total-variation.ts';
import type { DistributionAudit, Observed, World } from '../../core/protocol/audit.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { agreedOf } from '../../run/execute/cast.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Audited } from './audited.ts';
import { setupOf } from './observe.ts';

/** @param play runs a world with a seed */
export async function auditDistributions(
  audit: DistributionAudit,
  scenario: Scenario,
  protocol: AnyProtocol,
  random: Random,
  { runs, confidence }: { runs: number; confidence: number },
  play: (world: World<never>, seed: number) => Promise<Observed>,
): Promise<Audited> {
  const setup = setupOf(scenario) as never;
  const seeds = random.stream('seeds');
  const drawn = async (world: World<never>): Promise<string[]> => {
    const found: string[] = [];
    for (let run = 0; run < runs; run++) {
      const categories = [audit.category(await play(world, seeds.integer(2 ** 31)))].flat();
      for (const one of categories) assertCategory(one, audit.name);
      found.push(...categories);
    }
    return found;
  };
  const against = audit.against(setup);
  const first = await drawn(audit.world(setup));
  const stream = random.stream('relabelling');
  const compared =
    'exact' in against
      ? compareWithExact(first, against.exact, stream, confidence)
      : compareSamples(first, await drawn(against), stream, confidence);
  const { variation, interval, byChance, pValue, least, categories } = compared;
  const able = least < 1 - confidence;
  const text = interval.map((value) => value.toFixed(3)).join(', ');
  return {
    audit: audit.name,
    kind: audit.kind,
    status: !able ? 'too weak' : pValue < 1 - confidence ? 'refuted' : 'not refuted',
    claim: audit.claim(agreedOf(scenario, protocol) as never),
    because: `total variation ${variation.toFixed(3)} in [${text}] over ${categories} outcomes, ${byChance.mean.toFixed(3)} by chance; p ${pValue.toPrecision(2)}`,
    sees: able
      ? `by chance a variation above ${byChance.most.toFixed(3)} comes once in ${Math.round(1 / (1 - confidence))}`
      : `nothing: no difference between so few runs has a p below ${least.toPrecision(2)}`,
    measures: {
      variation,
      'variation at least': interval[0],
      'variation at most': interval[1],
      'by chance': byChance.mean,
      pValue,
      outcomes: categories,
      runs,
    },
  };
}

/** Whatever is not text, such as nothing at all, would look the same in every world. */
function assertCategory(category: unknown, audit: string): asserts category is string {
  assert(
    typeof category === 'string',
    `audit ${audit} gives ${String(category)} as a category, which is no text`,
  );
}
