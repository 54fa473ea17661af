/**
 * A game of two worlds: as many runs with the target as without it, and an adversary who says for each which
 * it was. A third of the pairs serve to choose the threshold; only the others count.
 */

import type { Random } from '../../core/base/random.ts';
import { counted, integer } from '../../run/report/format.ts';
import { assertNumber } from '../attack/assert-score.ts';
import { leastAdvantage } from '../../core/math/statistics/binomial.ts';
import type { GameAudit, Observed, World } from '../../core/protocol/audit.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { agreedOf } from '../../run/execute/cast.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import { type Audited, statusOf } from './audited.ts';
import { epsilonAtLeast, type Errors } from './bounds.ts';
import { claimText } from './claim-text.ts';
import { setupOf } from './observe.ts';

/** @param play runs a world with a seed */
export async function auditGame(
  audit: GameAudit,
  scenario: Scenario,
  protocol: AnyProtocol,
  random: Random,
  { runs, confidence }: { runs: number; confidence: number },
  play: (world: World<never>, seed: number) => Promise<Observed>,
): Promise<Audited> {
  const setup = setupOf(scenario) as never;
  const scores = { with: [] as number[], without: [] as number[] };
  for (let pair = 0; pair < runs; pair++) {
    const own = random.scope(`${pair}`);
    const target = audit.target(setup, own.stream('target'));
    const seeds = own.stream('seeds');
    for (const isIn of [true, false]) {
      const seen = await play(audit.world(setup, target, isIn), seeds.integer(2 ** 31));
      const score: unknown = audit.score(seen, target);
      assertNumber(score, `audit ${audit.name} gives as score`);
      scores[isIn ? 'with' : 'without'].push(score);
    }
  }
  const claim = audit.claim?.(agreedOf(scenario, protocol) as never);
  const delta = claim?.delta ?? 0;
  const practice = Math.floor(runs / 3);
  const rule = bestRule(scores.with.slice(0, practice), scores.without.slice(0, practice));
  const errors = errorsOf(rule, scores.with.slice(practice), scores.without.slice(practice));
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
function bestRule(inScores: readonly number[], outScores: readonly number[]): Rule {
  const values = [...new Set([...inScores, ...outScores])].toSorted((a, b) => a - b);
  // Between two scores, so that equal future scores fall on the same side.
  const places = values.map((value, at) => (at === 0 ? value : (value + values[at - 1]) / 2));
  let best: { readonly rule: Rule; readonly wrong: number } = {
    rule: { from: 0, above: true },
    wrong: Number.POSITIVE_INFINITY,
  };
  for (const from of places) {
    for (const above of [true, false]) {
      const { falsePositives, falseNegatives } = errorsOf({ from, above }, inScores, outScores);
      const wrong = falsePositives + falseNegatives;
      if (wrong < best.wrong) best = { rule: { from, above }, wrong };
    }
  }
  return best.rule;
}

function errorsOf({ from, above }: Rule, inScores: readonly number[], outScores: readonly number[]): Errors {
  const saysIn = (score: number): boolean => score >= from === above;
  return {
    falsePositives: outScores.filter(saysIn).length,
    falseNegatives: inScores.filter((score) => !saysIn(score)).length,
    runs: inScores.length,
  };
}
