/**
 * A game of two worlds: as many runs with the target as without it, and an adversary who says for each which
 * it was. A third of the pairs serve to choose the threshold; only the others count.
 */

import { leastAdvantage } from '../../core/math/statistics/binomial.ts';
import type { GameAudit } from '../../core/protocol/audit.ts';
import { counted, integer } from '../../run/report/format.ts';
import { assertNumber } from '../games/assert-number.ts';
import type { Experiment } from '../games/experiment.ts';
import { type Audited, statusOf } from './audited.ts';
import { epsilonAtLeast, type Errors } from './bounds.ts';
import { claimText } from './claim-text.ts';
import { type Design, observeWorld } from './design.ts';

/** The scores of a pair of runs. */
interface Scores {
  readonly with: number;
  readonly without: number;
}

/** A game of two worlds as an experiment: a trial is a pair of runs, and gives their scores. */
export function gameExperiment(audit: GameAudit, design: Design): Experiment<Scores, Audited> {
  const { setup, random, runs } = design;
  return {
    trials: runs,
    async trial(number, observe) {
      const own = random.scope(`${number}`);
      const target = audit.target(setup, own.stream('target'));
      const seeds = own.stream('seeds');
      const scored = async (isIn: boolean): Promise<number> => {
        const world = audit.world(setup, target, isIn);
        const seen = await observeWorld(observe, audit, design, world, seeds.integer(2 ** 31));
        const score: unknown = audit.score(seen, target);
        assertNumber(score, `audit ${audit.name} gives as score`);
        return score;
      };
      return { with: await scored(true), without: await scored(false) };
    },
    conclude: (trials) => concluded(audit, design, trials),
  };
}

function concluded(
  audit: GameAudit,
  { agreed, runs, confidence }: Design,
  trials: readonly Scores[],
): Audited {
  const claim = audit.claim?.(agreed);
  const delta = claim?.delta ?? 0;
  const practice = Math.floor(runs / 3);
  const errors = errorsOf(bestRule(trials.slice(0, practice)), trials.slice(practice));
  const shown = epsilonAtLeast(errors, delta, confidence);
  const judged = runs - practice;
  const most = epsilonAtLeast({ falsePositives: 0, falseNegatives: 0, runs: judged }, delta, confidence);
  const noticed = leastAdvantage(2 * judged);
  const { falsePositives, falseNegatives } = errors;
  const advantage = 1 - (falsePositives + falseNegatives) / judged;
  return {
    audit: audit.name,
    kind: audit.kind,
    status: statusOf(claim?.epsilon, shown, most),
    claim: claim === undefined ? '' : claimText(claim),
    because: `epsilon is at least ${shown.toPrecision(3)}: ${counted(falsePositives, 'false positive')} in ${counted(judged, 'run')} without it, ${counted(falseNegatives, 'false negative')} in ${integer(judged)} with it`,
    sees: `at most an epsilon of ${most.toPrecision(3)}; an advantage over chance of ${noticed?.toFixed(2) ?? '1 or less'} in 8 of 10 cases`,
    measures: {
      epsilon: shown,
      falsePositives,
      falseNegatives,
      runs: judged,
      advantage,
      'epsilon at most shown': most,
    },
  };
}

/** Says that the target is in if the score is above `from`, or below it. */
interface Rule {
  readonly from: number;
  readonly above: boolean;
}

/** The rule with the fewest errors in practice. */
function bestRule(practice: readonly Scores[]): Rule {
  const scores = practice.flatMap((pair) => [pair.with, pair.without]);
  const values = [...new Set(scores)].toSorted((a, b) => a - b);
  // Between two scores, so that equal future scores fall on the same side.
  const places = values.map((value, at) => (at === 0 ? value : (value + values[at - 1]) / 2));
  let best: { readonly rule: Rule; readonly wrong: number } = {
    rule: { from: 0, above: true },
    wrong: Number.POSITIVE_INFINITY,
  };
  for (const from of places) {
    for (const above of [true, false]) {
      const { falsePositives, falseNegatives } = errorsOf({ from, above }, practice);
      const wrong = falsePositives + falseNegatives;
      if (wrong < best.wrong) best = { rule: { from, above }, wrong };
    }
  }
  return best.rule;
}

function errorsOf({ from, above }: Rule, pairs: readonly Scores[]): Errors {
  const saysIn = (score: number): boolean => score >= from === above;
  return {
    falsePositives: pairs.filter((pair) => saysIn(pair.without)).length,
    falseNegatives: pairs.filter((pair) => !saysIn(pair.with)).length,
    runs: pairs.length,
  };
}
