/** The table of claims as Markdown. */

import type { ClaimRow, JudgedCell } from './row.ts';
import { RULE, VERDICTS } from './verdict.ts';

export function claimsText(rows: readonly ClaimRow[], how: string): string {
  const count = (verdict: string): string => {
    const own = rows.filter((row) => row.verdict === verdict);
    const of = (paper: string): string => `${own.filter((row) => row.paper === paper).length}`;
    return line([verdict, of('SecFC'), of('MUFC'), of('FedDP'), `${own.length}`]);
  };
  const all = (paper: string): string => `${rows.filter((row) => row.paper === paper).length}`;
  return [
    '# The claims of the papers, and our verdicts',
    '',
    `Written by \`npm run paper -- claims\` and not by hand: ${how}. The same as data, with a digest for every row, is in \`docs/claims.jsonl\`. \`npm run paper -- claims --verify ITEM\` repeats a row and compares its digest. The time is the processor time of the row's experiment, from which other rows may come as well; of tests, how long they ran.`,
    '',
    '## The rule',
    '',
    RULE.replaceAll('\n', ' '),
    '',
    '| verdict | SecFC | MUFC | FedDP | all |',
    '|---|---:|---:|---:|---:|',
    ...VERDICTS.map(count),
    line(['all', all('SecFC'), all('MUFC'), all('FedDP'), `${rows.length}`]),
    '',
    ...(['SecFC', 'MUFC', 'FedDP'] as const).flatMap((paper) => [
      `## ${paper}`,
      '',
      '| item | where | what the paper says | verdict | found | time |',
      '|---|---|---|---|---|---:|',
      ...rows.filter((row) => row.paper === paper).map(rowLine),
      '',
    ]),
    '## Every number',
    '',
    '| item | setting | paper | ours | 95 % interval | seeds | verdict |',
    '|---|---|---:|---:|---:|---:|---|',
    ...rows.flatMap((row) =>
      row.cells.filter(({ mean }) => mean !== undefined).map((cell) => numberLine(row.item, cell)),
    ),
    '',
    '## Commands',
    '',
    ...[...new Set(rows.flatMap(({ command }) => command ?? []))]
      .filter((command) => command.startsWith('npm'))
      .map(
        (command) =>
          `- \`${command}\`: ${rows
            .filter((row) => row.command === command)
            .map(({ item }) => item)
            .join(', ')}`,
      ),
    '',
  ].join('\n');
}

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function rowLine({ item, where, says, verdict, why, cells, command, seconds }: ClaimRow): string {
  const statements = cells.filter(({ of = 0 }) => of > 0);
  const skipped = cells.filter(({ of }) => of === 0).length;
  const numbers = cells.filter(({ mean }) => mean !== undefined);
  const held = statements.map(({ at, held: own, of, shownBy }) => `${own} of ${of} (${at}${shown(shownBy)})`);
  const ours = VERDICTS.flatMap((name) => {
    const own = numbers.filter((cell) => cell.verdict === name).length;
    return own === 0 ? [] : [`${own} ${name}`];
  });
  const stand = [...new Set(cells.flatMap(({ standIn }) => standIn ?? []))];
  const found = [
    ...held,
    ...ours,
    skipped === 0 ? '' : `${skipped} not run`,
    ...stand,
    why ?? '',
    cells.length === 0 && command !== undefined ? `\`${command}\`` : '',
  ];
  return line([
    item,
    where,
    says,
    verdict,
    found.filter((part) => part !== '').join('; '),
    timeText(seconds),
  ]);
}

function timeText(seconds: number | undefined): string {
  if (seconds === undefined) return '';
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

const shown = (by: string | undefined): string => (by === undefined ? '' : `; shown by ${by}`);

function numberLine(
  item: string,
  { at, printed = '', mean, low, high, seeds, verdict, shownBy }: JudgedCell,
): string {
  const text = (value: number | undefined): string => (value === undefined ? '' : value.toPrecision(4));
  const interval = low === undefined ? '' : `${text(low)} to ${text(high)}`;
  return line([item, at, printed, text(mean), interval, `${seeds ?? ''}`, `${verdict}${shown(shownBy)}`]);
}
