/**
 * Messages between actors. A protocol declares each type of message with its fields. A message has exactly these fields when it is
 * sent and when it is received, so nothing else can be passed along unnoticed.
 */

import { platform } from '#platform';
import { assert } from '../../base/errors.ts';
import { Arena, decode, encode } from './bytes.ts';
import { codecOf } from './codec.ts';
import type { FieldKind } from './fields.ts';
import type { AnyMessageType, Fields, MessageType } from './message-type.ts';
import { packedResidues, residues } from './residues.ts';
import { packedSealedResidues, sealedResidues } from './sealed-residues.ts';

export type { ClusterLabels } from './cluster-labels.ts';
export { binary, type FieldKind, flag, integer, labels, numbers, packed, reals } from './fields.ts';
export type { AnyMessageType, MessageType } from './message-type.ts';
export { packedResidues, residues } from './residues.ts';
export { packedSealedResidues, sealedResidues } from './sealed-residues.ts';

/**
 * Declares a type of message.
 * @param lasting whether its sender may go on before it is answered; absent: it waits for an answer, or sends nothing else
 */
export function message<B extends object, const M extends string = string>(
  name: M,
  fields: Fields<B>,
  { lasting }: Pick<MessageType, 'lasting'> = {},
): MessageType<B, M> {
  const fieldNames = Object.freeze(Object.keys(fields) as (keyof B & string)[]);
  // Whoever receives a message reaches its type, with which those of others are read.
  for (const field of fieldNames) Object.freeze(fields[field]);
  return Object.freeze({ name, fields: Object.freeze(fields), fieldNames, ...(lasting && { lasting }) });
}

/** Kinds of residues, and the same packed. */
const WITHOUT_GAPS = new Map<unknown, unknown>([
  [residues, packedResidues],
  [sealedResidues, packedSealedResidues],
]);

/** A type with its residues packed; the type itself if it has no residues. Receivers of either read both. */
export function withPackedResidues(type: AnyMessageType): AnyMessageType {
  const { name, fields, fieldNames, lasting } = type;
  if (fieldNames.every((field) => !WITHOUT_GAPS.has(fields[field]))) return type;
  const kinds = fieldNames.map((field) => [field, WITHOUT_GAPS.get(fields[field]) ?? fields[field]]);
  return message(name, Object.fromEntries(kinds) as Fields<Record<string, unknown>>, { lasting });
}

/** The bytes of a message: an array of the type's name and its fields in declared order. */
export function encodeMessage<B extends object>(type: MessageType<B>, body: B): Uint8Array {
  const codec = codecOf(type as AnyMessageType);
  const size = codec?.size(body) ?? -1;
  if (codec === undefined || size < 0) return encodeAny(type, body);
  const bytes = new Uint8Array(size);
  codec.write(body, bytes, 0);
  return bytes;
}

/** Encodes a body that the codec of its type declines, or a type without a codec. */
export function encodeAny<B extends object>(
  { name, fields, fieldNames }: MessageType<B>,
  body: B,
): Uint8Array {
  for (const key of Object.keys(body)) {
    if (!fieldNames.includes(key as keyof B & string)) assert(false, `a ${name} message has no field ${key}`);
  }
  const values = fieldNames.map((key) => {
    const kind = fields[key];
    if (!kind.holds(body[key])) assert(false, `${key} of a ${name} message is not ${kind.expected}`);
    return kind.pack(body[key]);
  });
  return encode([name, ...values]);
}

/** How many elements the message counts as. */
export function elementsOf<B extends object>({ fields, fieldNames }: MessageType<B>, body: B): number {
  let elements = 0;
  for (const name of fieldNames) elements += fields[name].elements(body[name]);
  return elements;
}

/** A decoded message, or why the bytes are not one. */
export type Decoded =
  | { readonly type: AnyMessageType; readonly body: object }
  | { readonly malformed: string };

/**
 * Decodes bytes from anybody, without ever throwing.
 * @param arena the receiver's, for small vectors
 */
export function decodeMessage(
  bytes: Uint8Array,
  types: ReadonlyMap<string, AnyMessageType>,
  arena = new Arena(),
): Decoded {
  let raw: unknown;
  try {
    raw = decode(bytes);
  } catch {
    return { malformed: 'no MessagePack' };
  }
  if (!Array.isArray(raw) || typeof raw[0] !== 'string') return { malformed: 'no message' };
  const type = types.get(raw[0]);
  if (type === undefined) return { malformed: 'unknown type' };
  const { fields, fieldNames } = type;
  if (raw.length !== fieldNames.length + 1)
    return { malformed: `expected ${fieldNames.length} fields, got ${raw.length - 1}` };
  const body: Record<string, unknown> = {};
  for (let i = 0; i < fieldNames.length; i++) {
    const name = fieldNames[i];
    const kind = fields[name] as FieldKind<unknown>;
    const value = kind.unpack(raw[i + 1], arena);
    if (value === undefined) return { malformed: `${name}: expected ${kind.expected}` };
    body[name] = value;
  }
  return { type, body };
}

/**
 * Decodes a message with the codec of the type that its bytes name, if there is one, in a tenth of the time.
 * @param arena the receiver's, for small vectors
 */
export function readMessage(
  bytes: Uint8Array,
  types: ReadonlyMap<string, AnyMessageType>,
  arena: Arena,
): Decoded {
  const type = types.get(nameAt(bytes));
  const body = type && codecOf(type)?.read(bytes, 0, bytes.byteLength, arena);
  return type && body ? { type, body } : decodeMessage(bytes, types, arena);
}

/** The name with which a message begins, if it is short enough for a codec. */
function nameAt(bytes: Uint8Array): string {
  const length = bytes.byteLength > 1 ? bytes[1] - 0xa0 : 0;
  return length > 0 && length < 32
    ? platform.bytes.toLatin1(bytes, 2, Math.min(length + 2, bytes.byteLength))
    : '';
}
