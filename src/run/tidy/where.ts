/**
 * Conditions on rows, as the command line writes them: `loss < 10`, `accuracy >= 90%`, `protocol = secfc`,
 * combined with `and`.
 */

import { CahootsError } from '../../core/base/errors.ts';
import type { Cell, Row } from './rows.ts';

export interface Condition {
  readonly column: string;
  readonly operator: Operator;
  /** A percentage is converted to a fraction. */
  readonly value: string;
  /** As written. */
  readonly text: string;
}

type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=';

const CONDITION = /^\s*([^=!<>]*[^\s=!<>])\s*(!=|<=|>=|=|<|>)\s*(.+?)\s*$/;

/**
 * Conditions joined by `and`, such as `loss < 10 and protocol = secfc`.
 * @throws CahootsError if it is not a condition
 */
export function conditionsOf(text: string, flag: string): readonly Condition[] {
  return text.split(/\s+and\s+/).map((part) => {
    const [, column, operator, written] = CONDITION.exec(part) ?? [];
    if (column === undefined) {
      const message = `expected a condition such as "loss < 10" or "protocol = secfc", got ${part}`;
      throw new CahootsError('bad-input', message, { path: flag });
    }
    const [, percent] = /^([-+.\deE]+)\s*%$/.exec(written) ?? [];
    const value = percent === undefined ? written : String(Number(percent) / 100);
    const ordered = operator.startsWith('<') || operator.startsWith('>');
    if (ordered && !Number.isFinite(Number(value))) {
      const message = `expected a number after ${operator}, got ${written}`;
      throw new CahootsError('bad-input', message, { path: flag });
    }
    return { column, operator: operator as Operator, value, text: part.trim() };
  });
}

/** A row without the column meets only `!=`. */
export function meets(row: Row, { column, operator, value }: Condition): boolean {
  const cell = row[column];
  if (operator === '=') return equals(cell, value);
  if (operator === '!=') return !equals(cell, value);
  if (typeof cell !== 'number') return false;
  const bound = Number(value);
  switch (operator) {
    case '<':
      return cell < bound;
    case '<=':
      return cell <= bound;
    case '>':
      return cell > bound;
    case '>=':
      return cell >= bound;
  }
}

function equals(cell: Cell, value: string): boolean {
  if (cell === undefined) return false;
  return typeof cell === 'number' ? cell === Number(value) : String(cell) === value;
}
