/** Columns of words, one-hot encoded: one coordinate per word, 1 if the cell is that word and 0 otherwise. */

import type { Place } from '../../core/base/errors.ts';
import type { Matrix } from '../../core/base/matrix.ts';
import { newPoints } from './points.ts';

/** A column, and its words if it holds indices into them. */
export interface ReadColumn {
  readonly name: string;
  readonly words?: readonly string[] | undefined;
}

/**
 * The points with every column of words replaced by one column per word, in order of first appearance, named
 * `column=word`. Throws `bad-input` if there are too many.
 */
export function spreadWords(
  read: Matrix,
  columns: readonly ReadColumn[],
  place: Place,
): { readonly points: Matrix; readonly columns: readonly string[] } {
  const names = columns.flatMap(({ name, words }) => words?.map((word) => `${name}=${word}`) ?? [name]);
  if (columns.every(({ words }) => words === undefined)) return { points: read, columns: names };
  const points = newPoints(read.rows, names.length, place);
  for (let row = 0; row < read.rows; row++) {
    let at = row * names.length;
    columns.forEach(({ words }, c) => {
      const value = read.values[row * read.columns + c];
      if (words === undefined) points.values[at++] = value;
      else {
        points.values[at + value] = 1;
        at += words.length;
      }
    });
  }
  return { points, columns: names };
}
