import { describe, expect, test } from 'vitest';
import { Stream } from '../../../../src/core/base/random.ts';
import { DIGESTS } from '../../../../src/core/engine/messages/digest.ts';
import { Payloads } from '../../../../src/core/engine/messages/payloads.ts';
import { Arena, fromBytes } from '../../../../src/core/engine/wire/bytes.ts';

const bytesOf = (payloads: Payloads, payload: number): Uint8Array => {
  const start = payloads.start(payload);
  return payloads.memory(payload).slice(start, start + payloads.size(payload));
};

function isWhole(bytes: Uint8Array, { fill, size }: { fill: number; size: number }): boolean {
  return Buffer.compare(bytes, new Uint8Array(size).fill(fill)) === 0;
}

describe.each([false, true])('payloads in shared memory: %s', (shared) => {
  test('stay as they are while somebody needs them, whatever comes and goes meanwhile', () => {
    const random = new Stream(new Uint8Array(16).fill(7));
    const payloads = new Payloads(shared, DIGESTS.crc32);
    const alive = new Map<number, { readonly fill: number; readonly size: number; users: number }>();
    const shown: { readonly view: Uint8Array; readonly fill: number; readonly size: number }[] = [];
    let written = 0;
    let spoilt = 0;
    for (let step = 0; step < 20_000; step++) {
      const sampler = random.integer(100);
      const known = [...alive.keys()];
      const any = known[random.integer(Math.max(1, known.length))];
      if (sampler < 45 || any === undefined) {
        const size =
          sampler === 0 ? 70_000 + random.integer(1e5) : 1 + random.integer(sampler < 5 ? 30_000 : 300);
        const fill = step % 251;
        const payload = payloads.put(new Uint8Array(size).fill(fill));
        written += size;
        if (alive.has(payload)) spoilt++;
        alive.set(payload, { fill, size, users: 1 });
      } else if (sampler < 55) {
        payloads.carry(any);
        (alive.get(any) as { users: number }).users++;
      } else if (sampler === 56) {
        const { fill, size } = alive.get(any) as { fill: number; size: number };
        shown.push({ view: payloads.show(any), fill, size });
        if (payloads.show(any) !== payloads.show(any)) spoilt++;
      } else {
        const entry = alive.get(any) as { readonly fill: number; readonly size: number; users: number };
        if (!isWhole(bytesOf(payloads, any), entry)) spoilt++;
        payloads.release(any);
        if (--entry.users === 0) alive.delete(any);
      }
    }
    expect(written).toBeGreaterThan(1e7);
    expect(shown.every(({ view, ...entry }) => isWhole(view, entry))).toBe(true);
    expect(spoilt).toBe(0);
  });

  test('that come and go for ever take no more memory than what is there at a time', () => {
    const payloads = new Payloads(shared, DIGESTS.crc32);
    const memories = new Set<Uint8Array>();
    const held: number[] = [];
    for (let i = 0; i < 50_000; i++) {
      const payload = payloads.take(1000);
      memories.add(payloads.memory(payload));
      held.push(payload);
      if (held.length > 2000) payloads.release(held.shift() as number);
    }
    // 2 MB at a time; small pieces are left behind for larger ones.
    const total = [...memories].reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(total).toBeLessThan(8e6);
  });
});

test('few payloads share a piece of memory, whoever they are for; of many, those for different receivers do not', () => {
  const memoriesOf = (count: number): Uint8Array[][] => {
    const payloads = new Payloads(false, DIGESTS.crc32, 10);
    const taken = Array.from({ length: count }, (_, i) => payloads.memory(payloads.take(200, i % 10)));
    return [0, 1].map((to) => taken.filter((__, i) => i % 10 === to));
  };
  const few = memoriesOf(60).flat();
  expect(few.every((memory) => memory === few[0])).toBe(true);
  // All but the first piece.
  const [ofOne, ofOther] = memoriesOf(3000).map((all) => new Set(all.slice(20)));
  expect([...ofOne].some((memory) => ofOther.has(memory))).toBe(false);
});

