/** Draws the random choices of a fault. */

import { pow } from '../../core/math/elementary/index.ts';
import type { Stream } from '../../core/base/random.ts';
import { durationText } from '../../core/base/units.ts';

export class Sampler {
  readonly #stream: Stream;

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  chance(probability: number): boolean {
    return this.#stream.uniform() < probability;
  }

  /** An integer from `least` to `most`, both inclusive. */
  integer(least: number, most: number): number {
    return least + this.#stream.integer(most - least + 1);
  }

  /** Log-uniform between two positive bounds, to two digits. */
  magnitude(least: number, most: number): number {
    return Number((least * pow(most / least, this.#stream.uniform())).toPrecision(2));
  }

  pick<T>(items: readonly T[]): T {
    return items[this.#stream.integer(items.length)];
  }

  /** Some of them, in order: at least one, usually few. */
  some<T>(items: readonly T[]): readonly T[] {
    const count = Math.min(items.length, this.chance(0.6) ? 1 : this.integer(2, 4));
    return this.sample(items, count);
  }

  /** This many of them, in order. */
  sample<T>(items: readonly T[], count: number): readonly T[] {
    const places = this.#stream.shuffle(Uint32Array.from(items.keys())).subarray(0, count);
    return Array.from(places.toSorted(), (place) => items[place]);
  }

  /** A time between two, as scenarios write it, to the millisecond if it is long. */
  duration(leastNs: number, mostNs: number): string {
    const ns = leastNs + this.#stream.uniform() * (mostNs - leastNs);
    const step = ns >= 10e6 ? 1e6 : 1e3;
    return durationText(Math.max(1, Math.floor(ns / step)) * step);
  }
}
