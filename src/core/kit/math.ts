/** Elementary functions for authors: the same bits in every engine, as those of `Math` are not. */

export { cos, exp, expm1, log, log1p, log2, pow, powerOfTwo, sin, square } from '../math/elementary/index.ts';