test('letting go of a payload twice is a mistake of ours', () => {
  const payloads = new Payloads(false, DIGESTS.crc32);
  const payload = payloads.take(5);
  payloads.release(payload);
  expect(() => payloads.release(payload)).toThrow('twice');
});

test("large bytes that were written elsewhere stay their owner's when they are let go", () => {
  const payloads = new Payloads(false, DIGESTS.crc32);
  const own = new Uint8Array(2 ** 20).fill(7);
  payloads.release(payloads.put(own));
  for (let i = 0; i < 5000; i++) payloads.put(new Uint8Array(1000).fill(i));
  expect(own.every((byte) => byte === 7)).toBe(true);
});

test('a large payload is handed over to its last receiver, unless somebody else may see its memory, which then serves nobody else', () => {
  const payloads = new Payloads(false, DIGESTS.crc32);
  const size = 2 ** 18;
  const [alone, small, carried, seen] = [size, 1000, size, size].map((bytes) =>
    payloads.take(bytes, 0, true),
  );
  payloads.carry(carried);
  payloads.show(seen);
  expect([alone, small, carried, seen].map((payload) => payloads.handOver(payload))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const [kept] = [alone, carried].map((payload) => payloads.memory(payload));
  payloads.release(carried);
  expect(payloads.handOver(carried)).toBe(true);
  payloads.release(alone);
  expect(payloads.memory(payloads.take(size)).buffer).not.toBe(kept.buffer);
});

test('what receivers get of used memory is theirs alone and holds nothing of what was there, nor of what comes', () => {
  const payloads = new Payloads(true, DIGESTS.crc32);
  const receivers = [0, 1, 2].map((fill) => ({
    fill,
    arena: new Arena(payloads),
    vectors: [] as Float64Array[],
  }));
  const pieces = new Set<ArrayBufferLike>();
  const ofPayloads = new Set<ArrayBufferLike>();
  const put = (): number[] =>
    Array.from({ length: 8000 }, () => {
      const payload = payloads.put(new Uint8Array(648).fill(0xee));
      ofPayloads.add(payloads.memory(payload).buffer);
      return payload;
    });
  for (const payload of put()) payloads.release(payload);
  for (let i = 0; i < 15_000; i++) {
    const { fill, arena, vectors } = receivers[i % 3];
    const bytes = new Uint8Array(640).fill(fill);
    vectors.push(fromBytes<Float64Array>(bytes, Float64Array as never, arena) as Float64Array);
  }
  const inFlight = put();
  const owners = new Map<ArrayBufferLike, number>();
  for (const { fill, vectors } of receivers)
    for (const { buffer } of vectors) {
      expect(owners.get(buffer) ?? fill).toBe(fill);
      owners.set(buffer, fill);
      pieces.add(buffer);
    }
  for (const [buffer, fill] of owners)
    expect(new Uint8Array(buffer).every((byte) => byte === fill || byte === 0)).toBe(true);
  expect([...pieces].some((buffer) => ofPayloads.has(buffer))).toBe(true);
  const current = inFlight.map((payload) => payloads.memory(payload).buffer);
  expect(current.some((buffer) => owners.has(buffer))).toBe(false);
});

test('the first packet that carries a payload is told from others, and the last that does no more', () => {
  const payloads = new Payloads(false, DIGESTS.crc32);
  const payload = payloads.put(new Uint8Array(10));
  expect([payloads.carry(payload), payloads.carry(payload)]).toEqual([true, false]);
  expect([payloads.drop(payload), payloads.drop(payload)]).toEqual([false, true]);
});

test('fetching payloads reads them, and changes nothing', () => {
  const payloads = new Payloads(false, DIGESTS.crc32);
  const few = payloads.put(new Uint8Array([1, 2, 3]));
  const many = payloads.put(new Uint8Array(1000).fill(7));
  payloads.fetch(Int32Array.of(few, many));
  expect([...payloads.show(few)]).toEqual([1, 2, 3]);
  expect(payloads.show(many)).toEqual(new Uint8Array(1000).fill(7));
  expect(payloads.fetched).not.toBe(0);
});
