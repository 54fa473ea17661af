/** A party's process, as seen by the machine that runs it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { moduleOf } from '../core/base/package.ts';
import { loaderArguments } from '../core/platform/node/typescript.ts';
import type { Command, Report } from './process-messages.ts';

export class Child {
  /** When it has exited: whether by itself, and the last lines that it printed. */
  readonly gone: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly output: string;
  }>;
  readonly #process: ChildProcess;

  /** @param inside the command that starts it */
  constructor(onReport: (report: Report) => void, inside: readonly string[] = []) {
    const entry = fileURLToPath(moduleOf('./party-process', import.meta.url));
    // From source, a loader for TypeScript is needed.
    const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [...process.execArgv, ...loaderArguments()];
    const [program, ...words] = [...inside, process.execPath, ...loader, entry];
    const child = spawn(program, words, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Typed arrays in messages keep their types.
      serialization: 'advanced',
    });
    let output = '';
    child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (output = (output + text).slice(-MOST_OUTPUT)));
    child.on('message', (report: Report) => onReport(report));
    this.gone = new Promise((resolve) => {
      child.on('error', (error) => (output += error.message));
      child.on('close', (code, signal) => resolve({ code, signal, output }));
    });
    this.#process = child;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  send(command: Command): void {
    // A process that has exited is noticed elsewhere.
    if (this.#process.connected) this.#process.send(command, () => undefined);
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}

const MOST_OUTPUT = 4000;
