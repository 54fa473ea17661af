import { unsealed } from '../../../src/core/protocol/attacks/messages.ts';
import { sealedCopy } from '../../../src/core/engine/compute/sealed.ts';
import { describe, expect, test } from 'vitest';
import { lloyd, mufc, secfc } from '../../../bin/standard.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import {
  binary,
  decodeMessage,
  encodeMessage,
  flag,
  integer,
  labels as labelsKind,
  numbers,
  packed,
  reals,
  residues,
  sealedResidues,
} from '../../../src/core/engine/wire/message.ts';
import { decode, encode } from '../../../src/core/engine/wire/bytes.ts';

/** What every party of SecFC is sent, read from the bytes themselves. */

describe.each([secfc, lloyd, mufc] as AnyProtocol[])('a message of $name', ({ messages }) => {
  const samples = new Map<unknown, unknown>([
    [integer, 1],
    [flag, true],
    [labelsKind, { clusters: 2, values: Uint16Array.of(0, 1) }],
    [reals, Float64Array.of(0.5)],
    [residues, [Uint32Array.of(3, 4)]],
    [sealedResidues, sealedCopy([Uint32Array.of(3, 4)])],
    [binary, Uint8Array.of(5, 6)],
    [numbers, Uint32Array.of(7, 8)],
    [packed, { bits: 12, length: 2, bytes: Uint8Array.of(1, 2, 3) }],
  ]);

  test.each(messages)('cannot carry more than its fields: $name', (type) => {
    const body = Object.fromEntries(
      Object.entries(type.fields).map(([field, kind]) => [field, samples.get(kind)]),
    );
    const whole = encodeMessage(type, body);
    const types = new Map([[type.name, type]]);
    const read = decodeMessage(whole, types);
    expect({ ...read, body: unsealed('body' in read ? read.body : {}) }).toEqual({
      type,
      body: unsealed(body),
    });
    expect(() => encodeMessage(type, { ...body, rider: 1 })).toThrow(
      `a ${type.name} message has no field rider`,
    );
    const fields = Object.keys(type.fields).length;
    const longer = encode([...(decode(whole) as unknown[]), 1]);
    expect(decodeMessage(longer, types)).toEqual({
      malformed: `expected ${fields} fields, got ${fields + 1}`,
    });
  });
});
