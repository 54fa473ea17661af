/** What is in a message: its fields, from the bytes that the run sent. */

import { Bus } from '../../../src/core/engine/messages/bus.ts';
import { decodeMessage } from '../../../src/core/engine/wire/message.ts';
import { wrapped } from '../../../src/core/engine/wire/wrapping.ts';
import { run } from '../../../src/run/execute/run.ts';
import { protocolNamed } from '../../../src/run/plugin/registry.ts';
import type { Contents } from '../shapes.ts';
import { type Last, lastRun, plugins } from './run.ts';

const MOST_BYTES = 64e6;
const MOST_NUMBERS = 6;
const MOST_HEX = 24;

let kept: { readonly of: Last; readonly payloads: Promise<ReadonlyMap<number, Uint8Array>> } | undefined;

/**
 * @param id the message's number
 * @returns undefined for one that came after more bytes than a page keeps
 */
export async function contents(id: number): Promise<Contents | undefined> {
  const last = lastRun();
  if (kept?.of !== last) kept = { of: last, payloads: payloadsOf(last) };
  const payload = (await kept.payloads).get(id);
  return payload && contentsOf(last, payload);
}

/** The run is made again, as it must not be slowed down by what nobody may ask for. */
async function payloadsOf({ scenario }: Last): Promise<ReadonlyMap<number, Uint8Array>> {
  const payloads = new Map<number, Uint8Array>();
  const bus = new Bus();
  let bytes = 0;
  bus.on('sent', ({ id, payload }) => {
    if ((bytes += payload.byteLength) < MOST_BYTES) payloads.set(id, payload.slice());
  });
  await run(scenario, { plugins, bus });
  return payloads;
}

function contentsOf({ scenario }: Last, payload: Uint8Array): Contents {
  const around = wrapped(scenario.layers.flatMap(({ bytes }) => bytes ?? []));
  const bytes = around === undefined ? payload : around.unwrap(payload, scenario.messageBytes);
  const { messages } = protocolNamed({ plugins }, scenario.protocol);
  const types = new Map(messages.map((type) => [type.name, type]));
  const common = {
    payloadBytes: payload.byteLength,
    hex: [...payload.subarray(0, MOST_HEX)].map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
  };
  const decoded =
    bytes === undefined ? { malformed: 'bytes that were never packed' } : decodeMessage(bytes, types);
  if ('malformed' in decoded) return { ...common, fields: [], why: decoded.malformed };
  const { type, body } = decoded;
  const values = body as Readonly<Record<string, unknown>>;
  const fields = type.fieldNames.map((name) => ({
    name,
    is: type.fields[name].expected,
    value: shown(values[name]),
  }));
  return { ...common, fields };
}

/** The beginning of a value, and how much there is of it. */
function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`;
  if (value instanceof Uint8Array)
    return list(value, (byte) => byte.toString(16).padStart(2, '0'), 'bytes', ' ');
  if (ArrayBuffer.isView(value)) return list(value as Uint32Array, numberText, 'numbers', ', ');
  if (Array.isArray(value)) return value.map((one) => shown(one)).join('; ');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, part]) => `${name} ${shown(part)}`)
    .join(', ');
}

function list(
  values: ArrayLike<number>,
  text: (value: number) => string,
  what: string,
  between: string,
): string {
  const first = Array.from({ length: Math.min(MOST_NUMBERS, values.length) }, (_, i) => text(values[i]));
  const more =
    values.length > MOST_NUMBERS ? `${between}… ${values.length.toLocaleString('en-US')} ${what}` : '';
  return first.join(between) + more;
}

function numberText(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toPrecision(4);
}
