/**
 * A run as packets, for tcpdump and Wireshark (pcap with nanoseconds, raw IPv4): every message with its
 * payload, at the time at which it was sent, as UDP to port 4000, between addresses 10.x.y.z made of its
 * actors' numbers. A payload too large for a datagram is split into several. A trace holds no payloads: they
 * come from repeating the run.
 */

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
  const head = Buffer.alloc(24);
  // Nanoseconds, little-endian.
  head.writeUInt32LE(0xa1b23c4d, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(0x40000, 16);
  head.writeUInt32LE(RAW_IP, 20);
  return head;
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
  return Buffer.concat(parts);
}

function recordHead(timeNs: number, bytes: number): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(Math.floor(timeNs / 1e9), 0);
  head.writeUInt32LE(Math.floor(timeNs % 1e9), 4);
  head.writeUInt32LE(bytes, 8);
  head.writeUInt32LE(bytes, 12);
  return head;
}

function packetHead(from: number, to: number, bytes: number): Buffer {
  const head = Buffer.alloc(IP_BYTES + UDP_BYTES);
  head.writeUInt8(0x45, 0);
  head.writeUInt16BE(IP_BYTES + UDP_BYTES + bytes, 2);
  head.writeUInt8(64, 8);
  head.writeUInt8(17, 9);
  head.writeUInt32BE(addressOf(from), 12);
  head.writeUInt32BE(addressOf(to), 16);
  head.writeUInt16BE(checksum(head.subarray(0, IP_BYTES)), 10);
  head.writeUInt16BE(PORT, IP_BYTES);
  head.writeUInt16BE(PORT, IP_BYTES + 2);
  head.writeUInt16BE(UDP_BYTES + bytes, IP_BYTES + 4);
  return head;
}

/** 10.0.0.1 for the first actor. */
function addressOf(actor: number): number {
  return 0x0a000000 + actor + 1;
}

/** Of an IPv4 header (RFC 791). */
function checksum(head: Buffer): number {
  let sum = 0;
  for (let at = 0; at < head.byteLength; at += 2) sum += head.readUInt16BE(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
