/**
 * What attacks return is whatever their authors wrote: a number that is none would pass for nothing found, as
 * it is not above any other.
 */

import { assert } from '../../core/base/errors.ts';
import type { Score } from '../../core/protocol/attack.ts';
import { assertNumber } from '../games/assert-number.ts';

/**
 * Checks at run time what an attack returned, since attacks may be written in JavaScript.
 * @throws AssertionError that names the attack and the field
 */
export function assertScore(score: unknown, attack: string): asserts score is Score {
  const { exposed, advantage, evidence, measures, meaning } = (score ?? {}) as {
    [K in keyof Score]: unknown;
  };
  assertBetween(exposed, 0, 1, `attack ${attack} gives as exposed`);
  if (advantage !== undefined) {
    const { value, interval } = (advantage ?? {}) as Record<string, unknown>;
    assertBetween(value, -1, 1, `attack ${attack} gives as advantage`);
    const [low, high] = Array.isArray(interval) ? (interval as unknown[]) : [];
    assertBetween(low, -1, 1, `attack ${attack} gives as lower end of its advantage`);
    assertBetween(high, -1, 1, `attack ${attack} gives as upper end of its advantage`);
  }
  if (evidence !== undefined) {
    const { tries, pValue } = (evidence ?? {}) as Record<string, unknown>;
    assertBetween(tries, 0, Number.MAX_SAFE_INTEGER, `attack ${attack} gives as tries`);
    assertBetween(pValue, 0, 1, `attack ${attack} gives as p-value`);
  }
  assert(typeof measures === 'object' && measures !== null, `attack ${attack} gives no measures`);
  for (const [name, value] of Object.entries(measures))
    assert(
      typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value)),
      `attack ${attack} gives as ${name} ${String(value)}, neither a number nor words`,
    );
  assert(typeof meaning === 'string', `attack ${attack} does not say what its score means`);
}

function assertBetween(value: unknown, least: number, most: number, what: string): void {
  assertNumber(value, what);
  assert(value >= least && value <= most, `${what} ${value}, which is not from ${least} to ${most}`);
}
