/** What a table's columns look as if they were for, where nobody says: numbers, words to tell apart, or words of no use. */

import { type CsvColumnNames, chooseColumns } from './csv-columns.ts';
import { decimalsOf, isMissing } from './csv.ts';
import { CsvTable } from './csv-table.ts';
import { readBytes } from './file.ts';

/** Of more words a column names things rather than kinds of them. */
const MOST_WORDS = 12;

export interface CsvGuess {
  /** Columns of few words. */
  readonly categories: readonly string[];
  /** Columns of many words. */
  readonly ignore: readonly string[];
  /** Whether a row lacks a value in a column that is used. */
  readonly lacks: boolean;
}

/**
 * @param names the columns that are no coordinates
 * @throws CahootsError for what is no CSV table
 */
export function guessColumns(file: string, names: Pick<CsvColumnNames, 'label' | 'client'>): CsvGuess {
  const table = new CsvTable(readBytes(file), file);
  const { coordinates, used } = chooseColumns(table, names);
  const decimals = decimalsOf(table);
  const numbers = new Set(coordinates);
  const words = new Map<number, Set<string>>();
  const lacking = new Set<number>();
  for (const { cells } of table.rows()) {
    for (const cell of used) if (isMissing(cells[cell], numbers.has(cell))) lacking.add(cell);
    for (const cell of coordinates) {
      const text = cells[cell];
      const known = words.get(cell);
      if (known !== undefined && known.size > MOST_WORDS) continue;
      // Once there is a word, numbers are words as well.
      if (isMissing(text, true) || (known === undefined && decimals.parse(text) !== undefined)) continue;
      words.set(cell, (known ?? new Set<string>()).add(text));
    }
  }
  const cells = [...words.keys()].toSorted((a, b) => a - b);
  const few = cells.filter((cell) => (words.get(cell)?.size ?? 0) <= MOST_WORDS);
  const many = cells.filter((cell) => !few.includes(cell));
  return {
    categories: few.map((cell) => table.header[cell]),
    ignore: many.map((cell) => table.header[cell]),
    lacks: [...lacking].some((cell) => !many.includes(cell)),
  };
}
