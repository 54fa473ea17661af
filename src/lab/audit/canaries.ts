/**
 * The audit from one run (Steinke, Nasr and Jagielski 2023), or from several: runs with their own canaries
 * are together one mechanism with all of these canaries, so their guesses are added up.
 */

import { assert } from '../../core/base/errors.ts';
import { guessByScore } from '../../core/math/dp/one-run.ts';
import type { CanaryAudit } from '../../core/protocol/audit.ts';
import { counted } from '../../run/report/format.ts';
import { assertNumber } from '../games/assert-number.ts';
import type { Experiment } from '../games/experiment.ts';
import { type Audited, statusOf } from './audited.ts';
import { claimText } from './claim-text.ts';
import { type Design, observeWorld } from './design.ts';
import { shownBy } from './shown.ts';

/**
 * The fractions of canaries that an auditor guesses: all of them are tried, and the best is corrected for
 * that.
 */
const GUESSED = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1] as const;

/** The guesses of a run, for each of these fractions. */
interface Guesses {
  readonly correct: readonly number[];
  readonly made: readonly number[];
}

/** An audit by canaries as an experiment: a trial is a run, and gives how many guesses about its canaries were right. */
export function canaryExperiment(audit: CanaryAudit, design: Design): Experiment<Guesses, Audited> {
  const { setup, random, runs } = design;
  const count = design.canaries ?? audit.count(setup);
  return {
    trials: runs,
    async trial(number, observe) {
      const own = random.scope(`${number}`);
      const canaries = audit.canaries(setup, count, own.stream('canaries'));
      const coins = own.stream('coins');
      const isIn = Array.from({ length: count }, () => coins.integer(2) === 1);
      const world = audit.plant(setup, canaries, isIn);
      const seen = await observeWorld(observe, audit, design, world, own.stream('seed').integer(2 ** 31));
      const scores = audit.score(seen, canaries);
      assert(scores?.length === count, `audit ${audit.name} does not give ${count} canaries a score each`);
      for (let at = 0; at < count; at++)
        assertNumber(scores[at], `audit ${audit.name} gives a canary the score`);
      const guesses = GUESSED.map((share) => guessByScore(scores, Math.max(2, Math.floor(share * count))));
      return {
        correct: guesses.map(
          (guess) => guess.in.filter((i) => isIn[i]).length + guess.out.filter((i) => !isIn[i]).length,
        ),
        made: guesses.map((guess) => guess.in.length + guess.out.length),
      };
    },
    conclude: (trials) => concluded(audit, design, trials, count),
  };
}

function concluded(
  audit: CanaryAudit,
  { agreed, runs, confidence }: Design,
  trials: readonly Guesses[],
  count: number,
): Audited {
  const sums = (of: keyof Guesses): number[] =>
    GUESSED.map((_, at) => trials.reduce((sum, guesses) => sum + guesses[of][at], 0));
  const [correct, made] = [sums('correct'), sums('made')];
  const claim = audit.claim?.(agreed);
  const all = runs * count;
  const own = 1 - (1 - confidence) / GUESSED.length;
  const epsilonOf = shownBy(claim);
  const bound = (right: readonly number[]): { epsilon: number; at: number } =>
    right
      .map((number, at) => ({
        epsilon: epsilonOf({ canaries: all, guesses: made[at], correct: number }, own),
        at,
      }))
      .reduce((a, b) => (b.epsilon > a.epsilon ? b : a));
  const shown = bound(correct);
  const most = bound(made).epsilon;
  return {
    audit: audit.name,
    kind: audit.kind,
    status: statusOf(claim?.epsilon, shown.epsilon, most),
    claim: claim === undefined ? '' : claimText(claim),
    because: `epsilon is at least ${shown.epsilon.toPrecision(3)}: of ${all} canaries in ${counted(runs, 'run')}, ${correct[shown.at]} of ${made[shown.at]} guesses were right`,
    sees: `at most an epsilon of ${most.toPrecision(3)}, where every guess is right`,
    measures: {
      epsilon: shown.epsilon,
      canaries: all,
      guesses: made[shown.at],
      correct: correct[shown.at],
      'epsilon at most shown': most,
    },
  };
}
