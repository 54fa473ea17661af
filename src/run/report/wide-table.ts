/**
 * Tables of many columns, no wider than a terminal: long titles are wrapped, and the table is split into
 * several below each other if necessary.
 */

import { BETWEEN, MOST_WIDTH, table, widest, wrapped } from './table.ts';

/**
 * One or more cells with a title for each row, and a column of figures for each title. Ends with a newline.
 * @param rows the side cells, then one cell per column
 * @param sides titles of the side columns
 */
export function wideTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  sides: readonly string[] = [''],
): string {
  const first = sides.length;
  const side = sides.reduce((sum, title, at) => {
    const cells = widest([...words(title), ...rows.map((row) => row[at])]);
    return sum + cells + (at === 0 ? 0 : BETWEEN);
  }, 0);
  const widthsWith = (parts: (title: string) => readonly string[]): number[] =>
    titles.map((title, at) => widest([...rows.map((cells) => cells[first + at]), ...parts(title)]));
  const whole = widthsWith((title) => [title]);
  const fits = whole.reduce((sum, width) => sum + width + BETWEEN, side) <= MOST_WIDTH;
  const widths = fits ? whole : widthsWith(words);
  const heads = titles.map((title, at) => wrapped(title, widths[at]));
  const blocks: number[][] = [];
  let left = 0;
  widths.forEach((width, at) => {
    if (left < width + BETWEEN) {
      blocks.push([]);
      left = MOST_WIDTH - side;
    }
    blocks[blocks.length - 1].push(at);
    left -= width + BETWEEN;
  });
  return blocks
    .map((columns) =>
      table(
        [...sides, ...columns.map((at) => heads[at])],
        rows.map((cells) => [...cells.slice(0, first), ...columns.map((at) => cells[first + at])]),
        sides,
      ),
    )
    .join('\n');
}

function words(text: string): string[] {
  return text.split(' ');
}

/** One table if its titles can be wrapped to fit, otherwise several below each other. Ends with a newline. */
export function fittingTable(
  sides: readonly string[],
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const whole = table([...sides, ...titles], rows, sides);
  return widest(whole.split('\n')) <= MOST_WIDTH ? whole : wideTable(titles, rows, sides);
}
