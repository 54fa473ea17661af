/** Cells that stand for a missing value. */

import type { Cell } from './table.ts';

/**
 * What programs write for a missing value, in any case; dashes count too. A class or a client may have such a
 * name.
 */
const NO_VALUE = new Set(['na', 'n/a', '#n/a', '<na>', 'nan', '-nan', 'null', 'nil', 'none', 'missing']);

/** What people write for one, in small letters and without dots and spaces: too rare to be taken for one unasked. */
const BY_PEOPLE = new Set(
  'na ka keineangabe keinwert fehlt fehlend unbekannt unknown notavailable notapplicable nodata undefined empty nv'.split(
    ' ',
  ),
);

/** Numbers that people write for a missing value. */
export const SENTINELS: ReadonlySet<number> = new Set(
  [9, 99, 999, 9999, 99_999].flatMap((number) => [number, -number]),
);

/** The missing values of a table, which may have words of its own for them. */
export class MissingValues {
  readonly #own: ReadonlySet<string>;

  /** @param words in any case */
  constructor(words: readonly string[]) {
    this.#own = new Set(words.map((word) => word.toLowerCase()));
  }

  /** Whether this cell stands for a missing value. */
  lack(cell: Cell, isCoordinate: boolean): boolean {
    if (cell === undefined || cell === '' || cell === '?') return true;
    const word = String(cell).toLowerCase();
    return this.#own.has(word) || (isCoordinate && (NO_VALUE.has(word) || /^[-–—]+$/.test(word)));
  }
}

/** Whether people write this word for a missing value, as in `k.A.`. */
export function isWrittenForNone(word: string): boolean {
  return BY_PEOPLE.has(word.toLowerCase().replaceAll(/[.\s/_-]/g, ''));
}
