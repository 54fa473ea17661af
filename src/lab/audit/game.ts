/**
 * A game of two worlds: as many runs with the target as without it, and an adversary who says for each which
 * it was. A third of the pairs serve to choose the threshold; only the others count for it. In how many of all pairs the
 * run with the target has the higher score needs no threshold.
 */

import { leastAdvantage } from '../../core/math/statistics/binomial.ts';
import type { GameAudit } from '../../core/protocol/audit.ts';
import { counted, integer } from '../../run/report/format.ts';
import { assertNumber } from '../games/assert-number.ts';
import { type AuditExperiment, type Audited, statusOf } from './audited.ts';
import type { Errors } from './bounds.ts';
import { claimText } from './claim-text.ts';
import { type Design, observeWorld, scoring } from './design.ts';
import { type Played, refutedByGames, shownByGames } from './game-bounds.ts';

/** The scores of a pair of runs. */
interface Scores {
  readonly with: number;
  readonly without: number;
}

/** A game of two worlds as an experiment: a trial is a pair of runs, and gives their scores. */
export function gameExperiment(audit: GameAudit, design: Design): AuditExperiment<Scores> {
  const { agreed, setup, random, runs, confidence } = design;
  const claim = audit.claim?.(agreed);
  const [shownBy, refutedBy] = [shownByGames(claim), refutedByGames(claim)];
  return {
    trials: runs,
    async trial(number, observe) {
      const own = random.scope(`${number}`);
      const target = audit.target(setup, own.stream('target'));
      const seeds = own.stream('seeds');
      const scored = async (isIn: boolean): Promise<number> => {
        const world = audit.world(setup, target, isIn);
        const seen = await observeWorld(observe, audit, design, world, seeds.integer(2 ** 31));
        const score: unknown = scoring(design, () => audit.score(seen, target));
        assertNumber(score, `audit ${audit.name} gives as score`);
        return score;
      };
      return { with: await scored(true), without: await scored(false) };
    },
    conclude: (trials) => concluded(audit, design, trials, shownBy),
    refutes: (trials) => refutedBy(playedOf(trials), confidence),
  };
}

function concluded(
  audit: GameAudit,
  { agreed, confidence }: Design,
  trials: readonly Scores[],
  shownBy: ReturnType<typeof shownByGames>,
): Audited {
  const claim = audit.claim?.(agreed);
  const { pairs, told, errors } = playedOf(trials);
  const shown = shownBy({ pairs, told, errors }, confidence);
  const judged = errors.runs;
  const flawless = { falsePositives: 0, falseNegatives: 0, runs: judged };
  const most = shownBy({ pairs, told: pairs, errors: flawless }, confidence);
  const noticed = leastAdvantage(2 * judged);
  const { falsePositives, falseNegatives } = errors;
  const advantage = 1 - (falsePositives + falseNegatives) / judged;
  return {
    audit: audit.name,
    kind: audit.kind,
    status: statusOf(claim?.epsilon, shown, most),
    claim: claim === undefined ? '' : claimText(claim),
    because: `epsilon is at least ${shown.toPrecision(3)}: ${counted(falsePositives, 'false positive')} in ${counted(judged, 'run')} without it, ${counted(falseNegatives, 'false negative')} in ${integer(judged)} with it; ${integer(told)} of ${counted(pairs, 'pair')} told apart`,
    sees: `at most an epsilon of ${most.toPrecision(3)}; an advantage over chance of ${noticed?.toFixed(2) ?? '1 or less'} in 8 of 10 cases`,
    measures: {
      epsilon: shown,
      falsePositives,
      falseNegatives,
      runs: judged,
      advantage,
      pairs,
      told,
      'epsilon at most shown': most,
    },
  };
}

function playedOf(trials: readonly Scores[]): Played {
  const practice = Math.floor(trials.length / 3);
  const errors = errorsOf(bestRule(trials.slice(0, practice)), trials.slice(practice));
  return { pairs: trials.length, told: trials.filter((pair) => pair.with > pair.without).length, errors };
}

/** Says that the target is in if the score is above `from`, or below it. */
interface Rule {
  readonly from: number;
  readonly above: boolean;
}

/** The rule with the fewest errors in practice. */
function bestRule(practice: readonly Scores[]): Rule {
  const scored = practice
    .flatMap((pair) => [
      { score: pair.with, isIn: true },
      { score: pair.without, isIn: false },
    ])
    .toSorted((a, b) => a.score - b.score || 0);
  let best: { readonly rule: Rule; readonly wrong: number } = {
    rule: { from: 0, above: true },
    wrong: Number.POSITIVE_INFINITY,
  };
  // Of the scores below a place, those with the target are wrong if it is in from there on.
  let [inBelow, outBelow] = [0, 0];
  scored.forEach(({ score, isIn }, at) => {
    if (at === 0 || score !== scored[at - 1].score) {
      // Between two scores, so that equal future scores fall on the same side.
      const middle = at === 0 ? score : (score + scored[at - 1].score) / 2;
      const from = Number.isFinite(middle) ? middle : score;
      const wrong = inBelow + (practice.length - outBelow);
      for (const rule of [
        { rule: { from, above: true }, wrong },
        { rule: { from, above: false }, wrong: 2 * practice.length - wrong },
      ])
        if (rule.wrong < best.wrong) best = rule;
    }
    if (isIn) inBelow++;
    else outBelow++;
  });
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
