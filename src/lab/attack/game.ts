/**
 * A distinguishing game. The hidden points are drawn anew, twice: once for a run that the coalition observes,
 * once as a decoy. It makes its guess and must say which of the two drawings was used. As a control it also
 * observes a run on a third drawing: then nothing can be told, and doing better than chance would reveal a
 * flaw in the experiment.
 */

import { type Matrix, row, zeros } from '../../core/base/matrix.ts';
import type { AnyAttack } from '../../core/protocol/attack.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { Random, type Stream } from '../../core/base/random.ts';
import { inputsOf } from '../../run/execute/cast.ts';
import { run, type RunOptions } from '../../run/execute/run.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import { Bus } from '../../core/engine/messages/bus.ts';
import { assertNumber } from './assert-score.ts';
import { truthOf } from './certificate.ts';
import type { Coalition } from './coalitions.ts';
import { Recorder } from './recorder.ts';
import { coinTail, leastAdvantage } from '../../core/math/statistics/binomial.ts';
import { wilson } from '../../core/math/statistics/proportions.ts';

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
  options: RoundOptions & Pick<RunOptions, 'signal'>,
  coalitions: readonly Coalition[],
  attacks: readonly AnyAttack[],
  runs: number,
): Promise<Game[]> {
  const able = deciding(attacks);
  const rounds: (readonly Told[])[] = [];
  for (let round = 0; round < runs && options.signal?.aborted !== true; round++) {
    const members = coalitions[round % coalitions.length];
    rounds.push(await playRound(scenario, protocol, options, members, able, round));
  }
  return gamesOf(able, rounds);
}

type RoundOptions = Pick<RunOptions, 'plugins' | 'threads'>;

/**
 * One round, which depends on no other.
 * @param attacks that can decide
 */
export async function playRound(
  scenario: Scenario,
  protocol: AnyProtocol,
  { plugins, threads = 0 }: RoundOptions,
  members: Coalition,
  attacks: readonly AnyAttack[],
  round: number,
): Promise<readonly Told[]> {
  const stream = new Random(scenario.seed).scope('game').stream(`${round}`);
  const [used, decoy, other] = Array.from({ length: 3 }, () => redrawn(scenario, members, stream));
  const truths = [used, decoy].map((drawn) => truthOf(drawn, inputsOf(drawn, protocol), members));
  const named = async (drawn: Scenario): Promise<boolean[]> => {
    const recorder = new Recorder(drawn, protocol, members, attacks);
    const bus = new Bus();
    recorder.attach(bus);
    await run(drawn, { plugins, threads, bus });
    const view = recorder.view(members);
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
}

/** The results of rounds, by attack. */
export function gamesOf(attacks: readonly AnyAttack[], rounds: readonly (readonly Told[])[]): Game[] {
  const runs = rounds.length;
  const sees = leastAdvantage(runs);
  return attacks.map(({ name }, a) => {
    const right = (kind: keyof Told): number => rounds.filter((told) => told[a][kind]).length;
    return {
      attack: name,
      shown: triesOf(right('shown'), runs),
      control: triesOf(right('control'), runs),
      pValue: coinTail(right('shown'), runs),
      ...(sees !== undefined && { sees }),
    };
  });
}

function triesOf(right: number, runs: number): Tries {
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
