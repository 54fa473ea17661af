/**
 * Elementary functions whose results are the same bits in every engine, unlike those of `Math`, whose last bits ECMAScript
 * leaves open: results, durations and draws depend on these only. They use what IEEE 754 rounds in one way (+, -, *, /) and
 * what is exact (comparisons, `Math.abs`, `Math.round`, the bits of a double). The errors stated are bounds on those measured
 * against exact arithmetic in test/core/math/elementary.
 */

export { exp, expm1 } from './exp.ts';
export { log, log1p, log2 } from './log.ts';
export { pow } from './pow.ts';
export { powerOfTwo, square } from './powers-of-two.ts';
export { cos, sin } from './trigonometry.ts';
