/** A guess at what a table's columns hold, if nobody says: numbers, categories, or nothing of use. */

import { type CsvColumnNames, chooseColumns } from './csv-columns.ts';
import { decimalsOf, isMissing } from './csv.ts';
import { CsvTable } from './csv-table.ts';
import type { Decimals } from './decimal.ts';
import { readBytes } from './file.ts';
import { quote } from './quote.ts';

/** A column of more distinct words identifies things rather than kinds of things. */
const MOST_WORDS = 12;

export interface CsvGuess {
  /** Columns with few distinct words. */
  readonly categories: readonly string[];
  /** Columns that are not coordinates, and why. */
  readonly ignore: readonly { readonly column: string; readonly why: string }[];
  /** Whether a row lacks a value in a column that is used. */
  readonly lacks: boolean;
}

/**
 * @param names the columns that are not coordinates
 * @throws CahootsError if this is not a CSV table
 */
export function guessColumns(file: string, names: Pick<CsvColumnNames, 'label' | 'client'>): CsvGuess {
  const table = new CsvTable(readBytes(file), file);
  const { coordinates, used } = chooseColumns(table, names);
  const decimals = decimalsOf(table);
  const numbers = new Set(coordinates);
  const columns = new Map(coordinates.map((cell) => [cell, new Column(table.header[cell])]));
  const lacking = new Set<number>();
  for (const { cells } of table.rows()) {
    for (const cell of used) if (isMissing(cells[cell], numbers.has(cell))) lacking.add(cell);
    for (const [cell, column] of columns) {
      if (!isMissing(cells[cell], true)) column.add(cells[cell], decimals);
    }
  }
  const ignore = [...columns].flatMap(([cell, column]) => {
    const why = column.uselessAs;
    return why === undefined ? [] : [{ cell, column: table.header[cell], why }];
  });
  const ignored = new Set(ignore.map(({ cell }) => cell));
  return {
    categories: [...columns].flatMap(([cell, { hasWords }]) =>
      hasWords && !ignored.has(cell) ? [table.header[cell]] : [],
    ),
    ignore: ignore.map(({ column, why }) => ({ column, why })),
    lacks: [...lacking].some((cell) => !ignored.has(cell)),
  };
}

/** The contents of a column, as far as needed to guess its use. */
class Column {
  readonly #name: string;
  /** Distinct words, up to one too many. */
  readonly #words = new Set<string>();
  #cells = 0;
  #numbers = 0;
  #last = Number.NaN;
  #isCounting = true;

  constructor(name: string) {
    this.#name = name;
  }

  add(text: string, decimals: Decimals): void {
    this.#cells++;
    const value = decimals.parse(text);
    if (value === undefined) {
      if (this.#words.size <= MOST_WORDS) this.#words.add(text);
      return;
    }
    this.#numbers++;
    if (this.#numbers > 1 && (value <= this.#last || !Number.isInteger(value))) this.#isCounting = false;
    this.#last = value;
  }

  get hasWords(): boolean {
    return this.#words.size > 0;
  }

  /** Why it cannot be a coordinate; undefined if it can. */
  get uselessAs(): string | undefined {
    if (!this.hasWords) {
      const isNumber = this.#isCounting && this.#cells > 2 && NUMBERS_ROWS.test(this.#name);
      return isNumber ? 'numbers the rows' : undefined;
    }
    const [word] = this.#words;
    if (this.#numbers > this.#cells / 2)
      return `has words among its numbers, such as ${quote(word)}, which as empty cells would be missing values`;
    return this.#words.size > MOST_WORDS ? 'is words of too many kinds' : undefined;
  }
}

/** `id`, `Patient-Nr`, `row_number`, `customerID`. */
const NUMBERS_ROWS = /^(?:unnamed.*)?$|(?:^|[^a-z])(?:id|nr|no|index|row|number)\.?$|ID$/i;
