/** Messages and computations in tables: by phase, by type, by link, by actor; and what faults did. */

import { bytes, counted, integer, operations, time } from '../../../run/report/format.ts';
import type { Report } from '../../../run/report/report.ts';
import { pairsOf } from '../../../run/trace/exchanges.ts';
import { timeOf } from '../../record/run-record.ts';
import { directionColumns } from '../directions.ts';
import { h, type Html, tableOf } from '../html.ts';
import type { PageRun } from '../run.ts';

/** The tables of a run: phases, traffic, work and links. */
export function tablesOf({ record }: PageRun): Html {
  const { report } = record;
  return h`
${phaseTable(report)}
${pairTable(report)}
<details><summary>Messages by round, phase and type</summary>${trafficTable(report)}</details>
<details><summary>Computations by round, phase and task</summary>${workTable(report, timeOf(record))}</details>
<details><summary>Links</summary>${linkTable(report)}</details>`;
}

function phaseTable({ phases }: Report): Html {
  return tableOf(
    'By phase',
    [
      { title: 'phase', words: true, text: (row) => row.phase || '-' },
      { title: 'messages', text: (row) => integer(row.messages), value: (row) => row.messages },
      { title: 'numbers in them', text: (row) => integer(row.elements), value: (row) => row.elements },
      ...directionColumns(phases),
      {
        title: 'operations of clients',
        text: (row) => operations(row.operationsClients),
        value: (row) => row.operationsClients,
      },
      {
        title: 'of the server',
        text: (row) => operations(row.operationsServer),
        value: (row) => row.operationsServer,
      },
    ],
    phases,
  );
}

function pairTable({ exchanges }: Report): Html {
  return tableOf(
    'By pair of roles',
    [
      { title: 'from', words: true, text: (row) => row.from },
      { title: 'to', words: true, text: (row) => row.to },
      { title: 'messages', text: (row) => integer(row.messages), value: (row) => row.messages },
      { title: 'numbers in them', text: (row) => integer(row.elements), value: (row) => row.elements },
      { title: 'bytes', text: (row) => bytes(row.bytes), value: (row) => row.bytes },
    ],
    pairsOf(exchanges),
  );
}

function trafficTable({ traffic }: Report): Html {
  return tableOf(
    'Whose the sender’s round and phase are',
    [
      { title: 'round', text: (row) => `${row.round}`, value: (row) => row.round },
      { title: 'phase', words: true, text: (row) => row.phase },
      { title: 'type', words: true, text: (row) => row.type },
      { title: 'from', words: true, text: (row) => row.from },
      { title: 'to', words: true, text: (row) => row.to },
      { title: 'messages', text: (row) => integer(row.messages), value: (row) => row.messages },
      { title: 'numbers', text: (row) => integer(row.elements), value: (row) => row.elements },
      { title: 'bytes', text: (row) => bytes(row.wireBytes), value: (row) => row.wireBytes },
    ],
    traffic,
  );
}

function workTable({ work }: Report, times: string): Html {
  return tableOf(
    `Counted operations, and the ${times} of the processors`,
    [
      { title: 'round', text: (row) => `${row.round}`, value: (row) => row.round },
      { title: 'phase', words: true, text: (row) => row.phase },
      { title: 'task', words: true, text: (row) => row.task },
      { title: 'by', words: true, text: (row) => row.by },
      { title: 'runs', text: (row) => integer(row.runs), value: (row) => row.runs },
      { title: 'operations', text: (row) => operations(row.operations), value: (row) => row.operations },
      { title: times, text: (row) => time(row.durationNs), value: (row) => row.durationNs },
    ],
    work,
  );
}

function linkTable({ timing }: Report): Html {
  return tableOf(
    'Both links of every actor, the busiest first',
    [
      { title: 'link', words: true, text: (row) => `${row.direction} of ${row.actor}` },
      {
        title: 'bits a second',
        text: (row) => (row.bitsPerSecond === undefined ? 'unlimited' : operations(row.bitsPerSecond)),
        value: (row) => row.bitsPerSecond,
      },
      { title: 'messages', text: (row) => integer(row.messages), value: (row) => row.messages },
      { title: 'carried', text: (row) => bytes(row.bytes), value: (row) => row.bytes },
      {
        title: 'of that, forwarded',
        text: (row) => bytes(row.forwardedBytes),
        value: (row) => row.forwardedBytes,
      },
      { title: 'busy', text: (row) => time(row.busyNs), value: (row) => row.busyNs },
      { title: 'packets waited', text: (row) => time(row.queuedNs), value: (row) => row.queuedNs },
      {
        title: 'in use',
        text: (row) => `${(100 * row.utilisation).toFixed(1)} %`,
        value: (row) => row.utilisation,
      },
    ],
    timing?.links.toSorted((a, b) => b.utilisation - a.utilisation) ?? [],
  );
}

/** The table of the scenario's faults with their outcomes. */
export function faultsOf({ record }: PageRun): Html {
  const { directory, marks, messages } = record;
  const fired = record.report.outcome?.findings.faults ?? [];
  if (fired.length === 0) return h`<p>The scenario has no faults.</p>`;
  return h`${tableOf(
    'The outcome of each',
    [
      { title: 'fault', words: true, text: (row) => row.name },
      { title: 'times', text: (row) => integer(row.times), value: (row) => row.times },
      {
        title: 'first',
        text: (row) => (row.firstNs === undefined ? 'never' : time(row.firstNs)),
        value: (row) => row.firstNs,
      },
      {
        title: 'to whom',
        words: true,
        text: (row) => {
          const actors = new Set(
            marks
              .filter(
                ({ kind, words }) =>
                  kind === 'fault' && (words === row.name || words.startsWith(`${row.name}: `)),
              )
              .map(({ actor }) => directory.name(actor)),
          );
          return actors.size > 8 ? `${actors.size} actors` : [...actors].join(', ');
        },
      },
      {
        title: 'what it did',
        words: true,
        text: (row) => {
          const touched = messages.filter(({ faults }) => faults.includes(row.name));
          const of = (fate: string): number => touched.filter((one) => one.fate === fate).length;
          const held = touched.reduce((sum, one) => sum + (one.held?.get(row.name) ?? 0), 0);
          const sent = new Set(touched.map(({ id }) => id)).size;
          return [
            sent === 0 ? '' : `touched ${counted(sent, 'message')}`,
            sent === touched.length ? '' : `of these came ${counted(touched.length, 'copy')}`,
            ...(['lost', 'refused', 'late'] as const).map((fate) =>
              of(fate) === 0 ? '' : `${integer(of(fate))} ${fate}`,
            ),
            held === 0 ? '' : `held them up by ${time(held)} together`,
            ...(row.missed ?? []),
          ]
            .filter(Boolean)
            .join('; ');
        },
      },
    ],
    fired,
  )}
<p class="faint">To see its effect on the result, compare the run without it: cahoots report TRACE --without FAULT --html out.html</p>`;
}
