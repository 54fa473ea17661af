import { assert } from '../../core/base/errors.ts';

/** A fit, or the score of an audit: any number, infinite ones included. */
export function assertNumber(value: unknown, what: string): asserts value is number {
  assert(typeof value === 'number' && !Number.isNaN(value), `${what} ${String(value)}, which is no number`);
}
