/**
 * A Lagrange code over long vectors modulo a prime: what SecFC shares, LightSecAgg's masks and any other linear code of
 * l segments and t vectors of noise is, for a prime of any size.
 */

import { assert } from '../../base/errors.ts';
import { Remembered } from '../../base/remembered.ts';
import { type Code, encodingWeights, evaluationPoints, lagrangeBasis } from './lagrange.ts';
import { type Elements, linearCombinations } from './linear-combinations.ts';
import { type AnyField, fieldOf } from './prime-field-of.ts';
import { ReedSolomon } from './reed-solomon.ts';
import { ModularVectors } from './modular-vectors.ts';

/** How many tables of weights are cached. */
const MOST_KNOWN = 256;
const tables = new Remembered<readonly Elements[]>(MOST_KNOWN);

/** Vectors that parties hold, by party, from 0. */
export type Held = ReadonlyMap<number, Uint32Array>;

export class VectorCode {
  readonly #code: Code;
  readonly #modulus: bigint;
  readonly #field: AnyField;

  /** @param modulus prime, of at least n+l+t elements, so that all evaluation points are distinct */
  constructor(code: Code, modulus: bigint) {
    const { n, l, t } = code;
    assert(modulus >= BigInt(n + l + t), `${modulus} has too few elements for ${n + l + t} points`);
    this.#code = code;
    this.#modulus = modulus;
    this.#field = fieldOf(modulus);
  }

  /**
   * The shares of these parties.
   * @param inputs l segments, then t uniform vectors, all of one length
   */
  encode(inputs: readonly Uint32Array[], parties: readonly number[]): Uint32Array[] {
    const weights = this.#weights('encode', [], () =>
      encodingWeights(this.#field, evaluationPoints(this.#field, this.#code)),
    );
    const rows = parties.map((party) => weights[party]);
    return linearCombinations(this.#modulus, rows, inputs);
  }

  /** The l segments from the shares of at least l+t parties, of which the first l+t are used. */
  decode(held: Held): Uint32Array[] {
    const { l, t } = this.#code;
    assert(held.size >= l + t, `${held.size} shares do not decode`);
    const parties = [...held.keys()].slice(0, l + t);
    const weights = this.#weights('decode', parties, () => this.#basis(parties, this.#betas().slice(0, l)));
    const shares = parties.map((party) => held.get(party) as Uint32Array);
    return linearCombinations(this.#modulus, weights, shares);
  }

  /**
   * The parties whose shares are wrong, ascending; undefined if there are more than half of those beyond l+t, so that
   * it cannot be told which. With no more shares than l+t none can be found.
   */
  wrong(held: Held): number[] | undefined {
    const wrong: number[] = [];
    const left = new Map(held);
    for (;;) {
      const at = this.#firstMismatch(left);
      if (at === undefined) return wrong.toSorted((a, b) => a - b);
      const found = this.#errorsAt([...left], at);
      if (found === undefined || 2 * (wrong.length + found.length) > this.#redundancy(held)) return undefined;
      for (const party of found) {
        left.delete(party);
        wrong.push(party);
      }
    }
  }

  #redundancy({ size }: Held): number {
    return size - this.#code.l - this.#code.t;
  }

  /** The first element at which the shares beyond l+t are not those that the first l+t imply. */
  #firstMismatch(held: Held): number | undefined {
    const needed = this.#code.l + this.#code.t;
    const parties = [...held.keys()];
    const [basis, rest] = [parties.slice(0, needed), parties.slice(needed)];
    if (rest.length === 0) return undefined;
    const points = this.#alphas();
    const weights = this.#weights('check', [...basis, -1, ...rest], () =>
      this.#basis(
        basis,
        rest.map((party) => points[party]),
      ),
    );
    const shares = basis.map((party) => held.get(party) as Uint32Array);
    const implied = linearCombinations(this.#modulus, weights, shares);
    const { words } = new ModularVectors(this.#modulus);
    const places = implied.map((vector, r) => {
      const share = held.get(rest[r]) as Uint32Array;
      return vector.findIndex((word, i) => word !== share[i]);
    });
    const first = places.filter((place) => place >= 0);
    return first.length === 0 ? undefined : Math.floor(Math.min(...first) / words);
  }

  /** Which parties' shares are wrong at one element. */
  #errorsAt(held: readonly (readonly [number, Uint32Array])[], at: number): number[] | undefined {
    const { l, t } = this.#code;
    const field = this.#field;
    const vectors = new ModularVectors(this.#modulus);
    const points = this.#alphas();
    const reedSolomon = new ReedSolomon(
      field,
      held.map(([party]) => points[party]),
      l + t,
    );
    const word = held.map(([, share]) => {
      const [value] = vectors.toBigints(share.slice(at * vectors.words, (at + 1) * vectors.words));
      return field.from(value);
    });
    return reedSolomon.errors(word)?.map((place) => held[place][0]);
  }

  #alphas(): Elements {
    return evaluationPoints(this.#field, this.#code).alphas;
  }

  #betas(): Elements {
    return evaluationPoints(this.#field, this.#code).betas;
  }

  /** The weights of these parties' shares in the values at these points. */
  #basis(parties: readonly number[], at: Elements): readonly Elements[] {
    const alphas = this.#alphas();
    const nodes = parties.map((party) => alphas[party]);
    return lagrangeBasis(this.#field, nodes, at);
  }

  #weights(what: string, parties: readonly number[], make: () => readonly Elements[]): readonly Elements[] {
    const { n, l, t } = this.#code;
    return tables.of(`${what} ${n},${l},${t} ${this.#modulus.toString(36)} ${parties.join()}`, make);
  }
}
