/**
 * The thread that starts programs and passes frames between them and the thread that uses them, which may be waiting for one and
 * so cannot do it. A program that prints to its standard output is ended, since nothing after that can be understood.
 */

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type MessagePort, workerData } from 'node:worker_threads';
import type { ProgramCommand, ProgramEnd } from '../platform.ts';
import { writeAll } from './write-all.ts';
import { BIN_32, HEAD_BYTES, MOST_AHEAD_BYTES } from './program-frame.ts';
import { kill, watchdog } from './watchdog.ts';

/** What the thread is given when it starts. */
export interface ProgramThreadData {
  readonly port: MessagePort;
  /** Counts what was posted, to wake whoever waits for it. */
  readonly posted: Int32Array;
}

/** A command as it is passed between threads, where a URL is no object. */
export type PassedCommand = Omit<ProgramCommand, 'folder' | 'pythonPath'> & {
  readonly folder: string;
  readonly pythonPath: string | undefined;
};

/** What the thread is to do with a program, by its number. */
export type Order =
  | { readonly kind: 'open'; readonly id: number; readonly command: PassedCommand }
  | { readonly kind: 'send'; readonly id: number; readonly frame: Uint8Array }
  /** So many bytes of its frames have been taken. */
  | { readonly kind: 'taken'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'end'; readonly id: number };

/** What came from a program. */
export interface Arrival {
  readonly id: number;
  readonly what: Uint8Array | ProgramEnd;
}

/** No text has so large a number where the length is, nor has any message. */
const MOST_BYTES = 2 ** 30;
const MOST_SHOWN = 60;
/** Characters of the last line that is told when a program has ended. */
const MOST_LAST = 1000;
/** Characters of a line on standard error: a longer one is passed on in pieces. */
const MOST_LINE = 2 ** 16;

const { port, posted } = workerData as ProgramThreadData;

function post(arrival: Arrival, transferred: ArrayBuffer[] = []): void {
  port.postMessage(arrival, transferred);
  Atomics.add(posted, 0, 1);
  Atomics.notify(posted, 0);
}

class Program {
  readonly #id: number;
  readonly #name: string;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #line = '';
  #lastLine = '';
  #isOver = false;
  /** Of frames that nobody has taken yet. */
  #aheadBytes = 0;

  constructor(id: number, { name, command: [file, ...words], folder, pythonPath, variables }: PassedCommand) {
    this.#id = id;
    this.#name = name;
    const python = [pythonPath && fileURLToPath(pythonPath), process.env['PYTHONPATH']].filter(Boolean);
    const child = spawn(file, words, {
      cwd: fileURLToPath(folder),
      env: { ...variables, ...process.env, PYTHONPATH: python.join(delimiter) },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, which can be ended as a whole, and which an interruption at the keyboard does not reach.
      detached: true,
    });
    this.#child = child;
    const { pid } = child;
    if (pid !== undefined) watchdog.add(pid);
    child.on('error', ({ code = 'error' }: NodeJS.ErrnoException) =>
      this.#over(`could not be started (${code})`),
    );
    child.on('exit', () => {
      if (pid === undefined) return;
      watchdog.remove(pid);
      kill(pid);
    });
    child.on('close', (code, signal) =>
      this.#over(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
    );
    // What it does not read is lost: that it ended is told by itself.
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#show(text));
  }

  send(frame: Uint8Array): void {
    if (!this.#isOver) this.#child.stdin.write(frame);
  }

  taken(bytes: number): void {
    this.#aheadBytes -= bytes;
    if (this.#aheadBytes <= MOST_AHEAD_BYTES) this.#child.stdout.resume();
  }

  end(): void {
    this.#isOver = true;
    if (this.#child.pid !== undefined) kill(this.#child.pid);
  }

  #read(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.byteLength;
    while (!this.#isOver && this.#bytes > 0) {
      const head = this.#start(HEAD_BYTES);
      if (head[0] !== BIN_32) return this.#refuse();
      if (head.byteLength < HEAD_BYTES) return;
      const length = head.readUInt32BE(1);
      if (length > MOST_BYTES) return this.#refuse();
      if (this.#bytes < HEAD_BYTES + length) return;
      const all = this.#start(HEAD_BYTES + length);
      const frame = Uint8Array.from(all.subarray(HEAD_BYTES, HEAD_BYTES + length));
      const rest = all.subarray(HEAD_BYTES + length);
      this.#chunks[0] = rest;
      this.#bytes -= HEAD_BYTES + length;
      this.#aheadBytes += HEAD_BYTES + length;
      if (this.#aheadBytes > MOST_AHEAD_BYTES) this.#child.stdout.pause();
      post({ id: this.#id, what: frame }, [frame.buffer]);
    }
  }

  /** The first chunk, made at least this long if there are as many bytes. */
  #start(bytes: number): Buffer {
    if (this.#chunks.length > 1 && this.#chunks[0].byteLength < bytes)
      this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0];
  }

  #refuse(): void {
    const [line] = Buffer.concat(this.#chunks).toString('utf8').split('\n');
    this.#over(
      `wrote ${JSON.stringify(line.slice(0, MOST_SHOWN))} to its standard output, which is for messages alone`,
    );
    this.end();
  }

  /** Passes on what it writes to its standard error, line by line. */
  #show(text: string): void {
    const lines = (this.#line + text).split('\n');
    if ((lines.at(-1)?.length ?? 0) > MOST_LINE) lines.push('');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#showLine(line);
  }

  #showLine(line: string): void {
    if (line.trim() !== '') this.#lastLine = line.trim().slice(0, MOST_LAST);
    try {
      writeAll(2, Buffer.from(`${this.#name}: ${line}\n`));
    } catch {
      // Nobody reads it.
    }
  }

  #over(ended: string): void {
    if (this.#line !== '') this.#show('\n');
    if (!this.#isOver) post({ id: this.#id, what: { ended, lastLine: this.#lastLine } });
    this.#isOver = true;
    programs.delete(this.#id);
  }
}

const programs = new Map<number, Program>();

port.on('message', (order: Order) => {
  const { id } = order;
  if (order.kind === 'open') programs.set(id, new Program(id, order.command));
  else if (order.kind === 'send') programs.get(id)?.send(order.frame);
  else if (order.kind === 'taken') programs.get(id)?.taken(order.bytes);
  else programs.get(id)?.end();
});
