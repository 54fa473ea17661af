/** A report as text for a terminal: a row per round, totals by phase, the outcome. */

import { visible } from '../../core/base/visible.ts';
import { bytes, counted, figureText, integer, operations, time } from './format.ts';
import type { Quality } from '../execute/quality.ts';
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
  const { iterations, converged, accuracy, loss, equalsLloyd, start, figures = [], quality } = findings;
  const lines: [string, string | undefined][] = [
    ['ended', `${ending} ${endsText(ends, clock === 'wall' ? 'real' : 'virtual')}`],
    ['waited for', waits && waits.length > 0 ? waitsText(waits) : undefined],
    ...notes.map(({ title, text }): [string, string] => [title, text]),
    ['start', start === undefined || start === 'random' ? undefined : startText(start)],
    ['iterations', `${iterations}, ${converged ? 'converged' : 'not converged'}`],
    ['accuracy', accuracy === undefined ? undefined : `${(accuracy * 100).toFixed(2)} %`],
    ['ARI, NMI', quality && agreementText(quality)],
    ['loss', loss?.toPrecision(8)],
    ['of', quality && countsText(quality)],
    ['equals Lloyd', equalsLloyd === undefined ? undefined : equalsLloyd ? 'yes, in every iteration' : 'NO'],
    ...figures.map((figure): [string, string] => [figure.title, figureText(figure)]),
    ['trace hash', hash],
  ];
  return lines
    .filter(([, value]) => value !== undefined)
    .map(([name, value = '']) => `${visible(name).padEnd(12)} ${visible(value)}\n`)
    .join('');
}

function agreementText({ adjustedRand, mutualInformation }: Quality): string | undefined {
  if (adjustedRand === undefined || mutualInformation === undefined) return undefined;
  return `${adjustedRand.toFixed(4)}, ${mutualInformation.toFixed(4)}`;
}

/** Which points the loss is about. */
function countsText({ countedPoints, occupiedClusters, lossPerPoint }: Quality): string {
  const each = lossPerPoint === undefined ? '' : `, ${lossPerPoint.toPrecision(6)} each`;
  return `${counted(countedPoints, 'point')}${each}, in ${counted(occupiedClusters, 'cluster')}`;
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
