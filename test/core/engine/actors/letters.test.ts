import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import type { Envelope } from '../../../../src/core/engine/actors/envelope.ts';
import { eachDigest, Letters } from '../../../../src/core/engine/actors/letters.ts';
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
function received(count: number, arena: Arena): Envelope[] {
  const random = new Random(8).stream('letters');
  const words = (length: number): Uint32Array =>
    Uint32Array.from({ length }, () => random.integer(2 ** 32 - 1));
  return Array.from({ length: count }, (_, i): Envelope => {
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
      asks,
    };
  });
}

function taken(envelopes: readonly Envelope[]): Letters {
  const letters = new Letters(2);
  for (const envelope of envelopes) letters.add(envelope);
  return letters;
}

describe('letters', () => {
  test('are what was added, in its order, as often as somebody asks', () => {
    const envelopes = received(500, new Arena());
    const letters = taken(envelopes);
    for (let turn = 0; turn < 2; turn++)
      letters.envelopes().forEach((envelope, i) => {
        expect(isDeepStrictEqual(envelope, envelopes[i]), `envelope ${i}`).toBe(true);
      });
    expect([letters.length, letters.bytes]).toEqual([
      500,
      envelopes.reduce((sum, one) => sum + one.bytes, 0),
    ]);
    const digests: unknown[] = [];
    eachDigest(letters, (sender, digest) => digests.push([sender, digest]));
    expect(digests).toEqual(envelopes.map(({ sender, digest }) => [sender, digest]));
  });

  test('have the very entries that were read: no copies of vectors', () => {
    const envelopes = received(50, new Arena()).filter(({ type }) => type === types[0]);
    const letters = taken(envelopes);
    const first = envelopes.flatMap(({ body }) => (body as { values: Uint32Array[] }).values);
    first.forEach((plane, i) => plane.fill(i));
    expect(letters.envelopes().flatMap(({ body }) => (body as { values: Uint32Array[] }).values)).toEqual(
      first,
    );
  });

  test('keep a body as it is where somebody has made something else of it', () => {
    const envelopes = received(200, new Arena()).filter(({ type }) => type === types[1]);
    envelopes.forEach(({ body }, i) =>
      Object.assign(body as object, [{ note: i }, { number: -i }, { some: [i] }, { values: 'none' }][i % 4]),
    );
    const bodies = envelopes.map(({ body }) => body);
    taken(envelopes)
      .envelopes()
      .forEach(({ body }, i) => expect(body).toBe(bodies[i]));
  });
});
