/**
 * Plain tables for a terminal: columns two spaces apart, no lines; titles are wrapped if they make the table
 * too wide.
 */

import stringWidth from 'string-width';
import { visible } from '../../core/base/visible.ts';

/** The width of a terminal without wrapping. */
export const MOST_WIDTH = 100;
export const BETWEEN = 2;

/**
 * Ends with a newline.
 * @param left the columns of words; those of numbers are right-aligned
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left: readonly string[],
): string {
  const shown = rows.map((cells) => cells.map((cell) => cell.split('\n').map(visible).join('\n')));
  const lines = [fitting(head, shown), ...shown].map((cells) =>
    head.map((_, at) => (cells[at] ?? '').split('\n')),
  );
  const widths = head.map((_, at) =>
    Math.max(...lines.flatMap((cells) => cells[at].map((line) => stringWidth(line)))),
  );
  const padded = (line: string, at: number): string => {
    const space = ' '.repeat(widths[at] - stringWidth(line));
    return left.includes(head[at]) ? line + space : space + line;
  };
  const text = lines.flatMap((cells) =>
    Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, i) =>
      cells
        .map((own, at) => padded(own[i] ?? '', at))
        .join(' '.repeat(BETWEEN))
        .trimEnd(),
    ),
  );
  return `${text.join('\n')}\n`;
}

/** The titles; those that make the table wider than necessary are wrapped as far as needed to fit. */
function fitting(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = head.map((_, at) => widest(rows.flatMap((row) => (row[at] ?? '').split('\n'))));
  const titles = [...head];
  const excess = (at: number): number => widest(titles[at].split('\n')) - cells[at];
  const width = (): number =>
    cells.reduce((sum, own, at) => sum + BETWEEN + own + Math.max(0, excess(at)), -BETWEEN);
  if (width() <= MOST_WIDTH) return titles;
  while (width() > MOST_WIDTH) {
    const narrower = titles.map((title, at) =>
      wrapped(head[at].replaceAll('\n', ' '), widest(title.split('\n')) - 1, TITLE),
    );
    const able = titles.flatMap((_, at) => (excess(at) > 0 && narrower[at] !== titles[at] ? [at] : []));
    if (able.length === 0) break;
    const widestAt = able.reduce((most, at) => (excess(at) > excess(most) ? at : most));
    titles[widestAt] = narrower[widestAt];
  }
  const tallest = Math.max(...titles.map((title) => title.split('\n').length));
  return titles.map((title) => '\n'.repeat(tallest - title.split('\n').length) + title);
}

/** The length of the longest text; 0 if there is none. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

const WORDS = /(?<= )/;
/** Paths of settings also break after their dots. */
const TITLE = /(?<= )|(?<=\.)(?=[a-z])/i;

/** Lines of whole words, at most this wide unless a single word is wider. */
export function wrapped(text: string, width: number, breaks = WORDS): string {
  const lines: string[] = [];
  for (const piece of text.split(breaks)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last}${piece}`.trimEnd().length <= width)
      lines[lines.length - 1] = `${last}${piece}`;
    else lines.push(piece);
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

/**
 * A line, wrapped with indented continuation lines if it is wider than a terminal. Ends with a newline.
 * @param first what its first line begins with
 * @param others what the continuation lines begin with, as wide as the first or wider
 */
export function paragraph(text: string, first = '', others = `${first}  `): string {
  // A number stays next to its percent sign.
  const lines = wrapped(text.replaceAll(' %', '\u00a0%'), MOST_WIDTH - others.length);
  return `${first}${lines.replaceAll('\u00a0', ' ').replaceAll('\n', `\n${others}`)}\n`;
}
