/** Frames in a stream: cut anywhere they come out whole, and hostile bytes cost nothing but the connection. */

import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { Random } from '../../src/core/base/random.ts';
import { type Frame, FRAME_HEAD_BYTES, frameHead, FrameReader, NOTE_BYTES } from '../../src/real/frame.ts';

const payloads = [0, 1, 5, 300, 7000].map((size) => Buffer.alloc(size, size & 0xff));

function framed(payload: Uint8Array, number: number): Buffer {
  return Buffer.concat([frameHead('message', number, payload.byteLength), payload]);
}

test.each([1, 3, 9, 1000, 1e6])('frames come out whole, cut every %d bytes', (cut) => {
  const stream = Buffer.concat(payloads.map(framed));
  const frames: Frame[] = [];
  const reader = new FrameReader(2 ** 20, (frame) => frames.push(frame));
  for (let at = 0; at < stream.byteLength; at += cut) reader.push(stream.subarray(at, at + cut));
  expect(frames.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4]);
  frames.forEach(({ payload, digest }, i) => {
    expect(Buffer.compare(payload ?? Buffer.of(1), payloads[i])).toBe(0);
    expect(digest).toBe(crc32(payloads[i]));
  });
});

test('one that is too large is counted and not kept, and the next comes whole', () => {
  const frames: Frame[] = [];
  const reader = new FrameReader(100, (frame) => frames.push(frame));
  const large = Buffer.alloc(5000, 1);
  reader.push(Buffer.concat([framed(large, 1), framed(Buffer.from('next'), 2)]));
  expect(frames.map(({ number, size, payload }) => [number, size, payload?.byteLength])).toEqual([
    [1, 5000, undefined],
    [2, 4, 4],
  ]);
  expect(frames[0].digest).toBe(crc32(large));
});

test('what is no frame is told at once, and a note that is too long', () => {
  const reader = (): FrameReader => new FrameReader(100, () => undefined);
  expect(reader().push(Buffer.alloc(FRAME_HEAD_BYTES, 0xff))).toBe('no frame');
  expect(reader().push(frameHead('hello', 0, NOTE_BYTES + 1))).toBe('too long a note');
  expect(reader().push(frameHead('hello', 0, NOTE_BYTES))).toBeUndefined();
});

test('any bytes are frames or a reason, and never an exception', () => {
  const stream = new Random(3).stream('bytes');
  for (let trial = 0; trial < 300; trial++) {
    const reader = new FrameReader(1000, ({ size, payload }) =>
      expect(payload?.byteLength ?? size).toBe(size),
    );
    const bytes = Buffer.from(Array.from({ length: 60 }, () => stream.integer(trial % 2 === 0 ? 256 : 4)));
    const reason = reader.push(bytes);
    expect([undefined, 'no frame', 'too long a note']).toContain(reason);
  }
});
