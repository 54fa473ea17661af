/** The table of trust as text for a terminal, and as Markdown. */

import { time } from '../../run/report/format.ts';
import { paragraph, table } from '../../run/report/table.ts';
import { CONDITIONS, MEANING } from './conditions.ts';
import type { Cell } from './trust.ts';

const HEAD = ['protocol', 'adversary', 'attackers', 'others', 'verdict', 'exposed', 'accuracy kept'];

/** Ends with a newline. */
export function trustText(cells: readonly Cell[]): string {
  const rows = cells.map((cell) => [
    cell.protocol,
    cell.adversary,
    cell.attackers,
    cell.others,
    cell.verdict.toUpperCase(),
    exposedText(cell),
    keptText(cell),
  ]);
  const seconds = cells.reduce((sum, cell) => sum + cell.seconds, 0);
  const others = CONDITIONS.map((one) => `${one}: ${MEANING[one]}\n`).join('');
  const columns = COLUMNS.map((line) => paragraph(line)).join('');
  return `${table(HEAD, rows, HEAD.slice(0, 5))}\n${others}${columns}computed in ${time(seconds * 1e9)} of one thread\n`;
}

/** What the numbers are of. */
export const COLUMNS: readonly string[] = [
  'exposed: the most that any attack obtained of what it is after, also where the protocol shows that on purpose; not tried: no attack was for these',
  'accuracy kept: of that of the run in which everybody is honest and reliable, the least of all adversaries; 0 % if one of them prevents a clustering; -: no run, or the classes are unknown',
];

/** A table in Markdown, with what computes each cell again. */
export function trustMarkdown(cells: readonly Cell[]): string {
  const head = [...HEAD, 'computed by'];
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |\n`;
  return (
    line(head) +
    line(head.map(() => '---')) +
    cells
      .map((cell) =>
        line([
          cell.protocol,
          cell.adversary,
          cell.attackers,
          cell.others,
          cell.verdict.toUpperCase(),
          exposedText(cell),
          keptText(cell),
          `\`${cell.command}\``,
        ]),
      )
      .join('')
  );
}

/** The most that was obtained, and by what. */
export function exposedText({ exposed, by }: Cell): string {
  if (exposed === undefined) return 'not tried';
  return exposed === 0 ? '0 %' : `${(100 * exposed).toPrecision(3)} % by ${by ?? ''}`;
}

/** What is left of the accuracy. */
export function keptText({ accuracyKept }: Cell): string {
  return accuracyKept === undefined ? '-' : `${(100 * accuracyKept).toFixed(0)} %`;
}
