/** Tables of many columns, no wider than a terminal: long titles over several lines, and as many tables below each other as it takes. */

import { BETWEEN, MOST_WIDTH, table, widest, wrapped } from './table.ts';

/**
 * A title, in words, for each row, and a column of figures for each title. Ends with a newline.
 * @param rows the row's title, then a cell for each column
 */
export function wideTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const side = widest(rows.map(([title]) => title));
  const widthsWith = (parts: (title: string) => readonly string[]): number[] =>
    titles.map((title, at) => widest([...rows.map((cells) => cells[at + 1]), ...parts(title)]));
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
        ['', ...columns.map((at) => heads[at])],
        rows.map((cells) => [cells[0], ...columns.map((at) => cells[at + 1])]),
        [''],
      ),
    )
    .join('\n');
}

function words(text: string): string[] {
  return text.split(' ');
}
