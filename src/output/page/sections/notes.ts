/** What must be said of a run, or of many: the first thing on a page. */

import type { Note, Severity } from '../../../run/report/notes.ts';
import { worthText } from '../../../run/report/worth.ts';
import { foremost, groupBy, holdersText, sharedNotes } from '../../../run/tidy/notes.ts';
import type { Row } from '../../../run/tidy/rows.ts';
import { h, type Html } from '../html.ts';
import type { PageRun } from '../run.ts';

/** The notes of a run, and what is unknown because of its trace. */
export function notesOfRun({ record, again }: PageRun): Html {
  const { outcome, timing } = record.report;
  const about = (title: string, text: string | undefined, severity: Severity): Shown[] =>
    text === undefined ? [] : [{ title, text, severity }];
  const reproduced = again.same || record.problem !== undefined;
  const notes = [
    ...about('incomplete trace', record.problem?.message, 'error'),
    ...about('result', outcome && worthText(outcome.worth), 'warning'),
    ...(outcome?.notes ?? []),
    ...about(
      'not reproduced',
      reproduced ? undefined : `so its outcome rests on its trace alone: ${again.why}`,
      'warning',
    ),
    ...about('times not explained', timing?.problem, 'warning'),
  ];
  return h`${isFine(notes) ? h`<p class="good">No warnings.</p>` : undefined}${notesList(notes)}`;
}

/**
 * The notes of many runs, each once, with the runs that it is about.
 * @param by the column that tells runs apart
 */
export function notesOfRuns(rows: readonly Row[], by: string | undefined): Html {
  const { shown, more } = foremost(sharedNotes(rows, groupBy(by === undefined ? [] : [by])));
  const fine = isFine(shown) ? h`<p class="good">No warnings: every run has a result.</p>` : undefined;
  const notes = shown.map((note) => ({ ...note, about: holdersText(note) }));
  return h`${fine}${notesList(notes)}${more === undefined ? undefined : h`<p class="faint">${more}</p>`}`;
}

type Shown = Omit<Note, 'column'> & { readonly about?: string };

function isFine(notes: readonly Shown[]): boolean {
  return notes.every(({ severity }) => severity === 'info');
}

function notesList(notes: readonly Shown[]): Html | undefined {
  if (notes.length === 0) return undefined;
  const items = notes.map(
    ({ title, text, severity, about }) =>
      h`<li class="${severity}"><b>${title}</b>${text}${about === undefined ? undefined : h` <span class="faint">(${about})</span>`}</li>\n`,
  );
  return h`<ul class="notes">${items}</ul>`;
}
