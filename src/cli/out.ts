/** The directory that `--out` names: the trace as it grows, then the report and the labels. */

import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Labels, NO_CLUSTER } from '../cluster/labels.ts';
import { CahootsError } from '../base/errors.ts';
import type { Report } from '../report/report.ts';

export class OutDirectory {
  readonly trace: string;
  readonly #directory: string;
  readonly #descriptor: number;

  /** @throws CahootsError when it cannot be written, or holds a trace already: nothing is overwritten */
  constructor(directory: string) {
    this.#directory = directory;
    this.trace = join(directory, 'run.trace');
    try {
      mkdirSync(directory, { recursive: true });
      this.#descriptor = openSync(this.trace, 'wx');
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      const exists = code === 'EEXIST' && syscall === 'open';
      const got = exists ? `one that holds ${this.trace}` : (error as Error).message;
      throw new CahootsError('bad-input', `expected a directory to write a new trace to, got ${got}`, {
        path: '--out',
      });
    }
  }

  readonly sink = (bytes: Uint8Array): void => {
    for (let written = 0; written < bytes.byteLength;) written += writeSync(this.#descriptor, bytes, written);
  };

  /** @param labels by row of the data */
  finish(report: Report, labels: Labels | undefined): void {
    writeFileSync(join(this.#directory, 'report.json'), `${JSON.stringify(report, undefined, 2)}\n`);
    if (labels === undefined) return;
    const lines = Array.from(labels, (label, row) => `${row},${label === NO_CLUSTER ? '' : label}\n`);
    writeFileSync(join(this.#directory, 'labels.csv'), `row,cluster\n${lines.join('')}`);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
