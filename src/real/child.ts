/** A party's process, as the machine that runs it sees it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loaderArguments } from '../engine/compute/typescript.ts';
import type { Order, Report } from './orders.ts';

export class Child {
  /** When it is gone: whether it went by itself, and what it said last to people. */
  readonly gone: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly said: string;
  }>;
  readonly #process: ChildProcess;

  /** @param inside what it is started with */
  constructor(onReport: (report: Report) => void, inside: readonly string[] = []) {
    const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const entry = fileURLToPath(new URL(`./party-process.${ending}`, import.meta.url));
    // From source, something must first teach it TypeScript.
    const loader = ending === 'ts' ? ['--import', 'tsx'] : [...process.execArgv, ...loaderArguments()];
    const [program, ...words] = [...inside, process.execPath, ...loader, entry];
    const child = spawn(program, words, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Arrays in messages keep their types.
      serialization: 'advanced',
    });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-MOST_SAID)));
    child.on('message', (report: Report) => onReport(report));
    this.gone = new Promise((resolve) => {
      child.on('error', (error) => (said += error.message));
      child.on('close', (code, signal) => resolve({ code, signal, said }));
    });
    this.#process = child;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  order(order: Order): void {
    // One that is gone is heard of otherwise.
    if (this.#process.connected) this.#process.send(order, () => undefined);
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}

const MOST_SAID = 4000;
