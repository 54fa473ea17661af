/**
 * The files of a sweep in its folder: a row for each run, measured values in a separate file, and a description of the sweep. Rows
 * follow from the scenario and the code alone, so they are equal byte for byte on any machine and for any number of parts.
 */

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CahootsError } from '../../core/base/errors.ts';
import { isFile, wrongFile } from '../../run/data/file.ts';
import { makeDirectory, replaceWhole } from '../../run/data/write.ts';
import { LineFile } from '../tables/line-file.ts';
import { jsonOf, type Row } from '../../run/tidy/rows.ts';
import { MEASURED } from '../../run/tidy/digest.ts';
import { placedIn } from '../tables/placed.ts';
import type { Shard } from './shard.ts';

export const ROWS = 'rows.jsonl';
export const MEASURES = 'measured.jsonl';
export const JOURNAL = 'runs.jsonl';
const ABOUT = 'sweep.json';

/** What the rows belong to. */
export interface SweepAbout {
  /** Of the scenario. */
  readonly name: string;
  readonly file: string;
  /** The paths that were varied, which are columns. */
  readonly axes: readonly string[];
  readonly points: number;
  readonly seeds: number;
  /** Of the whole sweep. */
  readonly runs: number;
  /** Points that protocols refused. */
  readonly skipped: readonly { readonly title: string; readonly reason: string }[];
  /** SHA-256 of all runs to be done, and of the code. */
  readonly digest: string;
  readonly part: Shard;
  /** SHA-256 of each file, once they are complete. */
  readonly complete?: { readonly rows: string; readonly measured: string };
}

/** Whether a sweep was written to this folder. */
export function isSweepFolder(path: string): boolean {
  return isFile(join(path, ABOUT));
}

/** Whether a file is a sweep's journal, which has figures of runs, but not the scenarios that its rows have. */
export function isJournalOfSweep(file: string): boolean {
  return basename(file) === JOURNAL && isSweepFolder(dirname(file));
}

/**
 * Writes what a sweep is about into its folder, which is created if need be.
 * @throws CahootsError if the file cannot be written
 */
export function writeAbout(folder: string, about: SweepAbout): void {
  makeDirectory(folder);
  replaceWhole(join(folder, ABOUT), `${JSON.stringify(about, undefined, 2)}\n`);
}

/**
 * What the folder of a sweep says of it.
 * @throws CahootsError for a folder that was not written by a sweep
 */
export function readAbout(folder: string): SweepAbout {
  const file = join(folder, ABOUT);
  if (!isSweepFolder(folder))
    throw wrongFile(folder, `expected a folder that cahoots sweep --out wrote, got one without ${ABOUT}`);
  try {
    const about = JSON.parse(readFileSync(file, 'utf8')) as SweepAbout;
    if (typeof about.digest === 'string' && about.part.index >= 1 && Number.isInteger(about.runs))
      return about;
  } catch {
    // Reported below.
  }
  throw new CahootsError('bad-input', 'expected what cahoots sweep wrote, got something else', { file });
}

/** Writes the rows of runs, in order. The file appears when all are written. */
export class SweepRows {
  readonly #folder: string;
  readonly #rows: LineFile;
  readonly #measured: LineFile;

  constructor(folder: string) {
    this.#folder = folder;
    makeDirectory(folder);
    this.#rows = new LineFile(join(folder, ROWS));
    this.#measured = new LineFile(join(folder, MEASURES));
  }

  add(row: Row): void {
    const measured: Record<string, Row[string]> = { run: row.run };
    const rest: Record<string, Row[string]> = {};
    for (const column in row) (isMeasured(column) ? measured : rest)[column] = row[column];
    this.addLines(jsonOf(placedIn(this.#folder, rest)), jsonOf(measured));
  }

  /** Adds lines from other files unchanged. */
  addLines(row: string, measured: string): void {
    this.#rows.add(row);
    this.#measured.add(measured);
  }

  finish(): { rows: string; measured: string } {
    return { rows: this.#rows.finish(), measured: this.#measured.finish() };
  }

  abandon(): void {
    this.#rows.abandon();
    this.#measured.abandon();
  }
}

function isMeasured(column: string): boolean {
  return MEASURED.some((one) => one === column);
}
