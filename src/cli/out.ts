/** The directory of `--out`: the trace as it is written, then the report, the labels and the centres. */

import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { makeDirectory, writeWhole, writing } from '../run/data/write.ts';
import { writeAll } from '../core/platform/node/write-all.ts';
import type { Report } from '../run/report/report.ts';
import { csvOf, type Row } from '../run/tidy/rows.ts';
import { jsonText } from './print.ts';

const TABLES = ['labels.csv', 'centres.csv'] as const;
type Table = (typeof TABLES)[number];

export class OutDirectory {
  readonly trace: string;
  readonly #directory: string;
  readonly #descriptor: number;
  #failed = false;

  /**
   * @throws CahootsError if it cannot be written, or already holds the files of a run: nothing is overwritten
   */
  constructor(directory: string) {
    this.#directory = directory;
    this.trace = join(directory, 'run.trace');
    makeDirectory(directory);
    for (const file of [this.trace, this.#report, ...TABLES.map((name) => join(directory, name))])
      if (existsSync(file)) throw inTheWay(file);
    this.#descriptor = writing(this.trace, () => openSync(this.trace, 'wx'));
  }

  readonly sink = (bytes: Uint8Array): void => {
    // What follows a gap could not be read.
    if (this.#failed) return;
    try {
      writing(this.trace, () => writeAll(this.#descriptor, bytes));
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  };

  get #report(): string {
    return join(this.#directory, 'report.json');
  }

  /** Tables without rows are not written. */
  finish(report: Report, tables: Readonly<Partial<Record<Table, readonly Row[]>>> = {}): void {
    writeWhole(this.#report, jsonText(report, 2));
    for (const name of TABLES) {
      const rows = tables[name] ?? [];
      if (rows.length > 0) writeWhole(join(this.#directory, name), csvOf(rows));
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function inTheWay(file: string): CahootsError {
  const message = `expected a directory to write a new trace to, got one that holds ${file}`;
  return new CahootsError('bad-input', message, { path: '--out' });
}
