/**
 * Reed-Solomon codes: a word is the values of a polynomial of degree below `dimension` at distinct points.
 * The answers of SecFC's clients to one question form such a word (section 4.2, "Resiliency"). Clients that
 * do not answer are erasures, whose points are left out; wrong answers are errors, which are located from the
 * word's syndromes by the Berlekamp-Massey algorithm.
 */

import { shortestRecurrence } from './berlekamp-massey.ts';
import type { Field } from './field.ts';
import { inverses } from './inverses.ts';

export class ReedSolomon<E> {
  /** How many wrong symbols are certain to be found: half the word's redundancy. */
  readonly radius: number;
  readonly #field: Field<E>;
  readonly #points: readonly E[];
  /** `#parity[j]` = 1 / product of the differences of point j to the others: the dual code's column multipliers. */
  readonly #parity: readonly E[];
  readonly #redundancy: number;

  /**
   * O(points^2) multiplications.
   * @param points distinct; the symbols of a word are in the same order
   */
  constructor(field: Field<E>, points: readonly E[], dimension: number) {
    this.#field = field;
    this.#points = points;
    this.#redundancy = Math.max(0, points.length - dimension);
    this.radius = Math.floor(this.#redundancy / 2);
    const products = points.map((point, j) => {
      let product = field.one;
      for (let i = 0; i < points.length; i++)
        if (i !== j) product = field.mul(product, field.sub(point, points[i]));
      return product;
    });
    this.#parity = inverses(field, products);
  }

  /**
   * The positions of the wrong symbols, ascending; undefined if no word of the code differs in at most {@link
   * radius} symbols.
   */
  errors(word: readonly E[]): number[] | undefined {
    const field = this.#field;
    const syndromes = this.#syndromes(word);
    if (syndromes.every((syndrome) => syndrome === field.zero)) return [];
    const { connection, length } = shortestRecurrence(field, syndromes);
    if (length > this.radius) return undefined;
    // The roots of the recurrence's characteristic polynomial are the wrong symbols' points, if there are at
    // most `radius`.
    const found: number[] = [];
    this.#points.forEach((point, j) => {
      let value = field.zero;
      for (let k = 0; k <= length; k++)
        value = field.add(field.mul(value, point), connection[k] ?? field.zero);
      if (value === field.zero) found.push(j);
    });
    return found.length === length ? found : undefined;
  }

  /**
   * sum over j of parity[j] word[j] points[j]^k for k below the redundancy: all zero exactly for words of the
   * code.
   */
  #syndromes(word: readonly E[]): E[] {
    const field = this.#field;
    const terms = word.map((symbol, j) => field.mul(symbol, this.#parity[j]));
    return Array.from({ length: this.#redundancy }, () => {
      let sum = field.zero;
      for (let j = 0; j < terms.length; j++) {
        sum = field.add(sum, terms[j]);
        terms[j] = field.mul(terms[j], this.#points[j]);
      }
      return sum;
    });
  }
}
