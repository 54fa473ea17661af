/**
 * What a protocol reports about a run beyond what every run has: epsilon, the loss about its own centres, who
 * lied.
 */

import { defined } from '../base/defined.ts';
import { assert } from '../base/errors.ts';
import type { Matrix } from '../base/matrix.ts';
import { type Labels, sameLabels } from '../base/labels.ts';
import type { Clustered, Outcome } from './outcome.ts';
import type { Sent } from './sent.ts';
import type { Population } from './population.ts';

/** What a figure is computed from, after the run: none of it is passed back to a party. */
export interface Measured<A = unknown, O extends Outcome = Clustered> {
  readonly agreed: A;
  readonly outcome: O;
  /** All points by row of the data. */
  readonly points: Matrix;
  /** The cluster of every row of the data (0xffff: none), if it is known. */
  readonly labels?: Labels;
  readonly population: Population;
  readonly sent: Sent;
}

/** How a number is displayed: as it is, as a fraction of one, as a multiple, in bytes, operations or nanoseconds. */
export type Unit = 'number' | 'share' | 'ratio' | 'bytes' | 'operations' | 'ns';

/** The bounds of a figure's values. */
export interface Range {
  readonly least?: number;
  readonly most?: number;
}

/** What a figure is, without its values: all that text, tables, pages and pictures need to show it. */
export interface FigureDescription {
  /** A key in files: camelCase. */
  readonly name: string;
  /** Its heading in tables: a few words. */
  readonly title: string;
  /** Its meaning in one line. */
  readonly summary: string;
  readonly unit: Unit;
  /** Which way is better; absent if neither is. */
  readonly better?: 'up' | 'down' | undefined;
  /**
   * Its possible values; absent: shares from 0 to 1, ratios, bytes, operations and nanoseconds from 0,
   * and any number. `{}`: unknown.
   */
  readonly range?: Range | undefined;
  /**
   * What it is about: how good the result is, the points that this leaves out, the privacy that it cost, or
   * what else it cost; absent: something else.
   */
  readonly about?: 'quality' | 'missing' | 'privacy' | 'cost' | undefined;
  /**
   * Over the points that count only, so that missing points make it look better; or over all, to replace the
   * former where points are missing. Absent: missing points do not matter, or count against it.
   */
  readonly over?: 'counted' | 'all' | undefined;
  /**
   * How far in front it is shown: in overviews of sweeps and pictures (main; the default), in full tables
   * (detail), in full tables unless it is 0 everywhere (exception), or only if it is asked for (hidden).
   */
  readonly rank?: 'main' | 'detail' | 'exception' | 'hidden' | undefined;
}

/**
 * A figure of a protocol. Reports, comparisons, CSV files and expectations show it without knowing the protocol.
 * Privacy is spent however a run ends: figures about it are measured of aborted runs too, others of clusterings alone.
 */
export interface Figure<A = unknown, O extends Outcome = Clustered> extends FigureDescription {
  /** A number, or words if there is none; undefined if it does not apply to the run. */
  of(measured: Measured<A, O>): number | string | undefined;
  /**
   * A warning in words if the figure makes a comparison with other runs unfair.
   * @param value the figure's own
   */
  warning?(measured: Measured<A, O>, value: number | string | undefined): string | undefined;
}

/** A figure as stored in results, with everything needed to display it. */
export interface FigureValue extends FigureDescription {
  readonly value: number | string;
}

/** Declares a figure. */
export function figure<A, O extends Outcome = Clustered>(declared: Figure<A, O>): Figure<A, O> {
  return Object.freeze(declared);
}

/** What is said about a figure, without what computes it. */
export function descriptionOf(described: FigureDescription): FigureDescription {
  const { name, title, summary, unit, better, range, about, over, rank } = described;
  return defined({ name, title, summary, unit, better, range, about, over, rank });
}

/** The values of all figures that have one for such an outcome, in order, and their warnings. */
export function measure<A>(
  // oxlint-disable-next-line typescript/no-explicit-any -- each knows its own protocol's outcomes
  figures: readonly Figure<A, any>[],
  measured: Measured<A, Outcome>,
): { readonly figures: readonly FigureValue[]; readonly hints: readonly string[] } {
  const values: FigureValue[] = [];
  const hints: string[] = [];
  // They are the result of the run, and typed arrays cannot be frozen.
  const shared = [
    measured.labels,
    measured.outcome.kind === 'clustered' ? measured.outcome.labels : undefined,
  ];
  const before = shared.map((labels) => labels?.slice());
  for (const one of figures) {
    if (measured.outcome.kind === 'aborted' && one.about !== 'privacy') continue;
    const value = one.of(measured);
    if (value !== undefined) values.push({ ...descriptionOf(one), value: kept(value, one) });
    const hint: unknown = one.warning?.(measured, value);
    const isSame = shared.every(
      (labels, i) => labels === undefined || sameLabels(labels, before[i] ?? labels),
    );
    assert(isSame, `figure ${one.name} changes the labels of the run, which it may only read`);
    if (hint === undefined) continue;
    assert(typeof hint === 'string', `figure ${one.name} warns of ${String(hint)}, which is not in words`);
    hints.push(hint);
  }
  return { figures: values, hints };
}

/** The range of a figure: as declared, or by its unit. */
export function rangeOf({ unit, range }: Pick<FigureDescription, 'unit' | 'range'>): Range {
  if (range !== undefined) return range;
  if (unit === 'share') return { least: 0, most: 1 };
  return unit === 'number' ? {} : { least: 0 };
}

/**
 * What results can keep: JSON has no infinite numbers.
 * @throws AssertionError for what is no number of the figure's range, and no words
 */
function kept(value: unknown, described: FigureDescription): number | string {
  const { name } = described;
  if (typeof value === 'string') return value;
  assert(
    typeof value === 'number' && !Number.isNaN(value),
    `figure ${name} is ${String(value)}, neither a number nor words`,
  );
  const { least = -Infinity, most = Infinity } = rangeOf(described);
  assert(
    value >= least && value <= most,
    `figure ${name} is ${value}, which is not from ${least} to ${most}`,
  );
  return Number.isFinite(value) ? value : `${value}`;
}
