/**
 * The digest in the row of a run, over all that follows from its scenario and the code. It detects accidents and
 * edits by hand, but not forgery: anybody can compute it. Only repeating the run proves a row.
 */

import { sha256 } from './fingerprint.ts';
import type { NoteKind } from '../report/notes.ts';
import type { Row } from './rows.ts';

/** Columns that differ from run to run and from machine to machine; all others follow from what the row names. */
export const MEASURED = ['measuredNs', 'node', 'machine'] as const;

/** What is found of a row when it is read, as columns, which no file has. */
export const ROW_NOTE_KINDS: readonly Omit<NoteKind, 'texts'>[] = [
  { title: 'changed', severity: 'error', column: 'changed' },
  { title: 'no digest', severity: 'info', column: 'noDigest' },
];

const FOUND: readonly string[] = ROW_NOTE_KINDS.map(({ column }) => column);

/** What the digest is not over: `file` says where the scenario lies as seen from the row's own file. */
const LEFT_OUT: ReadonlySet<string> = new Set([...MEASURED, 'file', 'digest', ...FOUND]);

/** A row with its digest, in place of any that it had. */
export function withDigest<R extends Row>(row: R): R & { readonly digest: string } {
  return { ...row, digest: digestOf(row) };
}

/** Over the cells as text, by column, so that it is the same in every file format. */
function digestOf(row: Row): string {
  const columns = Object.keys(row).filter((column) => !LEFT_OUT.has(column));
  const cells = columns.toSorted().map((column) => [column, textOf(row, column)]);
  return sha256(JSON.stringify(cells.filter(([, text]) => text !== '')));
}

/** A cell as text; empty where there is none. */
export function textOf(row: Row, column: string): string {
  const cell = row[column];
  return cell === undefined || Number.isNaN(cell) ? '' : String(cell);
}

/** A row that was read, with a note if it is the row of a run and does not match its digest, or has none. */
export function checked(row: Row): Row {
  if (row['digest'] === undefined) {
    // Tables of other programs have none either.
    const isRun = row['run'] !== undefined && row['hash'] !== undefined;
    return isRun ? { ...row, noDigest: NO_DIGEST } : row;
  }
  if (row['digest'] === digestOf(row)) return row;
  return { ...row, changed: CHANGED };
}

const NO_DIGEST = 'rows of earlier versions have none, so only cahoots verify tells whether one was changed';
const CHANGED =
  'a value was changed after the run, as the digest of its row shows: cahoots verify tells which';

/** A row as it goes into files: without what was found when it was read. */
export function unchecked(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !FOUND.includes(column)));
}
