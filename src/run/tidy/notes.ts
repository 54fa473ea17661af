/** Notes in rows of runs: a column for each kind, and what the rows of many runs say together. */

import { defined } from '../../core/base/defined.ts';
import { visible } from '../../core/base/visible.ts';
import { counted } from '../report/format.ts';
import { sayingOf, type Statement, statementOf, toldTogether } from '../report/statement.ts';
import { type Note, NOTE_KINDS, type NoteKind, type Severity, textsInCell } from '../report/notes.ts';
import { ROW_NOTE_KINDS } from './digest.ts';
import type { Cell, Row } from './rows.ts';

/** All kinds, the worst first. */
const KINDS = [...ROW_NOTE_KINDS, ...NOTE_KINDS];

/** The columns that carry notes. */
export const NOTE_COLUMNS: readonly string[] = KINDS.map(({ column }) => column);

/** The notes of a run from its row, the worst first. */
export function notesOfRow(row: Row): readonly (Note & Pick<NoteKind, 'reading'>)[] {
  return KINDS.flatMap(({ title, severity, column, reading }) => {
    const cell = row[column];
    if (typeof cell !== 'string' || cell === '') return [];
    return textsInCell(cell).map((text) => defined({ title, text, severity, column, reading }));
  });
}

/** What several runs say, which differ at most in its values. */
export interface SharedNote extends Note {
  readonly of: readonly NoteHolder[];
}

/** A group of runs that say it, with the seed of each. */
export interface NoteHolder {
  readonly group: Group;
  readonly seeds: readonly Cell[];
}

/** What tells a group of runs from others: columns with their values. Empty if there is one group. */
export type Group = Readonly<Record<string, Cell>>;

/** The group of a run that these columns tell apart. */
export function groupBy(columns: readonly string[]): (row: Row) => Group {
  return (row) => Object.fromEntries(columns.map((column) => [column, row[column]]));
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

/**
 * The notes of many runs, each once: the worst first, and of these the most frequent.
 * @param groupOf what is told apart; within a group, notes that differ in their values are told together
 * @param isTold absent: all are
 */
export function sharedNotes(
  rows: readonly Row[],
  groupOf: (row: Row) => Group,
  isTold: (note: Note) => boolean = () => true,
): readonly SharedNote[] {
  const found = new Map<string, { note: Note; group: Group; said: Statement[]; runs: Set<Row> }>();
  for (const row of rows) {
    const group = groupOf(row);
    for (const { reading, ...note } of notesOfRow(row).filter(isTold)) {
      // The command that repeats a crash must stay whole.
      const said = statementOf(note.text, row['ending'] === 'crashed' ? 'plain' : reading);
      const key = JSON.stringify([Object.values(group).map(String), note.column, sayingOf(said)]);
      const known = found.get(key) ?? { note, group, said: [], runs: new Set() };
      known.said.push(said);
      known.runs.add(row);
      found.set(key, known);
    }
  }
  return merged(
    [...found.values()].map(({ note, group, said, runs }) => ({
      ...note,
      text: toldTogether(said),
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

function runsOf({ of }: SharedNote): number {
  return of.reduce((sum, { seeds }) => sum + seeds.length, 0);
}

/** How many values of a column, and seeds of one group, are named: nobody reads more. */
const MOST_VALUES = 4;
const MOST_SEEDS = 8;

/** Which runs a note is about: `3 runs of secfc: seed 1, 2, 5`. */
export function holdersText(note: SharedNote): string {
  const groups = note.of.map(({ group }) => group);
  const values = Object.keys(groups[0]).map((column) => ({
    column,
    cells: inOrder([...new Set(groups.map((group) => group[column]))]),
  }));
  const isEvery = values.reduce((product, { cells }) => product * cells.length, 1) === groups.length;
  const of = values.map(({ column, cells }) => valuesText(column, cells)).join('; ');
  const seeds = groups.length === 1 ? `: seed ${firstOf(note.of[0].seeds, MOST_SEEDS)}` : '';
  return `${counted(runsOf(note), 'run')}${of === '' ? '' : ` ${isEvery ? 'of' : 'among'} ${of}`}${seeds}`;
}

/** Numbers by size. */
function inOrder(cells: readonly Cell[]): readonly Cell[] {
  const isNumbers = cells.every((cell) => typeof cell === 'number');
  return isNumbers ? cells.toSorted((a, b) => a - b) : cells;
}

/** Numbers would not say what they are. */
function valuesText(column: string, cells: readonly Cell[]): string {
  const some = cells.filter((cell) => cell !== undefined);
  if (some.length === 0) return `no ${column}`;
  const named = some.every((cell) => typeof cell === 'string') ? '' : `${column} `;
  return `${named}${firstOf(some, MOST_VALUES)}${some.length < cells.length ? ' or none' : ''}`;
}

function firstOf(names: readonly Cell[], most: number): string {
  const shown = names.slice(0, most).join(', ');
  return names.length <= most ? shown : `${shown} and ${names.length - most} more`;
}

/** How many notes of many runs are shown: the others are in their rows. */
const MOST_NOTES = 12;

/** The first notes, the first of how the runs started among them, and in words how many more of which kind there are. */
export function foremost(notes: readonly SharedNote[]): {
  readonly shown: readonly SharedNote[];
  readonly more?: string;
} {
  if (notes.length <= MOST_NOTES) return { shown: notes };
  const start = notes.findIndex(({ column }) => column === 'start');
  const last = Math.max(start, MOST_NOTES - 1);
  const shown = [...notes.slice(0, MOST_NOTES - 1), notes[last]];
  const rest = notes.filter((note) => !shown.includes(note));
  const kinds = [...new Set(rest.map(({ title }) => title))].map(
    (kind) => `${rest.filter(({ title }) => title === kind).length} ${kind}`,
  );
  return {
    shown,
    more: `and ${counted(rest.length, 'more note')}, in the rows of the runs: ${kinds.join(', ')}`,
  };
}

/** A line for each of the foremost notes, fit for a terminal. */
export function noteLines(notes: readonly SharedNote[]): readonly string[] {
  const { shown, more } = foremost(notes);
  const lines = shown.map((note) => visible(`${note.title}: ${note.text} (${holdersText(note)})`));
  return more === undefined ? lines : [...lines, more];
}
