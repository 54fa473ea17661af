/** Numbers as a paper prints them. */

import { assert } from '../../../src/core/base/errors.ts';

export interface Published {
  readonly mean: number;
  /** The standard deviation over the paper's runs; absent if it prints none. */
  readonly spread?: number;
  /** Half of the last digit that is printed: what rounding may hide. */
  readonly half: number;
}

/** @param text such as `96.3 ± 0.1`, `1535` or `0.4` */
export function publishedOf(text: string): Published {
  const [, mean, , decimals = '', spread] = /^(-?\d+(\.(\d+))?)(?: ± (\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  assert(mean !== undefined, `a printed number: ${text}`);
  const half = 0.5 * 10 ** -decimals.length;
  return { mean: Number(mean), half, ...(spread !== undefined && { spread: Number(spread) }) };
}
