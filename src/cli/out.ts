/** The directory that `--out` names: the trace as it grows, then the report and the labels. */

import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Labels, NO_CLUSTER } from '../cluster/labels.ts';
import { CahootsError } from '../base/errors.ts';
import { makeDirectory, writeWhole, writing } from '../data/write.ts';
import type { Report } from '../report/report.ts';

export class OutDirectory {
  readonly trace: string;
  readonly #directory: string;
  readonly #descriptor: number;
  #failed = false;

  /** @throws CahootsError when it cannot be written, or holds the files of a run already: nothing is overwritten */
  constructor(directory: string) {
    this.#directory = directory;
    this.trace = join(directory, 'run.trace');
    makeDirectory(directory);
    for (const file of [this.trace, this.#report, this.#labels]) if (existsSync(file)) throw inTheWay(file);
    this.#descriptor = writing(this.trace, () => openSync(this.trace, 'wx'));
  }

  readonly sink = (bytes: Uint8Array): void => {
    // What comes behind a gap could not be read.
    if (this.#failed) return;
    try {
      writing(this.trace, () => {
        for (let at = 0; at < bytes.byteLength;) at += writeSync(this.#descriptor, bytes, at);
      });
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  };

  get #report(): string {
    return join(this.#directory, 'report.json');
  }

  get #labels(): string {
    return join(this.#directory, 'labels.csv');
  }

  /** @param labels by row of the data */
  finish(report: Report, labels: Labels | undefined): void {
    writeWhole(this.#report, `${JSON.stringify(report, undefined, 2)}\n`);
    if (labels === undefined) return;
    const lines = Array.from(labels, (label, row) => `${row},${label === NO_CLUSTER ? '' : label}\n`);
    writeWhole(this.#labels, `row,cluster\n${lines.join('')}`);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function inTheWay(file: string): CahootsError {
  const message = `expected a directory to write a new trace to, got one that holds ${file}`;
  return new CahootsError('bad-input', message, { path: '--out' });
}
