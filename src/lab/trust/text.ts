/** The table of trust as text for a terminal, and as Markdown. */

import { table } from '../../run/report/table.ts';
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
  const hours = cells.reduce((sum, { seconds }) => sum + seconds, 0) / 3600;
  const others = CONDITIONS.map((one) => `${one}: ${MEANING[one]}\n`).join('');
  return `${table(HEAD, rows, HEAD.slice(0, 5))}\n${others}computed in ${hours.toFixed(2)} hours of one thread\n`;
}

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
