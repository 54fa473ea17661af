/**
 * Imports modules of others, and does work with their code, which may do anything meanwhile: throw, wait for ever, loop for ever,
 * leave timers behind, or end the process.
 */

import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { IMPORT_MS, Unruly } from '../platform.ts';
import { ownThread } from './own-thread.ts';

/** How often it looks whether what an import left running has ended, and for how long. */
const POLL_MS = 50;
const LEFT_MS = 1000;

/**
 * What an import results in, in a process's main thread. What it throws is passed on.
 * @param load imports modules
 * @param onExit called if these end the process, which it does when this returns
 * @throws Unruly if there is no end to it, or something is left running
 */
export function supervised<T>(load: () => Promise<T>, onExit: (problem: Unruly) => void): Promise<T> {
  return overseen(load, onExit, 'a module that can be imported', true);
}

/**
 * The same of work that calls code of others, and may take as long as it likes.
 * @param onExit called if anything ends the process, which it does when this returns
 * @param expected of the code, for errors
 */
export function supervisedWork<T>(
  work: () => Promise<T>,
  onExit: (problem: Unruly) => void,
  expected: string,
): Promise<T> {
  return overseen(work, onExit, expected, false);
}

async function overseen<T>(
  work: () => Promise<T>,
  onExit: (problem: Unruly) => void,
  expected: string,
  isImport: boolean,
): Promise<T> {
  const unruly = (does: string): Unruly => new Unruly(expected, does);
  const tooLong = unruly(`takes longer than ${IMPORT_MS / 1000} s`);
  const { promise: failed, reject } = rejectable();
  const watchdog = isImport ? new Watchdog(() => reject(tooLong)) : undefined;
  const isOver = (): boolean => watchdog?.isOver === true;
  const before = process.getActiveResourcesInfo();
  const listeners = {
    // Nothing is left that could end it, but what the watchdog ended took longer.
    beforeExit: () => reject(isOver() ? tooLong : unruly('waits for what never happens')),
    uncaughtException: reject,
    unhandledRejection: reject,
    exit: () => {
      onExit(isOver() ? tooLong : unruly('ends the process'));
      // Or Node.js would say there that the watchdog is still connected.
      if (isOver()) closeSync(process.stderr.fd);
    },
  };
  for (const [event, listener] of Object.entries(listeners)) process.on(event, listener);

  async function done(): Promise<T> {
    const result = await work().finally(async () => {
      // What it has queued may be queued again and again, and then there is no turn after it.
      await pause(0);
      if (isOver()) throw tooLong;
    });
    // What is left for a short while does no harm.
    for (let ms = 0; ; ms += POLL_MS) {
      if (ms > 0) await pause(POLL_MS);
      if (isOver()) throw tooLong;
      const now = process.getActiveResourcesInfo();
      // The output of work may wait for who reads it.
      const left = without(isImport ? now : now.filter((kind) => kind in LEFT), before);
      if (left.length === 0) return result;
      const kinds = new Set(left.map((kind) => LEFT[kind] ?? kind));
      if (ms >= LEFT_MS) throw unruly(`leaves ${[...kinds].join(', ')} running`);
    }
  }

  try {
    return await Promise.race([failed, done()]);
  } finally {
    await watchdog?.stop();
    for (const [event, listener] of Object.entries(listeners)) process.off(event, listener);
  }
}

/** What Node.js calls the things that keep a process running. */
const LEFT: Readonly<Record<string, string>> = {
  Timeout: 'a timer',
  Immediate: 'a timer',
  TCPServerWrap: 'a server',
  TCPSocketWrap: 'a connection',
  MessagePort: 'a thread',
  ProcessWrap: 'a process',
};

/** A promise that is never fulfilled, and its rejection. */
function rejectable(): { readonly promise: Promise<never>; readonly reject: (error: unknown) => void } {
  let reject!: (error: unknown) => void;
  const promise = new Promise<never>((_, no) => (reject = no));
  // It may be rejected when nobody waits any more.
  promise.catch(() => undefined);
  return { promise, reject };
}

/** These, without as many of each kind as were there before. */
function without(now: readonly string[], before: readonly string[]): readonly string[] {
  const rest = [...before];
  return now.filter((kind) => {
    const at = rest.indexOf(kind);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
}

/** What the thread is given that stops an import. */
export interface WatchdogData {
  /** By {@link FLAGS}, 0 until it is so. */
  readonly flags: Int32Array;
}

/** Set by the thread, and by the main thread. */
export const FLAGS = { over: 0, stopped: 1 };

/** A thread that stops what the main thread is doing if that never comes back. */
class Watchdog {
  readonly #flags = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  readonly #thread: Worker;

  /** @param over is called when it takes too long, unless the main thread is doing something without end */
  constructor(over: () => void) {
    this.#thread = ownThread('import-watchdog', { flags: this.#flags } satisfies WatchdogData);
    // Not stopped yet: what loops over ticks lets no promise go on, and is looping again after this.
    this.#thread.on('message', over).unref();
  }

  /** Whether it took too long. */
  get isOver(): boolean {
    return Atomics.load(this.#flags, FLAGS.over) === 1;
  }

  /** It may be about to end the process: then this waits until it has, or has gone. */
  async stop(): Promise<void> {
    Atomics.store(this.#flags, FLAGS.stopped, 1);
    Atomics.notify(this.#flags, FLAGS.stopped);
    if (!this.isOver) return;
    this.#thread.ref();
    await once(this.#thread, 'exit');
  }
}
