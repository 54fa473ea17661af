/** The results of a batch so far, on disk, so that an interrupted batch can be resumed. */

import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CahootsError } from '../../core/base/errors.ts';
import { makeDirectory, writing } from '../../run/data/write.ts';
import type { Plugin } from '../../run/plugin/plugin.ts';
import { buildOf } from '../../core/platform/node/build.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { placedIn, readFrom } from '../tables/placed.ts';
import { Lock } from './lock.ts';

interface Line {
  readonly key: string;
  /** The code that produced it, see {@link buildOf}. */
  readonly build: string;
  readonly output: unknown;
  /** SHA-256 over the other fields. It detects edits by hand, but not forgery: anybody can compute it. */
  readonly digest: string;
}

/** The part of a journal that a batch uses. */
export interface Kept {
  /** The output under a key; undefined if there is none. */
  get(key: string): unknown;
  /** Whether the only output under a key comes from other code. */
  isOutdated(key: string): boolean;
  add(key: string, output: unknown): void;
}

/**
 * An append-only file of JSON lines, each with a job's key, its output and the code that produced it. Outputs of other code are not
 * reused.
 */
export class Journal implements Kept {
  readonly folder: string;
  readonly #file: string;
  readonly #build: string;
  readonly #outputs = new Map<string, unknown>();
  /** Keys whose outputs come from other code only. */
  readonly #outdated = new Set<string>();
  readonly #lock: Lock;
  readonly #descriptor: number;

  /**
   * @param build the code that runs now
   * @throws CahootsError if the file cannot be written, is being written by another process, or is not a journal
   */
  constructor(file: string, build: string) {
    this.#file = file;
    this.folder = dirname(file);
    this.#build = build;
    makeDirectory(this.folder);
    this.#lock = new Lock(file);
    try {
      const text = existsSync(file) ? writing(file, () => readFileSync(file, 'utf8')) : '';
      for (const line of read(text, file)) this.#take(line);
      this.#descriptor = writing(file, () => openSync(file, 'a'));
      // A truncated line stays; the next must begin on a line of its own.
      if (text !== '' && !text.endsWith('\n')) this.#write('\n');
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  get(key: string): unknown {
    return this.#outputs.get(key);
  }

  isOutdated(key: string): boolean {
    return this.#outdated.has(key);
  }

  add(key: string, output: unknown): void {
    this.#outputs.set(key, output);
    const found = { key, build: this.#build, output };
    this.#write(`${JSON.stringify({ ...found, digest: digestOf(found) } satisfies Line)}\n`);
  }

  close(): void {
    closeSync(this.#descriptor);
    this.#lock.release();
  }

  #take({ key, build, output }: Line): void {
    if (build === this.#build) {
      this.#outputs.set(key, output);
      this.#outdated.delete(key);
    } else if (!this.#outputs.has(key)) this.#outdated.add(key);
  }

  #write(line: string): void {
    writing(this.#file, () => writeSync(this.#descriptor, line));
  }
}

/** What a batch keeps in a journal of rows, in which the file of a scenario is as seen from the journal. */
export function keepingRows(journal: Journal): Kept {
  return {
    get: (key) => {
      const row = journal.get(key) as Row | undefined;
      return row && readFrom(journal.folder, row);
    },
    isOutdated: (key) => journal.isOutdated(key),
    add: (key, row) => journal.add(key, placedIn(journal.folder, row as Row)),
  };
}

/** The journal of a batch with this code and these plugins; undefined if none is kept. */
export function journalOf({
  journal,
  plugins,
}: {
  readonly journal?: string | undefined;
  readonly plugins: readonly Plugin[];
}): Journal | undefined {
  return journal === undefined
    ? undefined
    : new Journal(journal, buildOf(plugins.map(({ module }) => module)));
}

const BEGINNING = '{"key":"';

function read(text: string, file: string): Line[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const value = parse(line);
    const wrong = (got: string): CahootsError =>
      new CahootsError('bad-input', `expected a line that a study wrote, got ${got}`, { file, line: i + 1 });
    if (value !== undefined) {
      // Earlier versions did not record the code.
      if (value.build === undefined && value.digest === undefined) return { ...value, build: '', digest: '' };
      if (value.digest === digestOf(value)) return value as Line;
      throw wrong('one that was changed');
    }
    // Truncated while it was written; if the batch was resumed, more lines follow.
    if (line.startsWith(BEGINNING) || BEGINNING.startsWith(line)) return [];
    throw wrong('another');
  });
}

function digestOf({ key, build, output }: Omit<Written, 'digest'>): string {
  return createHash('sha256')
    .update(JSON.stringify([key, build, output]))
    .digest('hex');
}

/** The fields that a line may have. */
type Written = Pick<Line, 'key' | 'output'> & Partial<Line>;

function parse(line: string): Written | undefined {
  try {
    const value = JSON.parse(line) as Partial<Line> | null;
    return typeof value?.key === 'string' && 'output' in value ? (value as Written) : undefined;
  } catch {
    return undefined;
  }
}
