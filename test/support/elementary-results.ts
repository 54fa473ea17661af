/** Results of elementary functions for many arguments, which are the same bits in every engine. */

import {
  cos,
  exp,
  expm1,
  log,
  log1p,
  log2,
  pow,
  powerOfTwo,
  sin,
} from '../../src/core/math/elementary/index.ts';

/** Draws from integers alone (a linear congruential generator, Numerical Recipes), so that every engine draws the same. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** An integer of 32 bits. */
  word(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state;
  }

  integer(bound: number): number {
    return Math.floor((this.word() / 2 ** 32) * bound);
  }

  /** With 53 bits, as far as the range allows. */
  between(low: number, high: number): number {
    const fraction = (this.word() >>> 6) * 2 ** -26 + (this.word() >>> 5) * 2 ** -53;
    return low + fraction * (high - low);
  }

  /** Of any magnitude, down to subnormal numbers. */
  positive(): number {
    return this.between(0.5, 1) * powerOfTwo(this.integer(2090) - 1067);
  }
}

const COUNT = 20_000;

const FUNCTIONS: Readonly<Record<string, (draw: Draw) => number>> = {
  exp: (draw) => exp(draw.between(-746, 710)),
  expm1: (draw) => expm1(draw.between(-40, 40) * powerOfTwo(-draw.integer(50))),
  log: (draw) => log(draw.integer(2) === 0 ? draw.positive() : draw.between(0, 4)),
  log1p: (draw) => log1p(draw.between(-1, 1) * powerOfTwo(30 - draw.integer(80))),
  log2: (draw) => log2(draw.integer(2) === 0 ? draw.positive() : draw.between(0, 4)),
  pow: (draw) => pow(draw.between(0, 10), draw.between(-20, 20)),
  sin: (draw) => sin(draw.between(-1, 1) * powerOfTwo(20 - draw.integer(40))),
  cos: (draw) => cos(draw.between(-1, 1) * powerOfTwo(20 - draw.integer(40))),
};

/** The bytes of 20,000 results of every function, least significant first. */
export function elementaryResults(): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(8 * COUNT * Object.keys(FUNCTIONS).length));
  Object.values(FUNCTIONS).forEach((result, f) => {
    const draw = new Draw(f);
    for (let i = 0; i < COUNT; i++) view.setFloat64(8 * (f * COUNT + i), result(draw), true);
  });
  return new Uint8Array(view.buffer);
}
