/**
 * Which run is another one's baseline: the one that meets a condition and otherwise agrees in all columns
 * that apply to it.
 */

import { CahootsError } from '../../core/base/errors.ts';
import type { Baseline } from './pivot.ts';
import type { Row } from './rows.ts';
import { type Condition, meets } from './where.ts';

/**
 * @param conditions that the baseline meets, such as `protocol = lloyd`
 * @param axes columns that distinguish runs, besides the seed
 * @throws CahootsError if no run meets them, or several for the same run do
 */
export function baselineOf(
  rows: readonly Row[],
  conditions: readonly Condition[],
  axes: readonly string[],
): Baseline {
  const text = conditions.map((condition) => condition.text).join(' and ');
  const base = rows.filter((row) => conditions.every((condition) => meets(row, condition)));
  if (base.length === 0) throw new CahootsError('bad-input', `expected runs with ${text}, got none`);
  const varied = new Set(conditions.map(({ column }) => column));
  // A protocol without privacy has no column for it, and is the baseline for every privacy.
  const shared = ['seed', ...axes].filter(
    (column) => !varied.has(column) && base.some((row) => row[column] !== undefined),
  );
  const keyOf = (row: Row): string => JSON.stringify(shared.map((column) => row[column] ?? null));
  const byKey = new Map<string, Row>();
  for (const row of base) {
    const key = keyOf(row);
    if (byKey.has(key)) {
      const message = `expected one run with ${text} for each seed and setting, got several: add conditions`;
      throw new CahootsError('bad-input', message);
    }
    byKey.set(key, row);
  }
  return (row) => byKey.get(keyOf(row));
}
