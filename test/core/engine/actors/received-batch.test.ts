import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import type { DeliveredMessage } from '../../../../src/core/engine/actors/delivered-message.ts';
import { eachDigest, ReceivedBatch } from '../../../../src/core/engine/actors/received-batch.ts';
import { Arena } from '../../../../src/core/engine/wire/bytes.ts';
import {
  type AnyMessageType,
  binary,
  encodeMessage,
  flag,
  integer,
  message,
  numbers,
  reals,
  readMessage,
  residues,
} from '../../../../src/core/engine/wire/message.ts';

const Share = message('share', { values: residues });
const Everything = message('all', { flag, more: numbers, number: integer, some: reals, values: residues });
const Salted = message('salted', { salt: binary, values: residues });
const Nothing = message('nothing', {});
const types = [Share, Everything, Salted, Nothing] as unknown as AnyMessageType[];
const byName = new Map(types.map((type) => [type.name, type]));

/** Messages as they come to a receiver: short vectors in its memory, long ones in memory of their own, and none. */
function received(count: number, arena: Arena): DeliveredMessage[] {
  const random = new Random(8).stream('batch');
  const words = (length: number): Uint32Array =>
    Uint32Array.from({ length }, () => random.integer(2 ** 32 - 1));
  return Array.from({ length: count }, (_, i): DeliveredMessage => {
    const type = types[random.integer(types.length)];
    const length = [0, 1, 20, 2000][random.integer(4)];
    const body = {
      flag: i % 2 === 0,
      more: words(length),
      number: random.integer(2 ** 32 - 1),
      some: Float64Array.from({ length }, () => random.uniform()),
      values: Array.from({ length: random.integer(4) }, () => words(length)),
      salt: new Uint8Array(length).fill(i),
    };
    const said = Object.fromEntries(type.fieldNames.map((name) => [name, body[name as keyof typeof body]]));
    const read = readMessage(encodeMessage(type, said as never), byName, arena);
    const digest = i % 5 === 0 ? `sha-${i}` : random.integer(2 ** 32) | 0;
    if (!('body' in read)) throw new Error(read.malformed);
    const [from, asks] = [`client-${i + 1}`, i % 3 === 0];
    return {
      id: 2 ** 32 - 1 - i,
      sender: i,
      from,
      type: read.type,
      body: read.body,
      bytes: length,
      digest,
      wantsReply: asks,
    };
  });
}

function taken(messages: readonly DeliveredMessage[]): ReceivedBatch {
  const batch = new ReceivedBatch(2);
  for (const one of messages) batch.add(one);
  return batch;
}

describe('a batch of received messages', () => {
  test('are what was added, in its order, as often as somebody asks', () => {
    const messages = received(500, new Arena());
    const batch = taken(messages);
    for (let turn = 0; turn < 2; turn++)
      batch.messages().forEach((one, i) => {
        expect(isDeepStrictEqual(one, messages[i]), `message ${i}`).toBe(true);
      });
    expect([batch.length, batch.bytes]).toEqual([500, messages.reduce((sum, one) => sum + one.bytes, 0)]);
    const digests: unknown[] = [];
    eachDigest(batch, (sender, digest) => digests.push([sender, digest]));
    expect(digests).toEqual(messages.map(({ sender, digest }) => [sender, digest]));
  });

  test('have the very entries that were read: no copies of vectors', () => {
    const messages = received(50, new Arena()).filter(({ type }) => type === types[0]);
    const batch = taken(messages);
    const first = messages.flatMap(({ body }) => (body as { values: Uint32Array[] }).values);
    first.forEach((plane, i) => plane.fill(i));
    expect(batch.messages().flatMap(({ body }) => (body as { values: Uint32Array[] }).values)).toEqual(first);
  });

  test('keep a body as it is where somebody has made something else of it', () => {
    const messages = received(200, new Arena()).filter(({ type }) => type === types[1]);
    messages.forEach(({ body }, i) =>
      Object.assign(body as object, [{ note: i }, { number: -i }, { some: [i] }, { values: 'none' }][i % 4]),
    );
    const bodies = messages.map(({ body }) => body);
    taken(messages)
      .messages()
      .forEach(({ body }, i) => expect(body).toBe(bodies[i]));
  });
});
