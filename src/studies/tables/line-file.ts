/** Files of lines too large to be held as one string. */

import { closeSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { createHash, type Hash } from 'node:crypto';
import { requireFile } from '../../run/data/file.ts';
import { writing } from '../../run/data/write.ts';
import { writeAll } from '../../core/platform/node/write-all.ts';

const CHUNK = 1 << 20;

/**
 * The lines of a file, without line ends; what follows the last line end is a line too, unless it is empty.
 * @throws CahootsError if there is no file to read
 */
export function* linesOf(file: string): Generator<string> {
  for (const line of lineBytesOf(file)) yield line.toString();
}

/** The lines of a file as bytes (UTF-8); each is valid only until the next is requested. */
export function* lineBytesOf(file: string): Generator<Buffer> {
  requireFile(file, 'a file of lines');
  const descriptor = openSync(file, 'r');
  try {
    let bytes = Buffer.alloc(CHUNK);
    /** How much of an incomplete line is at the beginning. */
    let held = 0;
    for (;;) {
      // A line may be longer than the buffer.
      if (held === bytes.length) bytes = Buffer.concat([bytes], 2 * held);
      const read = readSync(descriptor, bytes, held, bytes.length - held, null);
      if (read === 0) break;
      const filled = held + read;
      let start = 0;
      for (let end; (end = bytes.subarray(0, filled).indexOf(NEWLINE, start)) !== -1; start = end + 1)
        yield bytes.subarray(start, end);
      bytes.copyWithin(0, start, filled);
      held = filled - start;
    }
    if (held > 0) yield bytes.subarray(0, held);
  } finally {
    closeSync(descriptor);
  }
}

const NEWLINE = 10;

/**
 * SHA-256 of a file, as {@link LineFile} gives it.
 * @throws CahootsError if there is no file to read
 */
export function digestOfFile(file: string): string {
  requireFile(file, 'a file of lines');
  const hash = createHash('sha256');
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(CHUNK);
    for (let read; (read = readSync(descriptor, bytes, 0, CHUNK, null)) > 0;)
      hash.update(bytes.subarray(0, read));
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}

/**
 * Writes lines to a temporary file, which is renamed only when complete: until then any earlier file stays.
 */
export class LineFile {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #hash: Hash = createHash('sha256');
  #waiting: string[] = [];
  #length = 0;

  /** @throws CahootsError if it cannot be written */
  constructor(file: string) {
    this.#file = file;
    this.#descriptor = writing(file, () => openSync(this.#part, 'w'));
  }

  add(line: string): void {
    this.#waiting.push(line);
    this.#length += line.length;
    if (this.#length >= CHUNK) this.#write();
  }

  /** Returns the SHA-256 of what was written. */
  finish(): string {
    this.#write();
    closeSync(this.#descriptor);
    writing(this.#file, () => renameSync(this.#part, this.#file));
    return this.#hash.digest('hex');
  }

  /** Leaves nothing behind. */
  abandon(): void {
    closeSync(this.#descriptor);
    rmSync(this.#part, { force: true });
  }

  get #part(): string {
    return `${this.#file}.part`;
  }

  #write(): void {
    const bytes = Buffer.from(this.#waiting.map((line) => `${line}\n`).join(''));
    this.#waiting = [];
    this.#length = 0;
    this.#hash.update(bytes);
    writing(this.#file, () => writeAll(this.#descriptor, bytes));
  }
}
