/** A kind of picture: its name, its input, the table that it is drawn from, and how it is drawn. */

import type { Certificate } from '../../lab/attack/certificate.ts';
import type { FigureTable } from '../../run/figures/table.ts';
import type { Row } from '../../run/tidy/rows.ts';
import type { RunRecord } from '../record/run-record.ts';
import type { Drawing } from './drawing.ts';
import type { PictureDescription } from '../../run/plugin/picture-description.ts';

/** What can be drawn from. */
export interface Subject {
  /** What the picture is about, in a few words. */
  readonly title: string;
  /** From a trace. */
  readonly record?: RunRecord;
  /** Iteration by iteration; known if the run was repeated. */
  readonly iterations?: readonly Row[];
  /** What coalitions recovered. */
  readonly certificate?: Certificate;
  /** From a comparison, a sweep, or any table: a row for each run. */
  readonly rows?: readonly Row[];
  /** What their columns mean; absent: only figures of every run are known. */
  readonly figures?: FigureTable;
  /** What plugins can draw besides the built-in kinds. */
  readonly pictures?: readonly Picture[];
}

/** Which part of it to draw. */
export interface Choice {
  /** Columns of a table. */
  readonly x?: string | undefined;
  readonly y?: string | undefined;
  /** The column that distinguishes rows. */
  readonly by?: string | undefined;
  /** The axes that are logarithmic: of the setting (x), of the figure (y). */
  readonly log?: 'x' | 'y' | 'both' | undefined;
  /** For a trace: what happened in this round. */
  readonly round?: number | undefined;
  /** Virtual nanoseconds. */
  readonly fromNs?: number | undefined;
  readonly untilNs?: number | undefined;
}

/** Which axes are logarithmic. */
export function logOf({ log }: Choice): { readonly x: boolean; readonly y: boolean } {
  return { x: log === 'x' || log === 'both', y: log === 'y' || log === 'both' };
}

export interface Picture extends PictureDescription {
  /** What it is drawn from: a trace, a repeated run, the results of attacks, or a table of runs. */
  readonly needs: 'trace' | 'replay' | 'certificate' | 'table';
  /** The parts of {@link Choice} that it uses. */
  readonly heeds: readonly (keyof Choice)[];
  /** The table that is drawn; undefined if the subject lacks it. */
  rows(subject: Subject, choice: Choice): readonly Row[] | undefined;
  /**
   * @param rows at least one
   * @param figures what columns of the subject's table mean
   */
  draw(rows: readonly Row[], choice: Choice, figures: FigureTable): Drawing;
}

/** Declares a kind of picture. */
export function picture(declared: Picture): Picture {
  return Object.freeze(declared);
}
