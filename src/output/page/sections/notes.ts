/** What must be said of a run, or of many: the first thing on a page. */

import type { Note, Severity } from '../../../run/report/notes.ts';
import { foremost, holdersText, sharedNotes } from '../../../run/tidy/notes.ts';
import type { Row } from '../../../run/tidy/rows.ts';
import { groupOf } from '../../figure/columns.ts';
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
    ...(outcome?.notes ?? []),
    ...about(
      'not reproduced',
      reproduced ? undefined : `so its outcome rests on its trace alone: ${again.why}`,
      'warning',
    ),
    ...about('times not explained', timing?.problem, 'warning'),
  ];
  return notes.length === 0 ? h`<p class="good">No warnings.</p>` : notesList(notes);
}

/**
 * The notes of many runs, each once, with the runs that it is about.
 * @param by the column that tells runs apart
 */
export function notesOfRuns(rows: readonly Row[], by: string | undefined): Html {
  const nameOf = (row: Row): string => (by === undefined ? '' : groupOf(row, by));
  const { shown, more } = foremost(sharedNotes(rows, nameOf));
  if (shown.length === 0) return h`<p class="good">No warnings: every run has a result.</p>`;
  const notes = shown.map((note) => ({ ...note, about: holdersText(note) }));
  return h`${notesList(notes)}${more === undefined ? undefined : h`<p class="faint">${more}</p>`}`;
}

type Shown = Omit<Note, 'column'> & { readonly about?: string };

function notesList(notes: readonly Shown[]): Html {
  const items = notes.map(
    ({ title, text, severity, about }) =>
      h`<li class="${severity}"><b>${title}</b>${text}${about === undefined ? undefined : h` <span class="faint">(${about})</span>`}</li>\n`,
  );
  return h`<ul class="notes">${items}</ul>`;
}
