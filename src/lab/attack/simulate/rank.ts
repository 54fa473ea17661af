/** The rank of many samples modulo a prime: of some by elimination, and of all by what they violate. */

import type { Stream } from '../../../core/base/random.ts';
import { log2, powerOfTwo } from '../../../core/math/elementary/index.ts';
import { mulMod, WORD_BITS } from '../../../core/math/field/word-field.ts';

/** By how many bits samples must outweigh vectors: the chance that random vectors are related is 2 to minus that. */
export const SPARE_BITS = 40;

/** How many multiplications it may take to look at samples; of more, those evenly spread are looked at. */
const WORK = 2 ** 24;

export interface Samples {
  readonly count: number;
  /** One coordinate of each of the vectors. */
  at(i: number): Float64Array;
}

/**
 * How many of the samples are independent modulo a prime below 2^31. As many as there are vectors, evenly spread, are eliminated; each
 * of the others is multiplied by random vectors that are orthogonal to these, so that none which differs goes unnoticed.
 */
export function rankOf(samples: Samples, vectors: number, modulus: number, stream: Stream): number {
  const words = Math.ceil(SPARE_BITS / log2(modulus));
  const echelon = new Echelon(vectors, modulus);
  const few = Math.min(samples.count, vectors + words);
  for (let i = 0; i < few && echelon.rank < vectors; i++)
    echelon.add(samples.at(Math.floor((i * samples.count) / few)));
  const count = Math.min(samples.count, Math.max(few, Math.floor(WORK / (words * vectors))));
  let orthogonal: Float64Array[] | undefined;
  for (let i = 0; i < count && echelon.rank < vectors; i++) {
    const sample = samples.at(Math.floor((i * samples.count) / count));
    orthogonal ??= Array.from({ length: words }, () => echelon.orthogonal(stream));
    if (orthogonal.every((one) => dot(one, sample, modulus) === 0)) continue;
    echelon.add(sample);
    orthogonal = undefined;
  }
  return echelon.rank;
}

/** Rows each of which is 1 at its pivot, where those after it are 0. */
class Echelon {
  readonly #columns: number;
  readonly #modulus: number;
  readonly #rows: Float64Array[] = [];
  readonly #pivots: number[] = [];

  constructor(columns: number, modulus: number) {
    this.#columns = columns;
    this.#modulus = modulus;
  }

  get rank(): number {
    return this.#rows.length;
  }

  /** Adds a row unless it depends on the others. */
  add(sample: Float64Array): void {
    const modulus = this.#modulus;
    const row = sample.slice();
    this.#rows.forEach((own, i) => {
      const factor = row[this.#pivots[i]];
      if (factor !== 0) addModulo(row, own, modulus - factor, modulus);
    });
    const pivot = row.findIndex((entry) => entry !== 0);
    if (pivot < 0) return;
    const inverse = inverseModulo(row[pivot], modulus);
    this.#rows.push(row.map((entry) => product(entry, inverse, modulus)));
    this.#pivots.push(pivot);
  }

  /** A random vector that is orthogonal to all rows. */
  orthogonal(stream: Stream): Float64Array {
    const modulus = this.#modulus;
    const vector = Float64Array.from({ length: this.#columns }, () => stream.integer(modulus));
    for (let i = this.#rows.length - 1; i >= 0; i--) {
      const pivot = this.#pivots[i];
      vector[pivot] = 0;
      vector[pivot] = (modulus - dot(this.#rows[i], vector, modulus)) % modulus;
    }
    return vector;
  }
}

function dot(a: Float64Array, b: Float64Array, modulus: number): number {
  const times = timesModulo(modulus);
  let sum = 0;
  for (let j = 0; j < a.length; j++) if (a[j] !== 0 && b[j] !== 0) sum += times(a[j], b[j]);
  return sum % modulus;
}

/** Adds a multiple of one row to another. */
function addModulo(to: Float64Array, row: Float64Array, factor: number, modulus: number): void {
  const times = timesModulo(modulus);
  for (let j = 0; j < to.length; j++) {
    const sum = to[j] + times(row[j], factor);
    to[j] = sum < modulus ? sum : sum - modulus;
  }
}

function timesModulo(modulus: number): (a: number, b: number) => number {
  const inverse = 1 / modulus;
  return modulus < powerOfTwo(WORD_BITS)
    ? (a, b) => mulMod(a, b, modulus, inverse)
    : (a, b) => product(a, b, modulus);
}

/** a b modulo m < 2^31, in halves so that doubles are exact. */
function product(a: number, b: number, modulus: number): number {
  const high = Math.floor(b / 65_536);
  return (((a * high) % modulus) * 65_536 + a * (b % 65_536)) % modulus;
}

function inverseModulo(value: number, modulus: number): number {
  let [power, result, base] = [modulus - 2, 1, value];
  for (; power > 0; power = Math.floor(power / 2)) {
    if (power % 2 === 1) result = product(result, base, modulus);
    base = product(base, base, modulus);
  }
  return result;
}
