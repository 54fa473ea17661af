/** Who writes to a file: one process at a time. What a process that is no more has left behind is in nobody's way. */

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { CahootsError } from '../../base/errors.ts';
import { writing } from '../../data/write.ts';

export class Lock {
  readonly #path: string;

  /** @throws CahootsError when another process writes to the file */
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
      // Released in between.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Returns false where it was another's after all, who was as quick. */
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
    const who = /^\d+ on .+$/.test(holder.trim()) ? `process ${holder.trim()}` : 'somebody';
    const message = `expected a file that nobody writes to, got one that ${who} writes to (if not, remove ${this.#path})`;
    return new CahootsError('bad-input', message, { file });
  }
}

/** Whether it is known that the process does not run any more: of another machine's nothing is. */
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
