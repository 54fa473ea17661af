/**
 * The framing of messages in a stream of bytes: the length of the payload (u32, big-endian), the kind (one
 * byte), the message's number (u32), and the payload, the same as that of a simulated message. Whatever bytes
 * arrive, reading them takes no more memory than has arrived, nor more than the largest payload.
 */

import { crc32 } from 'node:zlib';

export const FRAME_HEAD_BYTES = 9;

/**
 * The kind of a frame. `retransmission` is a message whose sender wants a reply; the others are between parties and not
 * for actors.
 */
const FRAME_KINDS = [
  'hello',
  'message',
  'retransmission',
  'ping',
  'pong',
  'ready',
  'go',
  'done',
  'refusal',
] as const;

export type FrameKind = (typeof FRAME_KINDS)[number];

/** The largest size of parties' messages about themselves. */
export const NOTE_BYTES = 4096;

export interface Frame {
  readonly kind: FrameKind;
  readonly number: number;
  /** Absent if it was too large to keep. */
  readonly payload?: Uint8Array;
  readonly size: number;
  /** CRC-32 of the payload. */
  readonly digest: number;
}

/**
 * The first bytes of a frame: size (4 bytes), kind (1), number (4), big-endian.
 * @param size of the payload in bytes
 */
export function frameHead(kind: FrameKind, number: number, size: number): Uint8Array {
  const head = Buffer.allocUnsafe(FRAME_HEAD_BYTES);
  head.writeUInt32BE(size, 0);
  head.writeUInt8(FRAME_KINDS.indexOf(kind), 4);
  head.writeUInt32BE(number, 5);
  return head;
}

/** Splits a stream into frames. */
export class FrameReader {
  readonly #messageBytes: number;
  readonly #take: (frame: Frame) => void;
  readonly #head = Buffer.alloc(FRAME_HEAD_BYTES);
  #headBytes = 0;
  #parts: Uint8Array[] = [];
  #missing = 0;
  #size = 0;
  #digest = 0;

  /**
   * @param messageBytes larger messages are counted but not kept
   * @param take receives each complete frame
   */
  constructor(messageBytes: number, take: (frame: Frame) => void) {
    this.#messageBytes = messageBytes;
    this.#take = take;
  }

  /**
   * Takes the next bytes.
   * @returns why they are not frames, if they are not: the rest of the stream is then useless
   */
  push(bytes: Uint8Array): string | undefined {
    for (let at = 0; at < bytes.byteLength;) {
      if (this.#headBytes < FRAME_HEAD_BYTES) {
        const wanted = Math.min(FRAME_HEAD_BYTES - this.#headBytes, bytes.byteLength - at);
        this.#head.set(bytes.subarray(at, at + wanted), this.#headBytes);
        this.#headBytes += wanted;
        at += wanted;
        if (this.#headBytes < FRAME_HEAD_BYTES) return undefined;
        const problem = this.#begin();
        if (problem !== undefined) return problem;
      } else {
        const part = bytes.subarray(at, at + this.#missing);
        at += part.byteLength;
        this.#add(part);
      }
      if (this.#missing === 0) this.#end();
    }
    return undefined;
  }

  #begin(): string | undefined {
    this.#size = this.#missing = this.#head.readUInt32BE(0);
    this.#digest = 0;
    const kind = FRAME_KINDS[this.#head[4]];
    if (kind === undefined) return 'no frame';
    return isMessage(kind) || this.#size <= NOTE_BYTES ? undefined : 'too long a note';
  }

  #add(part: Uint8Array): void {
    this.#missing -= part.byteLength;
    this.#digest = crc32(part, this.#digest);
    if (this.#size <= this.#messageBytes) this.#parts.push(part);
  }

  #end(): void {
    const size = this.#size;
    const parts = this.#parts;
    this.#parts = [];
    this.#headBytes = 0;
    const payload = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    const frame = {
      kind: FRAME_KINDS[this.#head[4]],
      number: this.#head.readUInt32BE(5),
      size,
      digest: this.#digest,
    };
    this.#take(payload.byteLength === size ? { ...frame, payload } : frame);
  }
}

/** Whether a frame is from an actor, and not between parties. */
export function isMessage(kind: FrameKind): boolean {
  return kind === 'message' || kind === 'retransmission';
}
