/**
 * A space-time diagram in text: time runs down, every actor has a line, and messages go from line to line.
 * Words next to it say what cannot be drawn.
 */

import { NO_MESSAGE } from '../../core/engine/messages/bus.ts';
import { Directory, type RoleSize } from '../../core/engine/messages/directory.ts';
import type { Entry } from '../trace/record.ts';
import { moment, Narrator } from './narrator.ts';

/** What is shown; absent: everything. */
export interface Scope {
  /** What an actor did, and what was done to it. */
  readonly actor?: string | undefined;
  /** What actors did in a round, and the outcome of the messages that they sent in it. */
  readonly round?: number | undefined;
}

/** How many actors have a line: those with the lowest numbers; the words name all. */
const MOST_LINES = 24;

/** Faults that end an actor's computation. */
const STOPS: ReadonlySet<string> = new Set(['crash', 'dropout']);

const LEGEND =
  'o--> sent   ..>* delivered   --x lost   ..>x refused   [ # ] computing   ! fault   ? waited in vain   $ done\n';

interface Row {
  readonly entry: Entry;
  readonly words: string;
  /** The actors concerned: for a message its sender and its receiver. */
  readonly actors: readonly number[];
  /** The actors that are computing at that time. */
  readonly busy: ReadonlySet<number>;
}

/** An event in words. */
interface Shown {
  readonly timeNs: number;
  readonly kind: Entry['kind'];
  /** For a message its sender and its receiver. */
  readonly actors: readonly string[];
  readonly words: string;
}

export class Diagram {
  readonly #directory: Directory;
  readonly #narrator: Narrator;
  readonly #scope: Scope;
  readonly #actor: number | undefined;
  readonly #rounds = new Map<number, number>();
  /** The round in which each message was sent, if the scope is a round. */
  readonly #sentIn = new Map<number, number>();
  #busy: ReadonlySet<number> = new Set();
  readonly #rows: Row[] = [];

  constructor(roles: readonly RoleSize[], scope: Scope) {
    this.#directory = new Directory(roles);
    this.#narrator = new Narrator(this.#directory);
    this.#scope = scope;
    this.#actor = scope.actor === undefined ? undefined : this.#directory.find(scope.actor);
  }

  /** Must be given every entry in order, and shows those in its scope. Returns whether this one is. */
  add(entry: Entry): boolean {
    const words = this.#narrator.tell(entry);
    const actors = this.#actorsOf(entry);
    if (entry.kind === 'labelled') this.#rounds.set(entry.actor, entry.round);
    const round = this.#roundOf(entry, actors);
    const ends = entry.kind === 'computed' || (entry.kind === 'faulted' && STOPS.has(entry.what));
    if (ends && this.#busy.has(actors[0])) {
      this.#busy = new Set([...this.#busy].filter((id) => id !== actors[0]));
    }
    const shown = this.#shows(actors, round);
    if (shown) this.#rows.push({ entry, words, actors, busy: this.#busy });
    if (entry.kind === 'computing') this.#busy = new Set([...this.#busy, entry.actor]);
    return shown;
  }

  /** What is shown, without the drawing. */
  events(): readonly Shown[] {
    return this.#rows.map(({ entry, words, actors }) => ({
      timeNs: entry.timeNs,
      kind: entry.kind,
      actors: actors.map((id) => this.#directory.name(id)),
      words,
    }));
  }

  /** Ends with a newline. */
  text(): string {
    if (this.#rows.length === 0) return 'nothing happened there\n';
    const involved = new Set(this.#rows.flatMap(({ actors }) => actors));
    const lines = [...involved].toSorted((a, b) => a - b).slice(0, MOST_LINES);
    const labels = lines.map((id) => this.#labelOf(id));
    const places: number[] = [];
    let width = 0;
    for (const label of labels) {
      places.push(width + Math.floor(label.length / 2));
      width += Math.max(label.length + 1, 5);
    }
    const placeOf = new Map(lines.map((id, i) => [id, places[i]]));
    const stamps = this.#rows.map(({ entry }) => moment(entry.timeNs));
    const margin = Math.max(...stamps.map(({ length }) => length));
    let head = '';
    labels.forEach((label, i) => {
      head = head.padEnd(places[i] - Math.floor(label.length / 2)) + label;
    });
    const rows = this.#rows.map((row, i) => {
      return `${stamps[i].padStart(margin)}  ${drawn(row, placeOf, width)} ${row.words}\n`;
    });
    return `${' '.repeat(margin)}  ${head}\n${rows.join('')}\n${LEGEND}`;
  }

  #shows(actors: readonly number[], round: number | undefined): boolean {
    if (this.#actor !== undefined && !actors.includes(this.#actor)) return false;
    return this.#scope.round === undefined || this.#scope.round === round;
  }

  #actorsOf(entry: Entry): readonly number[] {
    const sent = this.#narrator.message(messageOf(entry) ?? NO_MESSAGE);
    if (sent !== undefined) return [sent.from, sent.to];
    if ('actor' in entry) return [entry.actor];
    return entry.kind === 'refused' ? [entry.by] : [];
  }

  #roundOf(entry: Entry, actors: readonly number[]): number | undefined {
    const message = messageOf(entry);
    if (message === undefined) return this.#rounds.get(actors[0]) ?? 0;
    if (this.#scope.round === undefined) return undefined;
    if (entry.kind === 'sent') this.#sentIn.set(entry.id, this.#rounds.get(entry.from) ?? 0);
    return this.#sentIn.get(message);
  }

  /** `server`, and `c12` for client-12. */
  #labelOf(id: number): string {
    const name = this.#directory.name(id);
    const { role, index } = this.#directory.place(id);
    return name === role ? role : `${role.slice(0, 1)}${index + 1}`;
  }
}

/** The message of an entry. */
function messageOf(entry: Entry): number | undefined {
  if ('id' in entry) return entry.id;
  return entry.kind === 'faulted' && entry.message !== NO_MESSAGE ? entry.message : undefined;
}

/** One row: the lines of all actors, and what this entry does to them. */
function drawn({ entry, actors, busy }: Row, placeOf: ReadonlyMap<number, number>, width: number): string {
  const cells = Array.from({ length: width }, () => ' ');
  for (const [id, place] of placeOf) cells[place] = busy.has(id) ? '#' : '|';
  const [first, second] = actors.map((id) => placeOf.get(id));
  if ('id' in entry && first !== undefined && second !== undefined && first !== second) {
    draw(cells, entry.kind, first, second);
  } else if (first !== undefined) cells[first] = MARKS[entry.kind] ?? '*';
  return cells.join('');
}

const MARKS: Readonly<Partial<Record<Entry['kind'], string>>> = {
  sent: 'o',
  refused: 'x',
  lost: 'x',
  computing: '[',
  computed: ']',
  labelled: '=',
  expired: '?',
  stalled: '?',
  finished: '$',
  faulted: '!',
};

/** An arrow from line to line, through which the lines that it crosses remain visible. */
function draw(cells: string[], kind: Entry['kind'], from: number, to: number): void {
  const step = Math.sign(to - from);
  const body = kind === 'sent' || kind === 'lost' ? '-' : '.';
  const end = kind === 'lost' ? Math.floor((from + to) / 2) : to;
  for (let at = from + step; at !== end; at += step) if (cells[at] === ' ') cells[at] = body;
  if (kind === 'sent') cells[from] = 'o';
  if (kind === 'lost') cells[end] = 'x';
  else cells[to - step] = step > 0 ? '>' : '<';
  if (kind === 'delivered') cells[to] = '*';
  if (kind === 'refused') cells[to] = 'x';
}
