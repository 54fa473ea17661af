/** A report as text for a terminal: a row per round, totals by phase, the outcome. */

import { visible } from '../../core/base/visible.ts';
import { bytes, counted, figureText, integer, operations, time } from './format.ts';
import type { Findings } from '../execute/findings.ts';
import { figuresWith } from '../figures/table.ts';
import { figureCells } from './figure-cells.ts';
import type { StartRule } from '../../core/protocol/common-parameters.ts';
import type { Bytes, RunOutcome, Report } from './report.ts';
import type { Ends } from '../trace/timeline.ts';
import type { Waited } from '../timing/critical-path.ts';
import { table } from './table.ts';
import { linksText, waitsText } from './timing-text.ts';

/** Ends with a newline. */
export function reportText(report: Report): string {
  const { balance, outcome, timing } = report;
  const links = timing && linksText(timing);
  const parts = [
    table(
      [
        'round',
        'phase',
        report.clock === 'wall' ? 'real time' : 'virtual time',
        'messages',
        ...DIRECTIONS,
        'slowest client',
        'server',
        'measured',
      ],
      report.rounds.map((row) => [
        row.part === 'round' ? `${row.round}` : row.part,
        row.phases.join(', ') || '-',
        time(row.durationNs),
        integer(row.messages),
        ...directions(row),
        operations(row.operationsSlowestClient),
        operations(row.operationsServer),
        time(row.measuredNs),
      ]),
      ['round', 'phase'],
    ),
    table(
      ['phase', 'messages', 'elements', ...DIRECTIONS, 'clients', 'server', 'measured'],
      report.phases.map((row) => [
        row.phase,
        integer(row.messages),
        integer(row.elements),
        ...directions(row),
        operations(row.operationsClients),
        operations(row.operationsServer),
        time(row.measuredNs),
      ]),
      ['phase'],
    ),
    ...(links === undefined ? [] : [links]),
    'bytes: payload and framing; clients, server: counted operations; measured: time on this machine\n',
    [
      `sent ${counted(balance.sent.messages, 'message')}, ${bytes(balance.sent.wireBytes)}`,
      `delivered ${integer(balance.delivered.messages)}, lost ${integer(balance.lost.messages)}`,
      `refused ${integer(balance.refused)}, retransmitted ${bytes(balance.retransmittedBytes)}\n`,
    ].join('; '),
    ...(outcome === undefined ? [] : [runOutcomeText(outcome, timing?.waits, report.clock)]),
  ];
  return parts.join('\n');
}

const DIRECTIONS = ['to server', 'from server', 'between clients'];

function directions(row: Bytes): string[] {
  return [bytes(row.toServer), bytes(row.fromServer), bytes(row.betweenClients)];
}

/** The outcome, one line per item. */
export function runOutcomeText(
  { ending, ends, hash, findings, notes }: RunOutcome,
  waits?: readonly Waited[],
  clock?: Report['clock'],
): string {
  const { start } = findings;
  const lines: [string, string | undefined][] = [
    ['ended', `${ending} ${endsText(ends, clock === 'wall' ? 'real' : 'virtual')}`],
    ['waited for', waits && waits.length > 0 ? waitsText(waits) : undefined],
    ...notes.map(({ title, text }): [string, string] => [title, text]),
    ['start', start === undefined || start === 'random' ? undefined : startText(start)],
    ...figureLines(findings),
    ['trace hash', hash],
  ];
  return lines
    .map(([name, value]) => (value === undefined ? '' : outcomeLine(visible(name), visible(value))))
    .join('');
}

/** For most titles of figures; longer ones move what follows. */
const TITLE_WIDTH = 20;

/** A line of the outcome of a run; ends with a newline. */
export function outcomeLine(name: string, value: string): string {
  return `${name.padEnd(TITLE_WIDTH)} ${value}\n`;
}

/** What the run has to show besides its cost, which tables have. */
function figureLines(findings: Findings): [string, string][] {
  const cells = figureCells(findings);
  const shown = figuresWith(findings.figures ?? []).shownIn([cells]);
  return shown.map(({ name, title, unit }) => [title, figureText({ unit, value: cells[name] })]);
}

/** The time that counts is that of the result: what is late neither delays nor changes it. */
function endsText({ resultNs, knownNs, endNs }: Ends, which: 'real' | 'virtual'): string {
  if (resultNs === undefined || knownNs === undefined)
    return `at ${time(endNs)} of ${which} time, without a result`;
  const later = [
    ...(knownNs > resultNs ? [`all know it at ${time(knownNs)}`] : []),
    ...(endNs > knownNs ? [`all is over at ${time(endNs)}`] : []),
  ];
  return [`at ${time(resultNs)} of ${which} time`, ...later].join('; ');
}

function startText(start: Exclude<StartRule, 'random'>): string {
  if (start === 'k-means++') return 'k-means++, drawn outside the protocol';
  if ('file' in start) return `the assignment in ${start.file}`;
  if ('protocol' in start) return `found by ${start.protocol}, in the same run`;
  const { subsets, restarts } = start;
  return `centres from ${counted(subsets, 'point')} each, the best of ${counted(restarts, 'start')}`;
}
