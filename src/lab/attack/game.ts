/**
 * A distinguishing game. The hidden points are drawn anew, twice: once for a run that the coalition observes,
 * once as a decoy. It makes its guess and must say which of the two drawings was used. As a control it also
 * observes a run on a third drawing: then nothing can be told, and doing better than chance would reveal a
 * flaw in the experiment.
 */

import { defined } from '../../core/base/defined.ts';
import { type Matrix, row, zeros } from '../../core/base/matrix.ts';
import { Random, type Stream } from '../../core/base/random.ts';
import { coinTail, leastAdvantage } from '../../core/math/statistics/binomial.ts';
import { wilson } from '../../core/math/statistics/proportions.ts';
import type { AnyAttack } from '../../core/protocol/attack.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { inputsOf } from '../../run/execute/cast.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import { assertNumber } from '../games/assert-number.ts';
import type { Coalition } from '../games/coalition.ts';
import { type Experiment, type ObserveOptions, repeat } from '../games/experiment.ts';
import { truthOf } from './certificate.ts';

/** How often the correct drawing was named. */
export interface Tries {
  readonly runs: number;
  readonly right: number;
  /** 2 right / runs - 1: 0 is chance, 1 is certainty. */
  readonly advantage: number;
  /** Its 95 % interval. */
  readonly interval: readonly [number, number];
}

export interface Game {
  readonly attack: string;
  /** For a run on one of the two drawings. */
  readonly shown: Tries;
  /** For a run on neither. */
  readonly control: Tries;
  /** The two-sided probability that chance is as far off. */
  readonly pValue: number;
  /** The smallest advantage that this many runs detect in 8 of 10 cases; undefined if none would be. */
  readonly sees?: number;
}

/** Whether an attack named the correct drawing, in the game and in its control. */
export interface Told {
  readonly shown: boolean;
  readonly control: boolean;
}

/** The attacks that can compare two drawings. */
export function deciding(attacks: readonly AnyAttack[]): readonly AnyAttack[] {
  return attacks.filter(({ fit }) => fit !== undefined);
}

/**
 * Plays it for several attacks at once.
 * @param coalitions of one kind, which take turns
 * @param runs how many runs are shown, and as many controls; fewer if it is interrupted
 */
export async function play(
  scenario: Scenario,
  protocol: AnyProtocol,
  options: ObserveOptions,
  coalitions: readonly Coalition[],
  attacks: readonly AnyAttack[],
  runs: number,
): Promise<Game[]> {
  const game = distinguishing(scenario, protocol, coalitions, deciding(attacks), runs);
  return game.conclude(await repeat(game, protocol, options));
}

/**
 * The game as an experiment: a trial gives, by attack, whether it named the correct drawings.
 * @param attacks that can decide
 */
export function distinguishing(
  scenario: Scenario,
  protocol: AnyProtocol,
  coalitions: readonly Coalition[],
  attacks: readonly AnyAttack[],
  runs: number,
): Experiment<readonly Told[], Game[]> {
  return {
    trials: runs,
    async trial(number, observe) {
      const members = coalitions[number % coalitions.length];
      const stream = new Random(scenario.seed).scope('game').stream(`${number}`);
      const [used, decoy, other] = Array.from({ length: 3 }, () => redrawn(scenario, members, stream));
      const truths = [used, decoy].map((drawn) => truthOf(drawn, inputsOf(drawn, protocol), members));
      const named = async (drawn: Scenario): Promise<boolean[]> => {
        const { view } = await observe(drawn, members, attacks);
        return attacks.map((attack) => {
          const guess: unknown = attack.guess(view);
          const [first, second] = truths.map((truth) => {
            const fit: unknown = attack.fit?.(guess, truth) ?? 0;
            assertNumber(fit, `attack ${attack.name} gives as fit`);
            return fit;
          });
          // If neither fits better, a coin decides.
          return first === second ? stream.uniform() < 0.5 : first > second;
        });
      };
      const shown = await named(used);
      const control = await named(other);
      return attacks.map((_, a) => ({ shown: shown[a], control: control[a] }));
    },
    conclude(trials) {
      const sees = leastAdvantage(trials.length);
      return attacks.map(({ name }, a) => {
        const shown = triesOf(trials.map((told) => told[a].shown));
        const control = triesOf(trials.map((told) => told[a].control));
        const pValue = coinTail(shown.right, shown.runs);
        return defined({ attack: name, shown, control, pValue, sees });
      });
    },
  };
}

function triesOf(named: readonly boolean[]): Tries {
  const runs = named.length;
  const right = named.filter(Boolean).length;
  const [low, high] = wilson(right, runs);
  return { runs, right, advantage: (2 * right) / runs - 1, interval: [2 * low - 1, 2 * high - 1] };
}

/**
 * The scenario with other points instead of those that the coalition does not hold, each a row of the data
 * drawn at random, and another seed. Public values stay the same: sizes, and the announced ranges.
 */
function redrawn(scenario: Scenario, members: Coalition, stream: Stream): Scenario {
  const { data, shards, population } = scenario;
  const points: Matrix = zeros(data.points.rows, data.points.columns);
  points.values.set(data.points.values);
  shards.forEach((shard, j) => {
    if (members.includes(population.clients[j])) return;
    for (const at of shard) row(points, at).set(row(data.points, stream.integer(data.points.rows)));
  });
  return { ...scenario, seed: stream.integer(2 ** 31), data: { points, skipped: 0 } };
}
