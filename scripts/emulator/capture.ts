/** What the emulator captured: the TCP segments of all connections, in order of sending (pcap with nanoseconds, raw IPv4). */

import { readFileSync } from 'node:fs';

const FILE_HEAD_BYTES = 24;
const RECORD_HEAD_BYTES = 16;
const TCP = 6;
const SYN = 2;
const ACK = 16;

export interface Segment {
  /** An address and a port, and those of the other end. */
  readonly from: string;
  readonly to: string;
  readonly opens: boolean;
  /** The sequence and acknowledgement numbers of its header, modulo 2 ** 32. */
  readonly sequence: number;
  readonly acknowledged: number | undefined;
  readonly payload: Uint8Array;
  /** IP bytes, headers included. */
  readonly ipBytes: number;
}

export function* segmentsIn(file: string): Generator<Segment> {
  const bytes = readFileSync(file);
  for (let at = FILE_HEAD_BYTES; at + RECORD_HEAD_BYTES <= bytes.byteLength;) {
    const end = at + RECORD_HEAD_BYTES + bytes.readUInt32LE(at + 8);
    const packet = bytes.subarray(at + RECORD_HEAD_BYTES, end);
    at = end;
    if (packet[9] === TCP) yield segment(packet);
  }
}

function segment(packet: Buffer): Segment {
  const ipBytes = packet.readUInt16BE(2);
  const tcp = packet.subarray((packet[0] & 15) * 4, ipBytes);
  const flags = tcp[13];
  return {
    from: `${packet.subarray(12, 16).join('.')}:${tcp.readUInt16BE(0)}`,
    to: `${packet.subarray(16, 20).join('.')}:${tcp.readUInt16BE(2)}`,
    opens: (flags & SYN) !== 0,
    sequence: tcp.readUInt32BE(4),
    acknowledged: (flags & ACK) === 0 ? undefined : tcp.readUInt32BE(8),
    payload: tcp.subarray((tcp[12] >> 4) * 4),
    ipBytes,
  };
}
