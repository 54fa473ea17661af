import { areSameBytes } from '../../../core/base/bytes.ts';
import { powerOfTwo } from '../../../core/math/elementary/index.ts';
import { z } from 'zod';
import type { Stream } from '../../../core/base/random.ts';
import { Arena } from '../../../core/engine/wire/bytes.ts';
import { encodeMessage, type FieldKind } from '../../../core/engine/wire/message.ts';
import { fieldSetting, messageFault, unknownField } from '../message-fault.ts';

/** What arrives is still a message of its type, as if the sender's memory had failed and not the line. */
export const corrupt = messageFault({
  name: 'corrupt',
  summary: 'bits of one field of a message are flipped',
  example: '{ fault: corrupt, who: client-2, message: points, bits: 3 }',
  settings: {
    ...fieldSetting('one that is drawn for every message'),
    bits: z.int().min(1).max(1_000_000).default(1).meta({ description: 'how many' }),
  },
  ends: 'mostly',
  falsifies: true,
  recalls: () => 'number',
  wrong: unknownField,
  draw: ({ sampler }) => ({ bits: sampler.magnitude(1, 100) < 10 ? 1 : sampler.integer(2, 100) }),
  twist:
    ({ field, bits }, streams) =>
    ({ sender, receiver, type, nth }, draft) => {
      const stream = streams(String(sender), String(receiver), type.name, String(nth));
      const values = draft.body as Readonly<Record<string, unknown>>;
      const fields = type.fieldNames.filter((name) => name === (field ?? name));
      if (fields.length === 0) return draft;
      const name = fields[stream.integer(fields.length)];
      let value = values[name];
      for (let flips = 0; flips < bits; flips++) value = flipped(type.fields[name], value, stream);
      const body = { ...values, [name]: value };
      const payload = encodeMessage(type, body);
      if (draft.payloads.every((bytes) => areSameBytes(bytes, payload))) return draft;
      return { body, payloads: draft.payloads.map(() => payload) };
    },
});

/**
 * A field's value with one bit of its encoding flipped; unchanged if it has no bits, or would become invalid.
 */
function flipped<T>(kind: FieldKind<T>, value: T, stream: Stream): T {
  return kind.unpack(flip(kind.pack(value), stream), new Arena()) ?? value;
}

function flip(raw: unknown, stream: Stream): unknown {
  if (typeof raw === 'boolean') return !raw;
  if (typeof raw === 'number') {
    const bit = powerOfTwo(stream.integer(32));
    return Math.floor(raw / bit) % 2 === 0 ? raw + bit : raw - bit;
  }
  if (raw instanceof Uint8Array && raw.length > 0) {
    const bytes = Uint8Array.from(raw);
    bytes[stream.integer(bytes.length)] ^= 1 << stream.integer(8);
    return bytes;
  }
  if (!Array.isArray(raw) || raw.length === 0) return raw;
  const at = stream.integer(raw.length);
  return raw.map((item: unknown, i) => (i === at ? flip(item, stream) : item));
}
