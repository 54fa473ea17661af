/** The page of one run, or of two side by side. */

import { defined } from '../../core/base/defined.ts';
import type { Subject } from '../figure/picture.ts';
import { h, type Html } from './html.ts';
import { type Page, type Section } from './page.ts';
import type { PageRun } from './run.ts';
import { forecastOf } from './sections/forecast.ts';
import { notesOfRun } from './sections/notes.ts';
import { cardsOf, figuresOf } from './sections/outcome.ts';
import { pictureOf, picturesOf } from './sections/pictures.ts';
import { provenanceOf } from './sections/provenance.ts';
import { roundsOf } from './sections/rounds.ts';
import { twoSideBySide } from './sections/side-by-side.ts';
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
      section('figures', 'Figures', [run], figuresOf),
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
    top: h`${twoSideBySide(a, b)}<div class="two">${runs.map((run) => h`<div><h3>${run.label}</h3>${notesOfRun(run)}${cardsOf(run)}</div>`)}</div>`,
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
export function subjectOf({ label, record, iterations, certificate, pictures }: PageRun): Subject {
  return defined({ title: label, record, iterations, certificate, pictures });
}

function section(id: string, title: string, runs: readonly PageRun[], body: (run: PageRun) => Html): Section {
  if (runs.length === 1) return { id, title, body: body(runs[0]) };
  return { id, title, body: h`${runs.map((run) => h`<h3 class="which">${run.label}</h3>${body(run)}`)}` };
}
