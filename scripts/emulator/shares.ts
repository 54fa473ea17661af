/**
 * IP bytes of a protocol's own messages, and of everything else that parties exchange: greetings, clock
 * synchronisation, who is ready and who is done. Streams are cut into frames; a segment counts as the protocol's if
 * it carries part of a message, and a pure acknowledgement if it is the first to acknowledge one.
 */

import { FRAME_HEAD_BYTES, FrameReader, isMessage } from '../../src/real/frame.ts';
import type { Segment } from './capture.ts';

export interface Shares {
  /** IP bytes of segments that carry messages, without their other contents. */
  readonly messageBytes: number;
  /** IP bytes of pure acknowledgements. */
  readonly ackBytes: number;
  /** IP bytes of everything else, including the opening and closing of connections. */
  readonly besideBytes: number;
  readonly segments: number;
  readonly acks: number;
  /** Retransmitted segments of messages. */
  readonly again: number;
}

/** What one end sends on a connection, in bytes from its first one. */
class Stream {
  readonly #start: number;
  readonly #messages: { readonly from: number; readonly to: number }[] = [];
  readonly #reader: FrameReader;
  #read = 0;
  #whole = 0;
  sent = 0;
  acknowledged = 0;

  constructor(start: number) {
    this.#start = start;
    this.#reader = new FrameReader(0, ({ kind, size }) => {
      const from = this.#whole;
      this.#whole += FRAME_HEAD_BYTES + size;
      if (isMessage(kind)) this.#messages.push({ from, to: this.#whole });
    });
  }

  at(sequence: number): number {
    return (sequence - this.#start) | 0;
  }

  read({ sequence, payload }: Segment): void {
    if (payload.byteLength === 0) return;
    const from = this.at(sequence);
    const fresh = payload.subarray(Math.max(0, this.#read - from));
    if (from > this.#read) throw new Error('the capture has a gap');
    this.#read += fresh.byteLength;
    const problem = this.#reader.push(fresh);
    if (problem !== undefined) throw new Error(`what was captured is ${problem}`);
  }

  /** How many bytes of messages lie in a range. */
  messageBytes(from: number, to: number): number {
    let bytes = 0;
    for (const message of this.#messages)
      bytes += Math.max(0, Math.min(to, message.to) - Math.max(from, message.from));
    return bytes;
  }
}

export function sharesOf(segments: Iterable<Segment>): Shares {
  const shares = { messageBytes: 0, ackBytes: 0, besideBytes: 0, segments: 0, acks: 0, again: 0 };
  for (const { segment, own, other } of withStreams(segments)) {
    const { sequence, acknowledged, payload, ipBytes } = segment;
    const size = payload.byteLength;
    const from = own.at(sequence);
    const said = own.messageBytes(from, from + size);
    const upTo = acknowledged === undefined || other === undefined ? 0 : other.at(acknowledged);
    const heard = other?.messageBytes(other.acknowledged, upTo) ?? 0;
    if (said > 0) {
      shares.segments++;
      shares.messageBytes += ipBytes - size + said;
      shares.besideBytes += size - said;
      if (from < own.sent) shares.again++;
    } else if (heard > 0 && size === 0) {
      shares.acks++;
      shares.ackBytes += ipBytes;
    } else shares.besideBytes += ipBytes;
    own.sent = Math.max(own.sent, from + size);
    if (other !== undefined) other.acknowledged = Math.max(other.acknowledged, upTo);
  }
  return shares;
}

interface Said {
  readonly segment: Segment;
  readonly own: Stream;
  /** The stream of the other end; absent if it has sent nothing yet. */
  readonly other: Stream | undefined;
}

/** Segments with their streams, which are read to their ends. */
function withStreams(segments: Iterable<Segment>): readonly Said[] {
  const streams = new Map<string, Stream>();
  const all: Said[] = [];
  for (const segment of segments) {
    const { from, to, opens, sequence, acknowledged } = segment;
    const back = `${to} ${from}`;
    if (opens) streams.set(`${from} ${to}`, new Stream(sequence + 1));
    // The stream is of an earlier connection between the same ports.
    if (opens && acknowledged === undefined) streams.delete(back);
    const own = streams.get(`${from} ${to}`);
    if (own === undefined) continue;
    if (!opens) own.read(segment);
    all.push({ segment, own, other: streams.get(back) });
  }
  return all;
}
