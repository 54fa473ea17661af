/** What a kind of picture is: its name, what it needs, the table that it is drawn from, and how. */

import type { Certificate } from '../../lab/attack/certificate.ts';
import type { Row } from '../../results/tidy/rows.ts';
import type { Story } from '../story/story.ts';
import type { Drawing } from './drawing.ts';

/** What there is to draw from. */
export interface Subject {
  /** What the picture is about, in a few words. */
  readonly title: string;
  /** From a trace. */
  readonly story?: Story;
  /** Iteration by iteration; known where a run was made again. */
  readonly iterations?: readonly Row[];
  /** What coalitions got. */
  readonly certificate?: Certificate;
  /** From a comparison, a sweep, or any table: a row for each run. */
  readonly rows?: readonly Row[];
}

/** What of it is to be drawn. */
export interface Choice {
  /** Columns of a table. */
  readonly x?: string;
  readonly y?: string;
  /** The column by which rows are told apart. */
  readonly by?: string;
  /** Of a trace: what happened in this round. */
  readonly round?: number;
  /** Virtual nanoseconds. */
  readonly fromNs?: number;
  readonly untilNs?: number;
}

export interface Kind {
  readonly name: string;
  /** One line for people who choose. */
  readonly summary: string;
  /** What it is drawn from: a trace, a run that was made again, what coalitions got, or a table of runs. */
  readonly needs: 'trace' | 'replay' | 'certificate' | 'table';
  /** What of {@link Choice} it heeds. */
  readonly heeds: readonly (keyof Choice)[];
  /** The table that is drawn; undefined where the subject has nothing of it. */
  rows(subject: Subject, choice: Choice): readonly Row[] | undefined;
  /** @param rows at least one */
  draw(rows: readonly Row[], choice: Choice): Drawing;
}

/** Declares a kind of picture. */
export function kind(declared: Kind): Kind {
  return Object.freeze(declared);
}
