/** A lock that lets one process at a time write to a file. Locks left behind by dead processes are removed. */

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { CahootsError } from '../../core/base/errors.ts';
import { writing } from '../../run/data/write.ts';

export class Lock {
  readonly #path: string;

  /** @throws CahootsError if another process holds the lock */
  constructor(file: string) {
    this.#path = `${file}.lock`;
    const own = `${process.pid} on ${hostname()}\n`;
    writing(file, () => {
      for (;;) {
        try {
          return writeFileSync(this.#path, own, { flag: 'wx' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        }
        const holder = this.#holder();
        if (holder === undefined) continue;
        if (!isGone(holder) || !this.#takeAway(holder)) throw this.#refusal(file, holder);
      }
    });
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }

  #holder(): string | undefined {
    try {
      return readFileSync(this.#path, 'utf8');
    } catch (error) {
      // Released in the meantime.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Returns false if another process removed it and took the lock first. */
  #takeAway(gone: string): boolean {
    const aside = `${this.#path}.${process.pid}`;
    try {
      renameSync(this.#path, aside);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
      throw error;
    }
    const taken = readFileSync(aside, 'utf8');
    if (taken !== gone) linkSync(aside, this.#path);
    rmSync(aside);
    return taken === gone;
  }

  #refusal(file: string, holder: string): CahootsError {
    const who = /^\d+ on .+$/.test(holder.trim()) ? `process ${holder.trim()}` : 'another process';
    const message = `expected a file that no other process writes to, got one that ${who} writes to (if it does not, remove ${this.#path})`;
    return new CahootsError('bad-input', message, { file });
  }
}

/** Whether the process is known to have ended; never known of processes on other machines. */
function isGone(holder: string): boolean {
  const [, pid, host] = /^(\d+) on (.+)\n$/.exec(holder) ?? [];
  if (pid === undefined || host !== hostname() || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
