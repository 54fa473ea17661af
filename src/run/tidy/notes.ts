/** Notes in rows of runs: a column for each kind, and what the rows of many runs say together. */

import { visible } from '../../core/base/visible.ts';
import type { Findings } from '../execute/findings.ts';
import { counted } from '../report/format.ts';
import { type Note, NOTE_KINDS, notesOf, type Severity } from '../report/notes.ts';
import { ROW_NOTE_KINDS } from './digest.ts';
import type { Cell, Row } from './rows.ts';

/** The columns that carry notes. */
export const NOTE_COLUMNS: readonly string[] = [...ROW_NOTE_KINDS, ...NOTE_KINDS].map(({ column }) => column);

/** Between the texts in one cell. */
const BETWEEN = ' | ';

/** The notes of a run as cells; none for a kind that does not apply. */
export function noteCells(findings: Findings): Readonly<Record<string, string>> {
  const cells: Record<string, string> = {};
  for (const { column, text } of notesOf(findings))
    cells[column] = cells[column] === undefined ? text : `${cells[column]}${BETWEEN}${text}`;
  return cells;
}

/** The notes of a run from its row, the worst first. */
export function notesOfRow(row: Row): readonly Note[] {
  return [...ROW_NOTE_KINDS, ...NOTE_KINDS].flatMap(({ title, severity, column }) => {
    const cell = row[column];
    if (typeof cell !== 'string' || cell === '') return [];
    return cell.split(BETWEEN).map((text) => ({ title, text, severity, column }));
  });
}

/** What several runs say, in texts that differ at most in their numbers. */
export interface SharedNote extends Note {
  readonly of: readonly NoteHolder[];
}

/** A group of runs that say it, with the seed of each. */
export interface NoteHolder {
  readonly group: string;
  readonly seeds: readonly Cell[];
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];
/** Not those in names, such as client-3. */
const NUMBER = /(?<![\w-])\d+(?:\.\d+)?/g;

/**
 * The notes of many runs, each once: the worst first, and of these the most frequent.
 * @param groupOf what is told apart; within a group, numbers become ranges
 * @param isTold absent: all are
 */
export function sharedNotes(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
  isTold: (note: Note) => boolean = () => true,
): readonly SharedNote[] {
  const found = new Map<string, { note: Note; group: string; texts: string[]; runs: Set<Row> }>();
  for (const row of rows) {
    const group = groupOf(row);
    for (const note of notesOfRow(row).filter(isTold)) {
      // The command that repeats a crash must stay whole.
      const text = row['ending'] === 'crashed' ? note.text : note.text.replaceAll(NUMBER, '#');
      const key = JSON.stringify([group, note.column, text]);
      const known = found.get(key) ?? { note, group, texts: [], runs: new Set() };
      known.texts.push(note.text);
      known.runs.add(row);
      found.set(key, known);
    }
  }
  return merged(
    [...found.values()].map(({ note, group, texts, runs }) => ({
      ...note,
      text: withRanges(texts),
      of: [{ group, seeds: Array.from(runs, (row) => row['seed']) }],
    })),
  );
}

/** Notes of several groups, each once, in the same order. */
export function merged(notes: readonly SharedNote[]): readonly SharedNote[] {
  const shared = new Map<string, SharedNote>();
  for (const note of notes) {
    const key = JSON.stringify([note.column, note.text]);
    shared.set(key, { ...note, of: [...(shared.get(key)?.of ?? []), ...note.of] });
  }
  return [...shared.values()].toSorted(
    (a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || runsOf(b) - runsOf(a),
  );
}

/** Texts that differ only in their numbers as one: `253 to 264 of 2000 points`. */
function withRanges(texts: readonly string[]): string {
  const numbers = texts.map((text) => [...text.matchAll(NUMBER)].map(([number]) => Number(number)));
  let at = 0;
  return texts[0].replaceAll(NUMBER, (own) => {
    const all = numbers.map((of) => of[at]);
    at++;
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return least === most ? own : `${least} to ${most}`;
  });
}

function runsOf({ of }: SharedNote): number {
  return of.reduce((sum, { seeds }) => sum + seeds.length, 0);
}

/** How many groups, and seeds of one group, are named: nobody reads more. */
const MOST_GROUPS = 4;
const MOST_SEEDS = 8;

/** Which runs a note is about: `3 runs of secfc: seed 1, 2, 5`. */
export function holdersText(note: SharedNote): string {
  const groups = firstOf(
    note.of.map(({ group }) => group).filter((group) => group !== ''),
    MOST_GROUPS,
  );
  const seeds = note.of.length === 1 ? `: seed ${firstOf(note.of[0].seeds, MOST_SEEDS)}` : '';
  return `${counted(runsOf(note), 'run')}${groups === '' ? '' : ` of ${groups}`}${seeds}`;
}

function firstOf(names: readonly Cell[], most: number): string {
  const shown = names.slice(0, most).join(', ');
  return names.length <= most ? shown : `${shown} and ${names.length - most} more`;
}

/** How many notes of many runs are shown: the others are in their rows. */
const MOST_NOTES = 12;

/** The first notes, and in words how many more there are. */
export function foremost(notes: readonly SharedNote[]): {
  readonly shown: readonly SharedNote[];
  readonly more?: string;
} {
  if (notes.length <= MOST_NOTES) return { shown: notes };
  const more = `and ${counted(notes.length - MOST_NOTES, 'more note')}, in the rows of the runs`;
  return { shown: notes.slice(0, MOST_NOTES), more };
}

/** A line for each of the foremost notes, fit for a terminal. */
export function noteLines(notes: readonly SharedNote[]): readonly string[] {
  const { shown, more } = foremost(notes);
  const lines = shown.map((note) => visible(`${note.title}: ${note.text} (${holdersText(note)})`));
  return more === undefined ? lines : [...lines, more];
}
