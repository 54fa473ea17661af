/** The figures of runs by name: those of every run, and those that protocols measure themselves. */

import { CahootsError } from '../../core/base/errors.ts';
import {
  descriptionOf,
  type FigureDescription,
  type FigureValue,
  type Range,
  rangeOf,
} from '../../core/protocol/figure.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { EVERY_RUN } from './every-run.ts';

export { rangeOf };

/** A figure, and where it is from. */
export interface RunFigure extends FigureDescription {
  /** The protocol that measures it; absent: every run has it. */
  readonly protocol?: string | undefined;
}

/** In display order: what figures are about. */
const ORDER: readonly FigureDescription['about'][] = ['quality', 'missing', 'privacy', undefined, 'cost'];

/**
 * Everything that is said about figures is read from such a table: titles, units, directions, ranges, meanings,
 * and which are shown where.
 */
export class FigureTable implements Iterable<RunFigure> {
  /** In display order; a figure that several protocols measure has an entry for each. */
  readonly entries: readonly RunFigure[];
  readonly #byName: ReadonlyMap<string, RunFigure>;

  /** @throws CahootsError if one name has several units, ranges or directions */
  constructor(figures: Iterable<RunFigure>) {
    const byName = new Map<string, RunFigure>();
    const entries = new Map<string, RunFigure>();
    for (const figure of figures) {
      const { name, protocol } = figure;
      const known = byName.get(name);
      if (known === undefined) byName.set(name, figure);
      else refuseOther(known, figure);
      const key = JSON.stringify([name, protocol]);
      if (!entries.has(key)) entries.set(key, figure);
    }
    const placeOf = ({ about }: RunFigure): number => ORDER.indexOf(about);
    this.entries = [...entries.values()].toSorted((a, b) => placeOf(a) - placeOf(b));
    this.#byName = new Map(this.entries.map(({ name }) => [name, byName.get(name) as RunFigure]));
  }

  /** Each name once, in display order. */
  [Symbol.iterator](): Iterator<RunFigure> {
    return this.#byName.values();
  }

  /** @returns for a column that nobody describes, such as a setting: a plain number under its own name */
  of(column: string): RunFigure {
    return this.#byName.get(column) ?? { name: column, title: column, summary: '', unit: 'number' };
  }

  toJSON(): readonly RunFigure[] {
    return this.entries;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Those in front, for overviews. */
  get main(): RunFigure[] {
    return [...this].filter(({ rank = 'main' }) => rank === 'main');
  }

  /** Those that these rows have and that full tables show: an exception only where some row has another value than 0. */
  shownIn(rows: readonly Readonly<Record<string, unknown>>[]): RunFigure[] {
    return [...this].filter(({ name, rank }) => {
      if (rank === 'hidden') return false;
      return rows.some((row) => row[name] !== undefined && !(rank === 'exception' && row[name] === 0));
    });
  }

  /** The same, but where some row lacks points, figures that do not count these give way to those over all points. */
  comparedIn(rows: readonly Readonly<Record<string, unknown>>[]): RunFigure[] {
    const isPartial = [...this].some(
      ({ name, about }) => about === 'missing' && rows.some((row) => Number(row[name] ?? 0) > 0),
    );
    return this.shownIn(rows).filter(({ over }) => over === undefined || isPartial === (over === 'all'));
  }

  /** @param text a name, or the title of a figure */
  columnNamed(text: string): string {
    if (this.has(text)) return text;
    return [...this].find(({ title }) => title === text)?.name ?? text;
  }

  /**
   * Those of every run, and those of these protocols.
   * @param named as rows name them, perhaps with settings after a space
   */
  ofProtocols(named: readonly unknown[]): FigureTable {
    const names = new Set(named.map((one) => String(one).split(' ')[0]));
    return new FigureTable(
      this.entries.filter(({ protocol }) => protocol === undefined || names.has(protocol)),
    );
  }

  /** With the figures of another table whose names this one lacks. */
  or(other: FigureTable): FigureTable {
    return new FigureTable([...this.entries, ...other.entries.filter(({ name }) => !this.has(name))]);
  }
}

/** Those of every run. */
export const everyRun = new FigureTable(EVERY_RUN);

/**
 * The figures of every run, and those that these protocols measure themselves.
 * @throws CahootsError for a figure that is described in two ways, or named like one of every run
 */
export function figuresOf(protocols: readonly AnyProtocol[]): FigureTable {
  const own = protocols.flatMap(({ name: protocol, figures = [] }) => {
    const names = figures.map(({ name }) => name);
    const twice = names.find((name, at) => names.indexOf(name) < at);
    if (twice !== undefined) throw wrong(protocol, 'figures of different names', `${twice} twice`);
    const taken = names.find((name) => everyRun.has(name));
    if (taken !== undefined) throw wrong(protocol, 'names of figures that not every run has anyway', taken);
    return figures.map((figure): RunFigure => ({ ...descriptionOf(figure), protocol }));
  });
  return new FigureTable([...EVERY_RUN, ...own]);
}

/** The figures of runs as their traces describe them, which needs no plugin. */
export function figuresWith(values: readonly FigureValue[]): FigureTable {
  const own = values.filter(({ name }) => !everyRun.has(name));
  return new FigureTable([
    ...EVERY_RUN,
    ...own.map((one) => ({ ...descriptionOf(one), protocol: 'the protocol' })),
  ]);
}

function wrong(protocol: string, expected: string, got: string): CahootsError {
  return new CahootsError('bad-input', `protocol ${protocol}: expected ${expected}, got ${got}`);
}

/** @throws CahootsError unless numbers of both mean the same */
function refuseOther(one: RunFigure, other: RunFigure): void {
  const traits = [
    ['unit', ({ unit }: RunFigure) => unit],
    ['better', ({ better }: RunFigure) => better ?? 'neither way'],
    ['range', (figure: RunFigure) => rangeText(rangeOf(figure))],
  ] as const;
  for (const [trait, traitOf] of traits) {
    if (traitOf(one) === traitOf(other)) continue;
    const message = `expected one meaning of the figure ${one.name}, got two: ${trait} ${traitOf(one)} (${sourceOf(one)}) and ${traitOf(other)} (${sourceOf(other)}); rename one of them`;
    throw new CahootsError('bad-input', message);
  }
}

function rangeText({ least, most }: Range): string {
  return `${least ?? 'any'} to ${most ?? 'any'}`;
}

function sourceOf({ protocol }: RunFigure): string {
  return protocol === undefined ? 'of every run' : `of ${protocol}`;
}
