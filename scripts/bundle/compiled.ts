/**
 * What V8 compiled in an earlier process, kept in a file of the folder `.compiled` beside the build: only those can write there who may change
 * the program itself, and where nobody can, all is compiled each time. Node.js has a cache of its own only from version 22 on, and
 * keeps less in it.
 */

import type { Script } from 'node:vm';

// As in `loader.ts`.
const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs');
const { fileURLToPath } = process.getBuiltinModule('node:url');
const { getHeapCodeStatistics } = process.getBuiltinModule('node:v8');
const { crc32 } = process.getBuiltinModule('node:zlib');

const FOLDER = new URL('../../.compiled/', import.meta.url);

/** A file begins with two numbers, aligned as V8 likes it: a checksum of all that follows it, and how many bytes of bytecode there were. */
const NUMBER_BYTES = 8;
/** How much more bytecode is worth another file. */
const MORE = 1.1;
/** Who waits for longer does not mind what is compiled, but V8 would have to look through more memory. */
const SHORT_SECONDS = 10;

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
    return this.#kept?.subarray(NUMBER_BYTES);
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
    const numbers = Buffer.alloc(2 * NUMBER_BYTES);
    numbers.writeDoubleLE(bytecode, NUMBER_BYTES);
    const file = Buffer.concat([numbers, code]);
    file.writeDoubleLE(crc32(file.subarray(NUMBER_BYTES)));
    const unfinished = `${fileURLToPath(this.#file)}.${process.pid}`;
    try {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(unfinished, file);
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

/** Checks a file for damage, as V8 does not, and would end the process. */
function read(file: URL): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const kept = bytes.subarray(NUMBER_BYTES);
    return crc32(kept) === bytes.readDoubleLE() ? kept : undefined;
  } catch {
    return undefined;
  }
}
