/**
 * An audit of a claim that rests on noise, and its power: beside the protocol, twins of it are audited from whose noise
 * a part is missing. Games have as many pairs of runs as it takes to refute the twin with half of the noise.
 */

import { platform } from '#platform';
import { assert } from '../../core/base/errors.ts';
import type { NoisePart } from '../../core/math/dp/less-noise.ts';
import type { Random } from '../../core/base/random.ts';
import type { Audited } from './audited.ts';
import type { Attempt, Player } from './player.ts';
import { HALF, isSeen, MOST, NONE, powerOf, type TwinPower } from './power.ts';

/** A twin has this many times the trials of an audit, so that audits that are drawn from them differ, */
const TIMES = 2;
/** and no fewer than these, if an audit is a single run. */
const LEAST_TRIALS = 10;

export interface PowerOptions {
  /** Of this audit alone. */
  readonly random: Random;
  /** How long games may take, in milliseconds; absent: there are exactly as many as were asked for. */
  readonly mostMs?: number | undefined;
}

/** Plays an audit and its twins; undefined if it was interrupted. */
export async function auditWithPower(
  player: Player,
  attempt: Attempt,
  options: PowerOptions,
): Promise<Audited | undefined> {
  const { trials: runs } = attempt.experiment;
  const grows = attempt.audit.kind === 'game' && options.mostMs !== undefined;
  // How many games there are must not depend on what they show of the protocol, so its own come last if there may be more.
  const early = grows ? undefined : await player.audit(attempt, runs);
  if (early?.status === 'refuted') return early;
  const none = await twin(player, attempt, NONE, options).audited(runs);
  const power = [none];
  let size = runs;
  if (isSeen(none)) {
    const half = await untilSeen(
      twin(player, attempt, HALF, options),
      runs,
      grows ? (options.mostMs ?? 0) : 0,
    );
    size = half.trials;
    power.push(half, await twin(player, attempt, MOST, options).audited(size));
  }
  const result = early ?? (await player.audit(attempt, size));
  if (result === undefined || player.isInterrupted) return undefined;
  const { sees: _, ...shown } = result;
  const isWeak = shown.status === 'not refuted' && !isSeen(none);
  return { ...shown, status: isWeak ? 'too weak' : shown.status, power };
}

/** A twin, whose trials are played when they are needed. */
interface Twin {
  /** How often audits of so many trials refute it. */
  audited(size: number): Promise<TwinPower>;
  /** Whether an audit of all of its trials, this many times each, would refute it. */
  wouldBeSeen(times: number): boolean;
}

function twin(player: Player, { audit, asked }: Attempt, noise: NoisePart, { random }: PowerOptions): Twin {
  const attempt = player.attempt(audit, { ...asked, noise });
  const { refutes } = attempt.experiment;
  assert(refutes !== undefined, `an audit by ${audit.kind} refutes no claim that rests on noise`);
  const trials: unknown[] = [];
  const draws = random.stream('power', `${noise.numerator}/${noise.denominator}`);
  return {
    async audited(size) {
      const range = { from: trials.length, to: Math.max(TIMES * size, LEAST_TRIALS) };
      trials.push(...(await player.play(attempt, range)));
      return powerOf(refutes, { noise, trials, size }, draws);
    },
    wouldBeSeen: (times) => refutes(Array.from({ length: times }, () => trials).flat()),
  };
}

const NS_PER_MS = 1e6;

/** From so many trials on, what they show is taken for what more of them would. */
const LEAST_TOLD = 1000;

/** Audits a twin, of twice as many trials each time until it is seen or that would take too long. */
async function untilSeen(half: Twin, size: number, mostMs: number): Promise<TwinPower> {
  const startNs = platform.stopwatchNs();
  for (let trials = size; ; trials *= 2) {
    const power = await half.audited(trials);
    if (isSeen(power)) return power;
    const spentMs = (platform.stopwatchNs() - startNs) / NS_PER_MS;
    // In the unit of what was spent: as much again, twice that for another twin, and as much for the protocol.
    if (5 * spentMs > mostMs) return power;
    const times = mostMs / (5 * spentMs);
    if (trials >= LEAST_TOLD && !half.wouldBeSeen(Math.ceil(times))) return power;
  }
}
