/** A stream to one other party: frames out, frames in, in order. */

import type { Socket } from 'node:net';
import { type Frame, frameHead, type FrameKind, FrameReader } from './frame.ts';

export interface ConnectionHost {
  readonly messageBytes: number;
  readonly take: (frame: Frame, connection: Connection) => void;
  /** @param why the other side sent what makes no sense; absent where it only went away */
  readonly closed: (connection: Connection, why?: string) => void;
}

export class Connection {
  /** Who is on the other side, once that is known. */
  party: number | undefined;
  readonly #socket: Socket;
  readonly #host: ConnectionHost;
  #isCorked = false;
  #isClosed = false;
  /** It was sent away: whatever it still says is not heard. */
  #isDeaf = false;

  constructor(socket: Socket, host: ConnectionHost) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    const reader = new FrameReader(host.messageBytes, (frame) => {
      if (!this.#isDeaf) host.take(frame, this);
    });
    socket.on('data', (bytes: Uint8Array) => {
      const problem = this.#isDeaf ? undefined : reader.push(bytes);
      if (problem !== undefined) this.#close(problem);
    });
    // What went wrong shows as its end.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#close());
  }

  /** Frames that are sent together go out together. @param left called when the system has taken it, or the connection is gone */
  send(kind: FrameKind, number: number, payload: Uint8Array, left: () => void = NOTHING): void {
    if (this.#isClosed) return left();
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#socket.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        this.#socket.uncork();
      });
    }
    this.#socket.write(frameHead(kind, number, payload.byteLength));
    this.#socket.write(payload, left);
  }

  /** Says why it is of no use, and closes. */
  refuse(reason: string): void {
    this.send('refusal', 0, Buffer.from(reason.slice(0, 1000)));
    this.end();
  }

  /** Closes when all that was sent is on its way. */
  end(): void {
    if (this.#isClosed) return;
    this.#isDeaf = true;
    process.nextTick(() => this.#socket.end());
    // The other side may never close.
    setTimeout(() => this.#socket.destroy(), LINGER_MS).unref();
  }

  destroy(): void {
    this.#isClosed = this.#isDeaf = true;
    this.#socket.destroy();
  }

  #close(why?: string): void {
    if (this.#isClosed) return;
    this.destroy();
    this.#host.closed(this, why);
  }
}

const LINGER_MS = 1000;
const NOTHING = (): void => undefined;
