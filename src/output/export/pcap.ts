/**
 * A run as packets, for tcpdump and Wireshark (pcap with nanoseconds, raw IPv4): every message with its
 * payload, at the time at which it was sent, as UDP to port 4000, between addresses 10.x.y.z made of its
 * actors' numbers. A payload too large for a datagram is split into several. A trace holds no payloads: they
 * come from repeating the run.
 */

import { joinBytes } from '../../core/base/bytes.ts';

const PORT = 4000;
const IP_BYTES = 20;
const UDP_BYTES = 8;
/** The largest content of a datagram, below the 65,535 bytes of an IPv4 packet. */
const MOST = 65_000;
const RAW_IP = 101;

export interface Datagram {
  readonly timeNs: number;
  readonly from: number;
  readonly to: number;
  readonly payload: Uint8Array;
}

/** The header of a file. */
export function pcapHead(): Uint8Array {
  const head = new DataView(new ArrayBuffer(24));
  // Nanoseconds, little-endian.
  head.setUint32(0, 0xa1b23c4d, true);
  head.setUint16(4, 2, true);
  head.setUint16(6, 4, true);
  head.setUint32(16, 0x40000, true);
  head.setUint32(20, RAW_IP, true);
  return bytesIn(head);
}

/** A message as records of a file. */
export function pcapRecords({ timeNs, from, to, payload }: Datagram): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < payload.byteLength; at += MOST) {
    const part = payload.subarray(at, at + MOST);
    parts.push(
      recordHead(timeNs, part.byteLength + IP_BYTES + UDP_BYTES),
      packetHead(from, to, part.byteLength),
      part,
    );
  }
  return joinBytes(parts);
}

function recordHead(timeNs: number, bytes: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(16));
  head.setUint32(0, Math.floor(timeNs / 1e9), true);
  head.setUint32(4, Math.floor(timeNs % 1e9), true);
  head.setUint32(8, bytes, true);
  head.setUint32(12, bytes, true);
  return bytesIn(head);
}

function packetHead(from: number, to: number, bytes: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(IP_BYTES + UDP_BYTES));
  head.setUint8(0, 0x45);
  head.setUint16(2, IP_BYTES + UDP_BYTES + bytes);
  head.setUint8(8, 64);
  head.setUint8(9, 17);
  head.setUint32(12, addressOf(from));
  head.setUint32(16, addressOf(to));
  head.setUint16(10, checksum(head));
  head.setUint16(IP_BYTES, PORT);
  head.setUint16(IP_BYTES + 2, PORT);
  head.setUint16(IP_BYTES + 4, UDP_BYTES + bytes);
  return bytesIn(head);
}

function bytesIn({ buffer }: DataView): Uint8Array {
  return new Uint8Array(buffer);
}

/** 10.0.0.1 for the first actor. */
function addressOf(actor: number): number {
  return 0x0a000000 + actor + 1;
}

/** Of the IPv4 header at the start (RFC 791). */
function checksum(head: DataView): number {
  let sum = 0;
  for (let at = 0; at < IP_BYTES; at += 2) sum += head.getUint16(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
