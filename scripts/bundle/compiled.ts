/**
 * What V8 compiled in an earlier process, kept in a file of the folder `.compiled` beside the build: only those can write there who may change
 * the program itself, and where nobody can, all is compiled each time. Node.js has a cache of its own only from version 22 on, and
 * keeps less in it.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { getHeapCodeStatistics } from 'node:v8';
import type { Script } from 'node:vm';

const FOLDER = new URL('../../.compiled/', import.meta.url);

/** Of all that follows it in a file. */
const DIGEST_BYTES = 32;
/** For a number that follows it: how many bytes of bytecode there were when the file was made. */
const BYTECODE_BYTES = 8;
/** How much more bytecode is worth another file. */
const MORE = 1.1;
/** Who waits for longer does not mind what is compiled, but V8 would have to look through more memory. */
const SHORT_SECONDS = 10;

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** A file of compiled code. */
export class Compiled {
  readonly #file: URL;
  readonly #kept: Buffer | undefined;

  /** @param name tells apart all that V8 would refuse, or what serves another purpose */
  constructor(name: string) {
    this.#file = new URL(name, FOLDER);
    this.#kept = read(this.#file);
  }

  /** For V8, if there is any. */
  get code(): Buffer | undefined {
    return this.#kept?.subarray(BYTECODE_BYTES);
  }

  /**
   * Keeps what has been compiled of a script when the process ends, unless it has come from the file: not all of it needs to, as what is
   * compiled depends on what is done.
   */
  keepAtEnd(script: Script): void {
    const used = script.cachedDataRejected === false ? this.#kept : undefined;
    process.on('exit', (code) => {
      if (code !== 0 || (used !== undefined && process.uptime() > SHORT_SECONDS)) return;
      const now = getHeapCodeStatistics().bytecode_and_metadata_size;
      if (now > MORE * (used?.readDoubleLE() ?? 0)) this.#write(now, script.createCachedData());
    });
  }

  /** Writes it in one step, as other processes may be reading or writing it; in vain where that can't be. */
  #write(bytecode: number, code: Buffer): void {
    const head = Buffer.alloc(BYTECODE_BYTES);
    head.writeDoubleLE(bytecode);
    const kept = Buffer.concat([head, code]);
    const unfinished = `${fileURLToPath(this.#file)}.${process.pid}`;
    try {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(unfinished, Buffer.concat([digestOf(kept), kept]));
      renameSync(unfinished, this.#file);
    } catch {
      try {
        // Where there was no room for all of it.
        rmSync(unfinished, { force: true });
      } catch {
        // Nor was there a folder.
      }
    }
  }
}

/** Checks a file, as V8 does not, and would end the process. */
function read(file: URL): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const kept = bytes.subarray(DIGEST_BYTES);
    return digestOf(kept).equals(bytes.subarray(0, DIGEST_BYTES)) ? kept : undefined;
  } catch {
    return undefined;
  }
}
