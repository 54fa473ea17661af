/** The page of one run, or of two side by side. */

import type { Subject } from '../figure/kind.ts';
import { bytes, integer, time } from '../../run/report/format.ts';
import { h, type Html, tableOf } from './html.ts';
import { type Page, type Section } from './page.ts';
import type { PageRun } from './run.ts';
import { forecastOf } from './sections/forecast.ts';
import { notesOfRun } from './sections/notes.ts';
import { cardsOf } from './sections/outcome.ts';
import { pictureOf, picturesOf } from './sections/pictures.ts';
import { provenanceOf } from './sections/provenance.ts';
import { roundsOf } from './sections/rounds.ts';
import { sightOf } from './sections/sight.ts';
import { faultsOf, tablesOf } from './sections/tables.ts';
import { timelineOf } from './sections/timeline.ts';
import { subtitleOf, titleOf } from './titles.ts';

/** Pictures that are placed elsewhere on the page. */
const PLACED = ['waits', 'space-time', 'exposure'];

/** The report of one run. */
export function pageOfRun(run: PageRun): Page {
  return {
    title: titleOf(run.record),
    subtitle: subtitleOf(run.record),
    top: h`${notesOfRun(run)}${cardsOf(run)}`,
    sections: [
      section(
        'rounds',
        'Where the time went',
        [run],
        (one) => h`${pictureOf(subjectOf(one), 'waits')}${roundsOf(one)}`,
      ),
      section('timeline', 'What happened', [run], (one) => timelineOf(one.record, 'the run')),
      section(
        'sight',
        'Who could see what',
        [run],
        (one) => h`${sightOf(one)}${pictureOf(subjectOf(one), 'exposure')}`,
      ),
      section('forecast', 'What would it cost otherwise', [run], forecastOf),
      section('pictures', 'Pictures', [run], (one) => picturesOf(subjectOf(one), PLACED)),
      section('faults', 'Faults', [run], faultsOf),
      section('tables', 'Tables', [run], tablesOf),
      section('provenance', 'What made it', [run], provenanceOf),
    ],
  };
}

/**
 * Two runs, side by side in every section.
 * @param parting where the two diverge, in words
 */
export function pageOfTwo(title: string, runs: readonly [PageRun, PageRun], parting?: string): Page {
  const [a, b] = runs;
  return {
    title,
    subtitle: `${a.label}: ${titleOf(a.record)}, ${subtitleOf(a.record)}; ${b.label}: ${titleOf(b.record)}, ${subtitleOf(b.record)}`,
    top: h`${comparison(a, b)}<div class="two">${runs.map((run) => h`<div><h3>${run.label}</h3>${notesOfRun(run)}${cardsOf(run)}</div>`)}</div>`,
    sections: [
      ...(parting === undefined
        ? []
        : [{ id: 'parting', title: 'Where they diverge', body: h`<pre>${parting}</pre>` }]),
      section(
        'rounds',
        'Where the time went',
        runs,
        (one) => h`${pictureOf(subjectOf(one), 'waits')}${roundsOf(one)}`,
      ),
      section('timeline', 'What happened', runs, (one) => timelineOf(one.record, one.label)),
      section(
        'sight',
        'Who could see what',
        runs,
        (one) => h`${sightOf(one)}${pictureOf(subjectOf(one), 'exposure')}`,
      ),
      section('pictures', 'Pictures', runs, (one) => picturesOf(subjectOf(one), PLACED)),
      section('faults', 'Faults', runs, faultsOf),
      section('tables', 'Tables', runs, tablesOf),
      section('provenance', 'What made them', runs, provenanceOf),
    ],
  };
}

/** What pictures of a run are drawn from. */
export function subjectOf({ label, record, iterations, certificate }: PageRun): Subject {
  return { title: label, record, ...(iterations && { iterations }), ...(certificate && { certificate }) };
}

function section(id: string, title: string, runs: readonly PageRun[], body: (run: PageRun) => Html): Section {
  if (runs.length === 1) return { id, title, body: body(runs[0]) };
  return { id, title, body: h`${runs.map((run) => h`<h3 class="which">${run.label}</h3>${body(run)}`)}` };
}

interface Line {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
  readonly text: (value: number) => string;
}

/** The figures of both, with their differences. */
function comparison(a: PageRun, b: PageRun): Html {
  const both = (of: (run: PageRun) => number | undefined): (number | undefined)[] => [of(a), of(b)];
  const found = (run: PageRun) => run.record.report.outcome?.findings;
  const ends = (run: PageRun) => run.record.report.outcome?.ends;
  const balance = (run: PageRun) => run.record.report.balance;
  const plain = (value: number): string => `${Number(value.toPrecision(7))}`;
  const lines: Line[] = [
    { name: 'time to the result', values: both((run) => ends(run)?.resultNs), text: time },
    { name: 'until all know it', values: both((run) => ends(run)?.knownNs), text: time },
    { name: 'iterations', values: both((run) => found(run)?.iterations), text: integer },
    {
      name: 'accuracy',
      values: both((run) => found(run)?.accuracy),
      text: (share) => `${(100 * share).toFixed(2)} %`,
    },
    { name: 'loss', values: both((run) => found(run)?.loss), text: plain },
    { name: 'points that count', values: both((run) => found(run)?.quality?.countedPoints), text: integer },
    { name: 'messages', values: both((run) => balance(run).sent.messages), text: integer },
    { name: 'bytes', values: both((run) => balance(run).sent.wireBytes), text: bytes },
    { name: 'lost', values: both((run) => balance(run).lost.messages), text: integer },
    { name: 'refused', values: both((run) => balance(run).refused), text: integer },
    {
      name: 'operations',
      values: both((run) => run.record.report.work.reduce((sum, cell) => sum + cell.operations, 0)),
      text: integer,
    },
  ];
  const shown = (value: number | undefined, text: Line['text']): string =>
    value === undefined ? 'none' : text(value);
  return tableOf(
    'Side by side',
    [
      { title: '', words: true, text: (line) => line.name },
      {
        title: a.label,
        text: ({ values, text }) => shown(values[0], text),
        value: ({ values }) => values[0],
      },
      {
        title: b.label,
        text: ({ values, text }) => shown(values[1], text),
        value: ({ values }) => values[1],
      },
      {
        title: 'change',
        text: ({ values: [x, y] }) => {
          if (x === undefined || y === undefined) return '';
          if (x === y) return 'the same';
          return x === 0 ? '' : `${y > x ? '+' : '−'}${(100 * Math.abs(y / x - 1)).toPrecision(3)} %`;
        },
        value: ({ values: [x, y] }) => (x === undefined || y === undefined || x === 0 ? undefined : y / x),
      },
    ],
    lines.filter(({ values }) => values.some((value) => value !== undefined)),
  );
}
