/** Whether the results of two worlds have the same distribution, from many runs of both, or of one world and exact probabilities. */

import { assert } from '../../core/base/errors.ts';
import { compareSamples, compareWithExact } from '../../core/math/statistics/total-variation.ts';
import type { DistributionAudit } from '../../core/protocol/audit.ts';
import type { Experiment } from '../games/experiment.ts';
import type { Audited } from './audited.ts';
import { type Design, observeWorld } from './design.ts';

/** A trial gives the categories that a run of the first world showed, or of the second after all those of the first. */
export function distributionExperiment(
  audit: DistributionAudit,
  design: Design,
): Experiment<readonly string[], Audited> {
  const { setup, random, runs } = design;
  const against = audit.against(setup);
  const worlds = 'exact' in against ? [audit.world(setup)] : [audit.world(setup), against];
  const stream = random.stream('seeds');
  const seeds = Array.from({ length: runs * worlds.length }, () => stream.integer(2 ** 31));
  return {
    trials: seeds.length,
    async trial(number, observe) {
      const world = worlds[Math.floor(number / runs)];
      const seen = await observeWorld(observe, audit, design, world, seeds[number]);
      const categories = [audit.category(seen)].flat();
      for (const one of categories) assertCategory(one, audit.name);
      return categories;
    },
    conclude: (trials) => concluded(audit, design, trials, against),
  };
}

function concluded(
  audit: DistributionAudit,
  { agreed, random, runs, confidence }: Design,
  trials: readonly (readonly string[])[],
  against: ReturnType<DistributionAudit['against']>,
): Audited {
  const first = trials.slice(0, runs).flat();
  const stream = random.stream('relabelling');
  const compared =
    'exact' in against
      ? compareWithExact(first, against.exact, stream, confidence)
      : compareSamples(first, trials.slice(runs).flat(), stream, confidence);
  const { variation, interval, byChance, pValue, least, categories } = compared;
  const able = least < 1 - confidence;
  const text = interval.map((value) => value.toFixed(3)).join(', ');
  return {
    audit: audit.name,
    kind: audit.kind,
    status: !able ? 'too weak' : pValue < 1 - confidence ? 'refuted' : 'not refuted',
    claim: audit.claim(agreed),
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
