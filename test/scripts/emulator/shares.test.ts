import { describe, expect, test } from 'vitest';
import type { Segment } from '../../../scripts/emulator/capture.ts';
import { sharesOf } from '../../../scripts/emulator/shares.ts';
import { type FrameKind, frameHead } from '../../../src/real/frame.ts';

const HEADER = 52;

const frame = (kind: FrameKind, size: number): Buffer =>
  Buffer.concat([frameHead(kind, 0, size), Buffer.alloc(size)]);

/** A connection, whose ends say something in turn, or acknowledge what they heard. */
class Talk {
  readonly segments: Segment[] = [];
  readonly #said = { a: 4e9, b: 7 };

  constructor() {
    this.#add('a', { opens: true, acknowledged: undefined });
    this.#add('b', { opens: true, acknowledged: (this.#said.a + 1) >>> 0 });
    this.#said.a++;
    this.#said.b++;
    this.says('a');
  }

  says(from: 'a' | 'b', payload: Uint8Array = new Uint8Array(), closes = false): this {
    this.#add(from, { payload, ipBytes: HEADER + payload.byteLength });
    this.#said[from] += payload.byteLength + (closes ? 1 : 0);
    return this;
  }

  #add(from: 'a' | 'b', own: Partial<Segment>): void {
    const to = from === 'a' ? 'b' : 'a';
    this.segments.push({
      from,
      to,
      opens: false,
      sequence: this.#said[from] >>> 0,
      acknowledged: this.#said[to] >>> 0,
      payload: new Uint8Array(),
      ipBytes: 60,
      ...own,
    });
  }
}

const OPENING = 60 + 60 + HEADER;

describe('what of the bytes of IP is a protocol’s', () => {
  test('is what its messages and their acknowledgements take, and not what parties say beside', () => {
    const talk = new Talk()
      .says('a', frame('hello', 100))
      .says('b', frame('hello', 100))
      .says('a')
      .says('a', frame('message', 500))
      .says('b')
      .says('b', frame('message', 30))
      .says('a', frame('retransmission', 30))
      .says('b')
      .says('a', frame('done', 0), true)
      .says('b', new Uint8Array(), true)
      .says('a');
    const besideBytes = OPENING + 2 * (HEADER + 109) + HEADER + (HEADER + 9) + 2 * HEADER;
    expect(sharesOf(talk.segments)).toEqual({
      messageBytes: 3 * HEADER + 3 * 9 + 560,
      ackBytes: 2 * HEADER,
      besideBytes,
      segments: 3,
      acks: 2,
      again: 0,
    });
    const all = talk.segments.reduce((sum, { ipBytes }) => sum + ipBytes, 0);
    expect(3 * HEADER + 3 * 9 + 560 + 2 * HEADER + besideBytes).toBe(all);
  });

  test('of a segment that carries both has its header, and leaves the rest', () => {
    const both = Buffer.concat([frame('message', 40), frame('done', 0)]);
    const { messageBytes, besideBytes, ackBytes } = sharesOf(new Talk().says('a', both).says('b').segments);
    expect([messageBytes, ackBytes, besideBytes]).toEqual([HEADER + 49, HEADER, OPENING + 9]);
  });

  test('has what was sent again, and parts of a message wherever it was cut', () => {
    const whole = frame('message', 200);
    const talk = new Talk().says('a', whole.subarray(0, 4)).says('a', whole.subarray(4));
    const last = talk.segments[talk.segments.length - 1];
    const { messageBytes, segments, again } = sharesOf([...talk.segments, last]);
    expect([messageBytes, segments, again]).toEqual([3 * HEADER + 209 + 205, 3, 1]);
  });
});
