/**
 * Programs that take part in a run. Actors act at once, so this thread waits for a program's answer; another thread, one for all
 * programs, reads and writes their streams meanwhile, see program-thread.ts.
 */

import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { ProgramCommand, ProgramEnd, RunningProgram } from '../platform.ts';
import type { Arrival, Order, ProgramThreadData } from './program-thread.ts';
import { ownThread } from './own-thread.ts';
import { BIN_32, HEAD_BYTES, MOST_AHEAD_BYTES } from './program-frame.ts';

type Frame = Uint8Array | ProgramEnd;

const NANOSECONDS = 1_000_000n;

class ProgramThread {
  readonly #port: MessagePort;
  readonly #posted = new Int32Array(new SharedArrayBuffer(4));
  readonly #programs = new Map<number, Program>();
  #opened = 0;
  /** How many programs are waited for while this thread does other things. */
  #awaited = 0;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    ownThread('program-thread', { port: port2, posted: this.#posted } satisfies ProgramThreadData, [
      port2,
    ]).unref();
    this.#port = port1;
    port1.on('message', (arrival: Arrival) => this.#take(arrival));
    port1.unref();
  }

  open({ folder, pythonPath, ...rest }: ProgramCommand): RunningProgram {
    const id = this.#opened++;
    const program = new Program(this, id);
    this.#programs.set(id, program);
    this.order({
      kind: 'open',
      id,
      command: { ...rest, folder: folder.href, pythonPath: pythonPath?.href },
    });
    return program;
  }

  order(order: Order, transferred: ArrayBuffer[] = []): void {
    this.#port.postMessage(order, transferred);
  }

  close(id: number): void {
    this.#programs.delete(id);
    this.order({ kind: 'end', id });
  }

  /** Waits until something arrives from any program, for at most this many milliseconds. */
  wait(mostMs: number): void {
    const seen = Atomics.load(this.#posted, 0);
    if (this.takeAll()) return;
    Atomics.wait(this.#posted, 0, seen, mostMs);
    this.takeAll();
  }

  /** Takes all that has arrived. @returns whether anything had */
  takeAll(): boolean {
    let found = false;
    for (let next = receiveMessageOnPort(this.#port); next; next = receiveMessageOnPort(this.#port)) {
      this.#take((next as { readonly message: Arrival }).message);
      found = true;
    }
    return found;
  }

  #take({ id, what }: Arrival): void {
    this.#programs.get(id)?.take(what);
  }

  /** Keeps this process running while a program is waited for. */
  await(change: 1 | -1): void {
    this.#awaited += change;
    if (this.#awaited > 0) this.#port.ref();
    else this.#port.unref();
  }
}

class Program implements RunningProgram {
  readonly #thread: ProgramThread;
  readonly #id: number;
  readonly #frames: Frame[] = [];
  /** Of frames that were taken since this was last told. */
  #takenBytes = 0;
  /** Set while it is waited for; called with nothing, it gives up. */
  #waiting: ((frame?: Frame) => void) | undefined;

  constructor(thread: ProgramThread, id: number) {
    this.#thread = thread;
    this.#id = id;
  }

  take(frame: Frame): void {
    if (this.#waiting === undefined) this.#frames.push(frame);
    else this.#waiting(frame);
  }

  send(payload: Uint8Array): void {
    const frame = new Uint8Array(HEAD_BYTES + payload.byteLength);
    frame[0] = BIN_32;
    new DataView(frame.buffer).setUint32(1, payload.byteLength);
    frame.set(payload, HEAD_BYTES);
    this.#thread.order({ kind: 'send', id: this.#id, frame }, [frame.buffer]);
  }

  receive(mostMs: number): Frame {
    // oxlint-disable-next-line no-restricted-properties -- only for how long a program may be silent
    const now = process.hrtime.bigint;
    const endNs = now() + BigInt(Math.ceil(mostMs)) * NANOSECONDS;
    while (this.#frames.length === 0) {
      const leftNs = endNs - now();
      if (leftNs <= 0n) return this.#silent(mostMs);
      this.#thread.wait(Number(leftNs / NANOSECONDS) + 1);
    }
    return this.#next() as Frame;
  }

  /** The first frame, if there is one. */
  #next(): Frame | undefined {
    const frame = this.#frames.shift();
    if (frame instanceof Uint8Array) this.#takenBytes += HEAD_BYTES + frame.byteLength;
    if (this.#takenBytes > MOST_AHEAD_BYTES / 2) {
      this.#thread.order({ kind: 'taken', id: this.#id, bytes: this.#takenBytes });
      this.#takenBytes = 0;
    }
    return frame;
  }

  receiveLater(mostMs: number): Promise<Frame> {
    this.#thread.takeAll();
    const frame = this.#next();
    if (frame !== undefined) return Promise.resolve(frame);
    this.#thread.await(1);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.take(this.#silent(mostMs)), mostMs);
      this.#waiting = (arrived) => {
        clearTimeout(timer);
        this.#waiting = undefined;
        this.#thread.await(-1);
        if (arrived !== undefined) resolve(arrived);
      };
    });
  }

  #silent(mostMs: number): ProgramEnd {
    this.#thread.close(this.#id);
    return { ended: `gave no answer within ${mostMs / 1000} s`, lastLine: '' };
  }

  end(): void {
    this.#thread.close(this.#id);
    this.#waiting?.();
  }
}

/** Started with the first program, for all programs that this thread uses. */
let thread: ProgramThread | undefined;

/** Starts a program, and returns at once. */
export function openProgram(command: ProgramCommand): RunningProgram {
  thread ??= new ProgramThread();
  return thread.open(command);
}
