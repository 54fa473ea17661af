/**
 * A switch that only the laboratory has: noise of a part of its scale. An audit that does not notice the missing noise
 * of such a twin could not have noticed it in the protocol either. Every sampler of noise that authors can import obeys
 * it, so plugins have twins too.
 */

/** A part a/b of the standard deviation (Gaussian) or the scale (Laplace) of noise, in [0, 1]. */
export interface NoisePart {
  readonly numerator: number;
  readonly denominator: number;
}

/** The part that is drawn in the current step; undefined: all of it. */
let current: NoisePart | undefined;

/** Does something synchronous in which all noise that is drawn has only this part of its scale; undefined: all of it. */
export function withNoise<T>(part: NoisePart | undefined, run: () => T): T {
  const before = current;
  current = part;
  try {
    return run();
  } finally {
    current = before;
  }
}

/** The part that is drawn now; undefined: all of it. */
export function noisePart(): NoisePart | undefined {
  return current;
}
