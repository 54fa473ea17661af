/** Why rounds took as long as they did, in words, and what would make the run faster. */

import { median } from '../../../core/math/statistics/summary.ts';
import { RESOURCES } from '../../figure/style.ts';
import { flawText, gainText, resultText } from '../../../run/replay/faster-text.ts';
import type { Rerun } from '../../../run/replay/reruns.ts';
import { integer, operations, time } from '../../../run/report/format.ts';
import type { Report, RoundRow } from '../../../run/report/report.ts';
import { resourceText } from '../../../run/report/timing-text.ts';
import { merged, type Waited } from '../../../run/timing/critical-path.ts';
import { timeOf } from '../../record/run-record.ts';
import { directionColumns } from '../directions.ts';
import { h, type Html, raw, tableOf } from '../html.ts';
import type { PageRun } from '../run.ts';

/** If there are more rounds, only the slowest are described one by one. */
const MOST = 40;

/** The section on what the slowest rounds waited for, and what could be done about it. */
export function roundsOf({ record, faster }: PageRun): Html {
  const rows = record.report.rounds;
  const rounds = rows.filter(({ part }) => part === 'round');
  const typical = median(rounds.map(({ durationNs }) => durationNs));
  const told = rounds
    .toSorted((a, b) => b.durationNs - a.durationNs)
    .slice(0, MOST)
    .toSorted((a, b) => a.round - b.round);
  const explained = told.some(({ waits }) => waits !== undefined);
  return h`
${faster === undefined || faster.length === 0 ? undefined : fasterTable(faster)}
${explained ? h`<h3>Round by round</h3>${rounds.length > MOST ? h`<p class="faint">The ${MOST} slowest of ${rounds.length} rounds.</p>` : undefined}${told.map((row) => roundOf(row, typical, record.report.rounds))}` : h`<p class="faint">What rounds waited for is not known${whyUnknown(record.report)}.</p>`}
${tableOf(
  'Stretches of the run: together they are the run',
  [
    {
      title: 'stretch',
      words: true,
      text: (row) => nameOf(row),
      value: (row) => (row.part === 'round' ? row.round : 1e9),
    },
    { title: 'phases', words: true, text: (row) => row.phases.join(', ') },
    { title: timeOf(record), text: (row) => time(row.durationNs), value: (row) => row.durationNs },
    { title: 'messages', text: (row) => integer(row.messages), value: (row) => row.messages },
    ...directionColumns(rows),
    {
      title: 'slowest client',
      text: (row) => operations(row.operationsSlowestClient),
      value: (row) => row.operationsSlowestClient,
    },
    {
      title: 'server',
      text: (row) => operations(row.operationsServer),
      value: (row) => row.operationsServer,
    },
  ],
  rows,
)}
<p class="faint">Bytes are payload and framing; slowest client and server are counted operations.</p>`;
}

function whyUnknown({ timing, clock }: Report): string {
  if (clock === 'wall') return ': the links of a real run do not show what held a message up';
  if (timing?.problem !== undefined) return `: ${timing.problem}`;
  return ', as there is no result or the scenario’s network is not at hand';
}

function fasterTable(reruns: readonly Rerun[]): Html {
  return h`<h3>What would make it faster</h3>${tableOf(
    'Each line is a run with only that change, as --what-if takes it',
    [
      { title: 'change', words: true, text: ({ change }) => change },
      { title: 'result at', text: resultText, value: ({ resultNs = Number.POSITIVE_INFINITY }) => resultNs },
      { title: 'gained', text: gainText, value: ({ earlierNs = Number.NEGATIVE_INFINITY }) => earlierNs },
      { title: '', words: true, text: flawText },
    ],
    reruns,
  )}`;
}

function nameOf({ part, round }: RoundRow): string {
  return part === 'round' ? `round ${round}` : part;
}

function roundOf(row: RoundRow, typical: number, all: readonly RoundRow[]): Html {
  const waits = merged(row.waits ?? []);
  const [most] = waits;
  const times = typical === 0 ? 1 : row.durationNs / typical;
  const against =
    all.filter(({ part }) => part === 'round').length < 2
      ? ''
      : times >= 1.15
        ? `, ${times.toFixed(1)} times the median round`
        : times <= 0.87
          ? `, ${(100 * (1 - times)).toFixed(0)} % less than the median round`
          : ', like the median round';
  const why = most === undefined ? '' : `; it waited most for ${shareText(most)}`;
  const summary = `Round ${row.round} took ${time(row.durationNs)}${against}${why}`;
  return h`<details id="round-${row.round}"><summary>${summary}</summary>
<div class="bars">${waits.map(({ resource, share }) => raw(`<i style="width:${(100 * share).toFixed(2)}%;background:${RESOURCES[resource]}"></i>`))}</div>
${tableOf(
  `What round ${row.round} waited for: at every moment the one thing that came last`,
  [
    { title: 'waited for', words: true, text: (one) => resourceText(one) },
    { title: 'virtual time', text: (one) => time(one.ns), value: (one) => one.ns },
    { title: 'of that, queued', text: (one) => time(one.queuedNs), value: (one) => one.queuedNs },
    { title: 'share', text: (one) => `${(100 * one.share).toFixed(1)} %`, value: (one) => one.share },
  ],
  row.waits ?? [],
  30,
)}</details>`;
}

function shareText(waited: Waited): string {
  const queued =
    waited.queuedNs > waited.ns / 4 ? `, ${time(waited.queuedNs)} of that behind other packets` : '';
  return `${resourceText(waited)} (${(100 * waited.share).toFixed(0)} %, ${time(waited.ns)}${queued})`;
}
