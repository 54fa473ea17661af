/**
 * The audit from one run (Steinke, Nasr and Jagielski 2023), or from several: runs with their own canaries
 * are together one mechanism with all of these canaries, so their guesses are added up.
 */

import { guessByScore } from '../../core/math/dp/one-run.ts';
import type { Random } from '../../core/base/random.ts';
import type { CanaryAudit, Observed, World } from '../../core/protocol/audit.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { agreedOf } from '../../run/execute/cast.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import { type Audited, statusOf } from './audited.ts';
import { assert } from '../../core/base/errors.ts';
import { assertNumber } from '../attack/assert-score.ts';
import { counted } from '../../run/report/format.ts';
import { claimText } from './claim-text.ts';
import { setupOf } from './observe.ts';
import { shownBy } from './shown.ts';

/**
 * The fractions of canaries that an auditor guesses: all of them are tried, and the best is corrected for
 * that.
 */
const GUESSED = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1] as const;

/**
 * @param play runs a world with a seed
 * @param wanted canaries in a run; undefined: the audit's own number
 */
export async function auditCanaries(
  audit: CanaryAudit,
  scenario: Scenario,
  protocol: AnyProtocol,
  random: Random,
  { runs, confidence, wanted }: { runs: number; confidence: number; wanted?: number | undefined },
  play: (world: World<never>, seed: number) => Promise<Observed>,
): Promise<Audited> {
  const setup = setupOf(scenario) as never;
  const count = wanted ?? audit.count(setup);
  const correct = GUESSED.map(() => 0);
  const guesses = GUESSED.map(() => 0);
  for (let run = 0; run < runs; run++) {
    const own = random.scope(`${run}`);
    const canaries = audit.canaries(setup, count, own.stream('canaries'));
    const coins = own.stream('coins');
    const isIn = Array.from({ length: count }, () => coins.integer(2) === 1);
    const seen = await play(audit.plant(setup, canaries, isIn), own.stream('seed').integer(2 ** 31));
    const scores = audit.score(seen, canaries);
    assert(scores?.length === count, `audit ${audit.name} does not give ${count} canaries a score each`);
    for (let at = 0; at < count; at++)
      assertNumber(scores[at], `audit ${audit.name} gives a canary the score`);
    GUESSED.forEach((share, at) => {
      const guess = guessByScore(scores, Math.max(2, Math.floor(share * count)));
      correct[at] += guess.in.filter((i) => isIn[i]).length + guess.out.filter((i) => !isIn[i]).length;
      guesses[at] += guess.in.length + guess.out.length;
    });
  }
  const claim = audit.claim?.(agreedOf(scenario, protocol) as never);
  const all = runs * count;
  const own = 1 - (1 - confidence) / GUESSED.length;
  const epsilonOf = shownBy(claim);
  const bound = (right: readonly number[]): { epsilon: number; at: number } =>
    right
      .map((number, at) => ({
        epsilon: epsilonOf({ canaries: all, guesses: guesses[at], correct: number }, own),
        at,
      }))
      .reduce((a, b) => (b.epsilon > a.epsilon ? b : a));
  const shown = bound(correct);
  const most = bound(guesses).epsilon;
  return {
    audit: audit.name,
    kind: audit.kind,
    status: statusOf(claim?.epsilon, shown.epsilon, most),
    claim: claim === undefined ? '' : claimText(claim),
    because: `epsilon is at least ${shown.epsilon.toPrecision(3)}: of ${all} canaries in ${counted(runs, 'run')}, ${correct[shown.at]} of ${guesses[shown.at]} guesses were right`,
    sees: `at most an epsilon of ${most.toPrecision(3)}, where every guess is right`,
    measures: {
      epsilon: shown.epsilon,
      canaries: all,
      guesses: guesses[shown.at],
      correct: correct[shown.at],
      'epsilon at most shown': most,
    },
  };
}
