/**
 * Functions that write records, one for each kind of event, made from the table of layouts: looking that up for every record takes
 * three times as long.
 */

import type { BusEvents } from '../../core/engine/messages/bus.ts';
import type { PayloadDigest } from '../../core/engine/messages/payload-digest.ts';
import { checksumSource } from './checksum.ts';
import { FIELD_BYTES, KINDS, layoutsOf } from './record.ts';

type Fields = readonly (readonly [name: string, type: keyof typeof FIELD_BYTES])[];

export const TAG_BYTES = 1;
export const CHECK_BYTES = 2;

/**
 * Writes a record from offset `at`. The values are in the order of the fields: plain numbers, the numbers of names, and the lengths of bytes.
 * @returns the offset after the record; where it ends with bytes, the offset of these, which its checksum follows
 */
type Pack = (view: DataView, at: number, ...values: readonly number[]) => number;

/** How records of a kind are written. */
export interface Packing {
  readonly pack: Pack;
  /** The last field, if it has variable length. */
  readonly bytes: string | undefined;
  /**
   * The same of an event, whose names are recorded first.
   * @param into where the record goes, once its names are there
   */
  readonly packEvent: (
    event: BusEvents[keyof BusEvents],
    numberOf: (name: string) => number,
    into: Into,
  ) => number;
}

/** Where the next record goes. */
export interface Into {
  readonly view: DataView;
  readonly length: number;
}

type Packings = Readonly<Record<keyof BusEvents, Packing>>;

/** Made once, as there may be thousands of runs. */
const made: Partial<Record<PayloadDigest, Packings>> = {};

/** How records of all kinds are written in a trace with such digests of payloads. */
export function packingsOf(digest: PayloadDigest): Packings {
  return (made[digest] ??= packingsBy(layoutsOf(digest)));
}

function packingsBy(layouts: ReturnType<typeof layoutsOf>): Packings {
  return Object.fromEntries(
    KINDS.map((kind, tag) => [kind, packingOf(tag, layouts[kind] as Fields)]),
  ) as Packings;
}

function packingOf(tag: number, fields: Fields): Packing {
  const pack = compile(tag, fields);
  const bytes = fields.find(([, type]) => type === 'bytes')?.[0];
  return { pack, bytes, packEvent: compileForEvents(pack, fields) };
}

function compileForEvents(pack: Pack, fields: Fields): Packing['packEvent'] {
  const values = fields.map(([name, type]) => {
    if (type === 'string') return `numberOf(event.${name})`;
    return type === 'bytes' ? `event.${name}.byteLength` : `event.${name}`;
  });
  const lines = fields.map(([name], at) => `const ${name} = ${values[at]};`);
  const names = fields.map(([name]) => name).join(', ');
  const source = `${lines.join('\n')}\nreturn pack(into.view, into.length, ${names});`;
  // oxlint-disable-next-line no-new-func -- made from the table of layouts alone
  const compiled = new Function('pack', 'event', 'numberOf', 'into', source) as (
    pack: Pack,
    ...rest: Parameters<Packing['packEvent']>
  ) => number;
  return (event, numberOf, into) => compiled(pack, event, numberOf, into);
}

function compile(tag: number, fields: Fields): Pack {
  let end = TAG_BYTES;
  const lines = fields.map(([name, type]) => {
    const line = `view.set${type === 'f64' ? 'Float64' : 'Uint32'}(at + ${end}, ${name}, true);`;
    end += FIELD_BYTES[type];
    return line;
  });
  const names = fields.map(([name]) => name);
  const hasBytes = fields.some(([, type]) => type === 'bytes');
  const last = hasBytes
    ? [`return at + ${end};`]
    : [
        checksumSource(tag, end),
        `view.setUint16(at + ${end}, checksum, true);`,
        `return at + ${end + CHECK_BYTES};`,
      ];
  const source = [`view.setUint8(at, ${tag});`, ...lines, ...last].join('\n');
  // oxlint-disable-next-line no-new-func -- made from the table of layouts alone
  return new Function('view', 'at', ...names, source) as Pack;
}
