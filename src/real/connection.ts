/** A stream to one other party: frames in both directions, in order. */

import type { Socket } from 'node:net';
import { type Frame, frameHead, type FrameKind, FrameReader } from './frame.ts';

export interface ConnectionHost {
  readonly messageBytes: number;
  readonly take: (frame: Frame, connection: Connection) => void;
  /** @param why what was invalid in the other side's bytes; absent if it only disconnected */
  readonly closed: (connection: Connection, why?: string) => void;
}

export class Connection {
  /** The party on the other side, once known. */
  party: number | undefined;
  readonly #socket: Socket;
  readonly #host: ConnectionHost;
  #isCorked = false;
  #isClosed = false;
  /** It has been refused: whatever it still sends is ignored. */
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
    // Errors show as the end of the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#close());
  }

  /**
   * Frames sent together leave together. @param left called when the system has taken the frame, or the
   * connection is gone
   */
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

  /** Sends the reason for refusing it, and closes. */
  refuse(reason: string): void {
    this.send('refusal', 0, Buffer.from(reason.slice(0, 1000)));
    this.end();
  }

  /** Closes once everything sent has left. */
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
