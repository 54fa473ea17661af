/** Modules of others that threads import: whoever started the threads is told, and so can tell if there is no end to one. */

import { isMainThread, parentPort, threadId, workerData } from 'node:worker_threads';
import { IMPORT_MS, Unruly } from '../platform.ts';
import { PatienceTimer } from './patience.ts';

/** What a thread posts. */
interface Progress {
  readonly thread: number;
  readonly module: string;
  readonly isImported: boolean;
}

/** What a thread is given that posts its progress. */
export const WATCHED = { watched: 'cahoots' };

function isWatched(): boolean {
  return !isMainThread && (workerData as Partial<typeof WATCHED> | null)?.watched === WATCHED.watched;
}

/** Imports a module, of which the main thread is told in threads that it watches. What it prints goes to stderr there. */
export async function watchedImport<T>(module: string, load: () => Promise<T>): Promise<T> {
  if (!isWatched()) return load();
  const tell = (isImported: boolean): void =>
    // oxlint-disable-next-line require-post-message-target-origin -- that is for windows, not for threads
    parentPort?.postMessage({ thread: threadId, module, isImported } satisfies Progress);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  tell(false);
  try {
    return await load();
  } finally {
    tell(true);
  }
}

/** Threads as they are watched: those that are there, how they tell something, and how to end all. */
interface Watched {
  readonly threads: readonly { readonly threadId: number }[];
  on(event: 'message', listener: (progress: Progress) => void): unknown;
  destroy(): Promise<void>;
}

/** What threads are importing. */
export class ImportWatch {
  readonly #pool: Watched;
  readonly #late = new Map<string, { readonly progress: Progress; readonly timer: PatienceTimer }>();
  #problem: Unruly | undefined;

  /** @param pool is destroyed if an import takes too long */
  constructor(pool: Watched) {
    this.#pool = pool;
    pool.on('message', (progress) => this.#follow(progress));
  }

  /** Why threads fail, as far as it is because of an import. */
  get problem(): Unruly | undefined {
    const alive = new Set(this.#pool.threads.map(({ threadId: id }) => id));
    const dead = [...this.#late.values()].find(({ progress }) => !alive.has(progress.thread));
    if (dead !== undefined) this.#problem ??= unruly(dead.progress, 'ends its thread');
    return this.#problem;
  }

  #follow(progress: Progress): void {
    const { thread, module, isImported } = progress;
    const key = `${thread} ${module}`;
    this.#late.get(key)?.timer.stop();
    this.#late.delete(key);
    if (isImported) return;
    const timer = new PatienceTimer(() => {
      this.#problem ??= unruly(progress, `takes longer than ${IMPORT_MS / 1000} s`);
      void this.#pool.destroy();
    });
    this.#late.set(key, { progress, timer });
  }
}

function unruly({ module }: Progress, does: string): Unruly {
  return new Unruly(`threads to import ${module} too`, does);
}
