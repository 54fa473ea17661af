/** Where two runs diverge, with the entries around it. */

import { Directory, type RoleSize } from '../../core/engine/messages/directory.ts';
import type { TraceReader } from '../trace/reader.ts';
import type { Entry } from '../trace/record.ts';
import { Activities } from './activities.ts';
import { Comparison, differingFields, type Parting } from './comparison.ts';
import { moment, Narrator } from './narrator.ts';

/** How many entries before the divergence are shown. */
const BEFORE = 5;
/** How many entries of each run are shown from there on. */
export const AFTER = 3;

/** Follows two runs while they are the same, and shows where they diverge. */
export class Difference {
  readonly #narrator: Narrator;
  readonly #activities: Activities;
  readonly #before: string[] = [];
  #same = 0;

  constructor(roles: readonly RoleSize[]) {
    this.#narrator = new Narrator(new Directory(roles));
    this.#activities = new Activities(roles);
  }

  /** Takes an entry that both runs have. */
  add(entry: Entry): void {
    this.#same++;
    this.#before.push(line(' ', this.#same, entry, this.#narrator));
    if (this.#before.length > BEFORE) this.#before.shift();
    this.#activities.add(entry);
  }

  /**
   * A text about the divergence, ending with a newline.
   * @param runs what each run does from there on, starting with the first differing entry, by a letter for
   *   the run
   */
  text(runs: Readonly<Record<string, readonly Entry[]>>): string {
    const after = Object.entries(runs).map(([mark, entries]) => {
      const narrator = this.#narrator.fork();
      const lines = entries.map((entry, i) => line(mark, this.#same + 1 + i, entry, narrator));
      return lines.length === 0 ? `${mark} nothing more happens\n` : lines.join('');
    });
    const [a, b] = Object.values(runs).map(([first]) => first);
    const fields = a !== undefined && b?.kind === a.kind ? differingFields(a, b) : [];
    const other = fields.length === 0 ? '' : `they differ in ${fields.join(', ')}\n`;
    return `${this.#before.join('')}${after.join('')}${other}\nbefore that\n${this.#activities.text()}`;
  }
}

function line(mark: string, number: number, entry: Entry, narrator: Narrator): string {
  const time = moment(entry.timeNs).padStart(15);
  return `${mark} ${String(number).padStart(8)}  ${time}  ${narrator.tell(entry)}\n`;
}

/** The result of comparing two traces. */
export interface Compared {
  /** How many entries are the same. */
  readonly entries: number;
  /** Absent if they do not diverge, as far as both can be read. */
  readonly parting?: Parting;
  /** A text about the divergence, ending with a newline. */
  readonly text: string;
}

/** Reads two traces side by side until they diverge, or one cannot be read further. */
export function compareTraces(a: TraceReader, b: TraceReader): Compared {
  const difference = new Difference(a.header.roles);
  const comparison = new Comparison(a);
  const entries = b.entries();
  while (!comparison.over) {
    const { value } = entries.next();
    if (value === undefined && b.problem !== undefined) break;
    if (value === undefined) comparison.end();
    else if (comparison.add(value)) difference.add(value);
  }
  const { same, parting } = comparison;
  if (parting === undefined) return { entries: same, text: '' };
  const { earlier, now } = parting;
  const runs = { A: withNext(earlier, comparison.earlier), B: withNext(now, entries) };
  return { entries: same, parting, text: difference.text(runs) };
}

/** The first differing entry of a run and those after it, as many as are shown. */
export function withNext(first: Entry | undefined, rest: Iterator<Entry, void>): Entry[] {
  const entries: Entry[] = [];
  for (let entry = first; entry !== undefined; entry = rest.next().value ?? undefined) {
    entries.push(entry);
    if (entries.length === AFTER) break;
  }
  return entries;
}
