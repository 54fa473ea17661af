/** What must be said of the runs of a swarm. */

import { type Note, NOTE_KINDS, type NoteKind } from '../../run/report/notes.ts';
import { merged, notesOfRow, sharedNotes, type SharedNote } from '../../run/tidy/notes.ts';
import type { Row } from '../../run/tidy/rows.ts';
import type { Swarm } from './swarm.ts';

/**
 * The notes of all runs, each once. Every run draws its own faults, so what became of those is counted by their
 * kinds; the rows of the runs tell them one by one.
 */
export function notesIn({ scenario, rows }: Pick<Swarm, 'scenario' | 'rows'>): readonly SharedNote[] {
  const own = scenario.faults.map(({ name }) => name);
  const isDrawn = (text: string): boolean => !own.some((name) => text.startsWith(`${name}: `));
  const kinds = NOTE_KINDS.filter(({ together }) => together !== undefined);
  const isCounted = ({ column, text }: Note): boolean =>
    kinds.some((kind) => kind.column === column) && isDrawn(text);
  const told = sharedNotes(
    rows,
    () => ({}),
    (note) => !isCounted(note),
  );
  const counted = kinds.flatMap((kind) => countedNote(rows, kind, isCounted));
  return merged([...told, ...counted]);
}

/** How many drawn faults of each kind such a note is about, the most frequent first. */
function countedNote(
  rows: readonly Row[],
  { title, severity, column, together }: NoteKind,
  isCounted: (note: Note) => boolean,
): SharedNote[] {
  const counts = new Map<string, number>();
  const seeds: Row[string][] = [];
  for (const row of rows) {
    const drawn = notesOfRow(row).filter((note) => note.column === column && isCounted(note));
    if (drawn.length > 0) seeds.push(row['seed']);
    for (const { text } of drawn) {
      const [, kind] = /^(.*?)(?: \d+)?: /.exec(text) ?? ['', text];
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  if (counts.size === 0) return [];
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const byKind = [...counts].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => `${count} ${kind}`);
  return [
    { title, severity, column, text: `${all} ${together}: ${byKind.join(', ')}`, of: [{ group: {}, seeds }] },
  ];
}
