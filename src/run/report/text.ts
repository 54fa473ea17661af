/** A report as text for a terminal: a row per round, totals by phase, the outcome. */

import { visible } from '../../core/base/visible.ts';
import { bytes, counted, figureText, integer, operations, time } from './format.ts';
import type { Findings } from '../execute/findings.ts';
import { figuresWith } from '../figures/table.ts';
import { figureCells } from './figure-cells.ts';
import { directionsIn } from './directions.ts';
import type { RunOutcome, Report } from './report.ts';
import { pairsOf } from '../trace/exchanges.ts';
import type { Waited } from '../timing/critical-path.ts';
import { MOST_WIDTH, paragraph, table } from './table.ts';
import { linksText, waitsWithin } from './timing-text.ts';
import { worthText } from './worth.ts';

/** Ends with a newline. */
export function reportText(report: Report): string {
  const { balance, outcome, timing } = report;
  const links = timing && linksText(timing);
  const pairs = pairsText(report);
  const ways = directionsIn(report.phases);
  const parts = [
    table(
      [
        'round',
        'phase',
        report.clock === 'wall' ? 'real time' : 'virtual time',
        'messages',
        ...ways.map(({ title }) => title),
        'slowest client',
        'server',
        'measured',
      ],
      report.rounds.map((row) => [
        row.part === 'round' ? `${row.round}` : row.part,
        row.phases.join(', ') || '-',
        time(row.durationNs),
        integer(row.messages),
        ...ways.map(({ key }) => bytes(row[key])),
        operations(row.operationsSlowestClient),
        operations(row.operationsServer),
        time(row.measuredNs),
      ]),
      ['round', 'phase'],
    ),
    table(
      ['phase', 'messages', 'elements', ...ways.map(({ title }) => title), 'clients', 'server', 'measured'],
      report.phases.map((row) => [
        row.phase,
        integer(row.messages),
        integer(row.elements),
        ...ways.map(({ key }) => bytes(row[key])),
        operations(row.operationsClients),
        operations(row.operationsServer),
        time(row.measuredNs),
      ]),
      ['phase'],
    ),
    ...(pairs === undefined ? [] : [pairs]),
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

/** What each role sent to each other one; undefined where directions already say that: of two roles. */
function pairsText({ exchanges }: Report): string | undefined {
  const pairs = pairsOf(exchanges);
  if (new Set(pairs.flatMap(({ from, to }) => [from, to])).size <= 2) return undefined;
  return table(
    ['from', 'to', 'messages', 'elements', 'bytes'],
    pairs.map(({ from, to, messages, elements, bytes: sent }) => [
      from,
      to,
      integer(messages),
      integer(elements),
      bytes(sent),
    ]),
    ['from', 'to'],
  );
}

/** The outcome, one line per item. */
export function runOutcomeText(
  outcome: RunOutcome,
  waits?: readonly Waited[],
  clock?: Report['clock'],
): string {
  const { hash, findings, worth, notes } = outcome;
  const lines: [string, string | undefined][] = [
    ['ended', endedText(outcome, clock === 'wall' ? 'real' : 'virtual')],
    ['result', worthText(worth)],
    ['waited for', waits && waits.length > 0 ? waitsWithin(waits, VALUE_WIDTH) : undefined],
    ...notes.map(({ title, text }): [string, string] => [title, text]),
    ...figureLines(findings),
    ['trace hash', hash],
  ];
  return lines
    .map(([name, value]) => (value === undefined ? '' : wrappedLine(visible(name), visible(value))))
    .join('');
}

/** For most titles of figures; longer ones move what follows. */
const TITLE_WIDTH = 20;
/** What is left of a line for its value. */
const VALUE_WIDTH = MOST_WIDTH - TITLE_WIDTH - 1;

/** A line of the outcome of a run, as long as it is: a command must stay whole. Ends with a newline. */
export function outcomeLine(name: string, value: string): string {
  return `${name.padEnd(TITLE_WIDTH)} ${value}\n`;
}

/** The same, wrapped under its value if it is wider than a terminal. */
function wrappedLine(name: string, value: string): string {
  return paragraph(value, `${name.padEnd(TITLE_WIDTH)} `, ' '.repeat(TITLE_WIDTH + 1));
}

/** What the run has to show besides its cost, which tables have. */
function figureLines(findings: Findings): [string, string][] {
  const cells = figureCells(findings);
  const shown = figuresWith(findings.figures ?? []).shownIn([cells]);
  return shown.map(({ name, title, unit }) => [title, figureText({ unit, value: cells[name] })]);
}

/**
 * The time that counts is that of the result: what is late neither delays nor changes it. A run that did not end by itself did so at its
 * end, and not when it had the result.
 */
function endedText(
  { ending, ends: { resultNs, knownNs, endNs }, knowing }: RunOutcome,
  which: 'real' | 'virtual',
): string {
  const at = (ns: number): string => `at ${time(ns)} of ${which} time`;
  if (resultNs === undefined || knownNs === undefined) return `${ending} ${at(endNs)}, without a result`;
  const { parties = 0, of = parties } = knowing ?? {};
  const who = parties < of ? `${integer(parties)} of ${integer(of)} others know it` : 'all know it';
  const known = knownNs > resultNs ? [`${who} at ${time(knownNs)}`] : [];
  if (ending !== 'done')
    return [`${ending} ${at(endNs)}`, `before that, done at ${time(resultNs)}`, ...known].join('; ');
  const over = endNs > knownNs ? [`all is over at ${time(endNs)}`] : [];
  return [`${ending} ${at(resultNs)}`, ...known, ...over].join('; ');
}
