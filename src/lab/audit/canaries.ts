/**
 * The audit from one run (Steinke, Nasr and Jagielski 2023), or from several: runs with their own canaries
 * are together one mechanism with all of these canaries, so their guesses are added up.
 */

import { assert } from '../../core/base/errors.ts';
import { guessByScore, type Guessed } from '../../core/math/dp/one-run.ts';
import type { CanaryAudit } from '../../core/protocol/audit.ts';
import { counted } from '../../run/report/format.ts';
import { assertNumber } from '../games/assert-number.ts';
import { type AuditExperiment, type Audited, statusOf } from './audited.ts';
import { claimText } from './claim-text.ts';
import { type Design, observeWorld, scoring } from './design.ts';
import { refutedBy, type Shown, shownBy } from './shown.ts';

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
export function canaryExperiment(audit: CanaryAudit, design: Design): AuditExperiment<Guesses> {
  const { agreed, setup, random, runs, confidence } = design;
  const claim = audit.claim?.(agreed);
  const [epsilonOf, isRefuted] = [shownBy(claim), refutedBy(claim)];
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
      const scores = scoring(design, () => audit.score(seen, canaries));
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
    conclude: (trials) => concluded(audit, design, trials, count, epsilonOf),
    refutes: (trials) => guessedIn(trials, count).some((guessed) => isRefuted(guessed, each(confidence))),
  };
}

/** The guesses of all trials together, for each of the fractions. */
function guessedIn(trials: readonly Guesses[], count: number): Guessed[] {
  const sum = (of: keyof Guesses, at: number): number =>
    trials.reduce((all, guesses) => all + guesses[of][at], 0);
  const canaries = trials.length * count;
  return GUESSED.map((_, at) => ({ canaries, guesses: sum('made', at), correct: sum('correct', at) }));
}

/** The confidence of what each of the fractions shows. */
function each(confidence: number): number {
  return 1 - (1 - confidence) / GUESSED.length;
}

function concluded(
  audit: CanaryAudit,
  { agreed, confidence }: Design,
  trials: readonly Guesses[],
  count: number,
  epsilonOf: Shown,
): Audited {
  const claim = audit.claim?.(agreed);
  const runs = trials.length;
  const all = runs * count;
  const own = each(confidence);
  const guesses = guessedIn(trials, count);
  const bound = (guessed: readonly Guessed[]): { epsilon: number; at: number } =>
    guessed
      .map((one, at) => ({ epsilon: epsilonOf(one, own), at }))
      .reduce((a, b) => (b.epsilon > a.epsilon ? b : a));
  const shown = bound(guesses);
  const most = bound(guesses.map((one) => ({ ...one, correct: one.guesses }))).epsilon;
  const { guesses: made, correct } = guesses[shown.at];
  return {
    audit: audit.name,
    kind: audit.kind,
    status: statusOf(claim?.epsilon, shown.epsilon, most),
    claim: claim === undefined ? '' : claimText(claim),
    because: `epsilon is at least ${shown.epsilon.toPrecision(3)}: of ${all} canaries in ${counted(runs, 'run')}, ${correct} of ${made} guesses were right`,
    sees: `at most an epsilon of ${most.toPrecision(3)}, where every guess is right`,
    measures: {
      epsilon: shown.epsilon,
      canaries: all,
      guesses: made,
      correct,
      'epsilon at most shown': most,
    },
  };
}
