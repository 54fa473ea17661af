/** Files of lines too large to be held as one text. */

import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { createHash, type Hash } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { requireFile } from '../data/file.ts';
import { writing } from '../data/write.ts';

const CHUNK = 1 << 20;

/**
 * The lines of a file, without their ends; what follows the last end of a line is one too, unless it is empty.
 * @throws CahootsError where there is no file to read
 */
export function* linesOf(file: string): Generator<string> {
  requireFile(file, 'a file of lines');
  const descriptor = openSync(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const bytes = Buffer.alloc(CHUNK);
    let rest = '';
    for (let read = 1; read > 0;) {
      read = readSync(descriptor, bytes, 0, CHUNK, null);
      const lines = (rest + (read > 0 ? decoder.write(bytes.subarray(0, read)) : decoder.end())).split('\n');
      rest = lines.pop() as string;
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(descriptor);
  }
}

/** Writes lines, and takes its name only when it is whole: what was there before stays until then. */
export class LineFile {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #hash: Hash = createHash('sha256');
  #waiting: string[] = [];
  #length = 0;

  /** @throws CahootsError where it cannot be written */
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
    writing(this.#file, () => {
      for (let at = 0; at < bytes.byteLength;) at += writeSync(this.#descriptor, bytes, at);
    });
  }
}
