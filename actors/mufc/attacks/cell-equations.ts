/** Linear equations between the cells of clients, and what follows from them. */

import { LinearSums } from '../../../src/core/kit/attack.ts';
import type { Cell } from '../../blocks/index.ts';

/** A client's cells between two of its changes: an unknown, the same in all sums of that time. */
export interface Version {
  readonly client: number;
  /** How often the client has changed before. */
  readonly changes: number;
}

/** The cells of some versions less those of others. */
export interface CellEquation {
  readonly plus: readonly Version[];
  readonly minus?: readonly Version[];
  readonly cells: readonly Cell[];
}

/** What follows from equations. */
export interface CellSolution {
  /** Every version whose cells are determined, with these. */
  readonly known: readonly { readonly version: Version; readonly cells: readonly Cell[] }[];
  /** The cells that one version has more of than another; undefined if that is not determined. */
  excess(more: Version, less: Version): readonly Cell[] | undefined;
}

export class CellEquations {
  readonly #versions: Version[] = [];
  /** The place of each version in that list, by name. */
  readonly #unknowns = new Map<string, number>();
  readonly #places = new Map<string, Cell['place']>();
  readonly #equations: CellEquation[] = [];

  add(equation: CellEquation): void {
    const { plus, minus = [], cells } = equation;
    for (const version of [...plus, ...minus]) {
      if (this.has(version)) continue;
      this.#unknowns.set(nameOf(version), this.#versions.length);
      this.#versions.push(version);
    }
    for (const { place } of cells) this.#places.set(place.join(), place);
    this.#equations.push(equation);
  }

  /** Whether a version is in any equation. */
  has(version: Version): boolean {
    return this.#unknowns.has(nameOf(version));
  }

  solve(): CellSolution {
    const places = [...this.#places.values()];
    const columns = new Map([...this.#places.keys()].map((name, column) => [name, column]));
    const sums = new LinearSums(this.#versions.length);
    for (const { plus, minus = [], cells } of this.#equations) {
      const counts = new Float64Array(places.length);
      for (const { place, count } of cells) counts[columns.get(place.join()) ?? 0] = count;
      sums.add(this.#coefficients(plus, minus), counts);
    }
    const cellsOf = (counts: Float64Array): Cell[] =>
      places
        .map((place, column) => ({ place, count: Math.round(counts[column]) }))
        .filter(({ count }) => count > 0);
    return {
      known: [...sums.known()].map(({ unknown, value }) => ({
        version: this.#versions[unknown],
        cells: cellsOf(value),
      })),
      excess: (more, less) => {
        if (!this.has(more) || !this.has(less)) return undefined;
        const difference = sums.find(this.#coefficients([more], [less]));
        return difference && cellsOf(difference);
      },
    };
  }

  #coefficients(plus: readonly Version[], minus: readonly Version[]): Float64Array {
    const coefficients = new Float64Array(this.#versions.length);
    for (const version of plus) coefficients[this.#unknowns.get(nameOf(version)) as number] += 1;
    for (const version of minus) coefficients[this.#unknowns.get(nameOf(version)) as number] -= 1;
    return coefficients;
  }
}

function nameOf({ client, changes }: Version): string {
  return `${client} ${changes}`;
}
