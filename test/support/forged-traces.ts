/** Traces with other contents and right checks: whoever knows the format can make them, so checks are no sign of sense. */

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { checkOf, FRAME, FRAME_HEAD_BYTES, MAGIC } from '../../src/run/trace/format.ts';
import { checksum } from '../../src/run/trace/checksum.ts';
import { decode, encode } from '../../src/core/engine/wire/bytes.ts';

type Value = Readonly<Record<string, unknown>>;

export interface Forgery {
  readonly header?: (header: Value) => unknown;
  /** Changes the bytes of all records, whose checks are mended where `records` says where they lie. */
  readonly records?: (records: Buffer) => void;
  /** What is said to have come of the run: ending, endNs, findings. */
  readonly came?: (came: Value) => unknown;
}

/** The trace again with what a forger changes, and all its checks and its hash as they should be for that. */
export function forge(file: Uint8Array, { header, records, came }: Forgery): Buffer {
  const hash = createHash('sha256');
  const frames = framesOf(Buffer.from(file)).map(({ type, content }) => {
    if (type === FRAME.end) {
      const end = decode(content) as { came: Uint8Array };
      const said = decode(end.came) as Value;
      const packed = Buffer.from(encode(came === undefined ? said : came(said)));
      const digest = hash.digest('hex');
      return frame(type, encode({ hash: digest, came: packed, check: checkOf(digest, packed) }));
    }
    const changed =
      type === FRAME.header && header !== undefined
        ? Buffer.from(encode(header(decode(content) as Value)))
        : Buffer.from(content);
    if (type === FRAME.records) records?.(changed);
    if (type === FRAME.header || type === FRAME.records) hash.update(changed);
    return frame(type, changed);
  });
  return Buffer.concat([Buffer.from(MAGIC), ...frames]);
}

/** Writes a record's check anew, after something in it was changed. */
export function mend(records: Buffer, start: number, end: number): void {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  records.writeUInt16LE(checksum(view, start, end - 2), end - 2);
}

function framesOf(file: Buffer): { type: number; content: Buffer }[] {
  const frames: { type: number; content: Buffer }[] = [];
  for (let at = MAGIC.length; at < file.byteLength;) {
    const start = at + FRAME_HEAD_BYTES;
    const end = start + file.readUInt32LE(at + 1);
    frames.push({ type: file[at], content: file.subarray(start, end) });
    at = end;
  }
  return frames;
}

function frame(type: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  head.writeUInt8(type, 0);
  head.writeUInt32LE(content.byteLength, 1);
  head.writeUInt32LE(crc32(content), 5);
  return Buffer.concat([head, content]);
}
