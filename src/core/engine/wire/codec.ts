/**
 * Codecs of message types: for each type, functions compiled from the declared fields that measure, write and read a body. They
 * write the same MessagePack as the library in a tenth of its time.
 *
 * A codec may decline. Then the general way (see message.ts) handles the body or the bytes, and reports what is wrong with them.
 * A codec never decodes bytes differently from the general way.
 */

import { utf8 } from '../../base/bytes.ts';
import { BODIES, type FieldCode } from './field-code.ts';
import { HELPERS } from './field-helpers.ts';
import type { Arena } from './bytes.ts';
import type { AnyMessageType } from './message-type.ts';
import type { Carried } from './sealed-residues.ts';

export interface Codec {
  /** The bytes that a body takes; -1 to decline, if it contains something unusual or wrong. */
  readonly size: (body: object) => number;
  /** How many of these bytes are not written if the message may carry vectors; absent: it never carries any. */
  readonly aside: ((body: object) => number) | undefined;
  /**
   * Writes a body that was just measured and returns where it ends.
   * @param carried receives large vectors, which are then not written; absent: everything is written
   */
  readonly write: (body: object, bytes: Uint8Array, at: number, carried?: Carried[]) => number;
  /**
   * The body in these bytes; undefined to decline, if they are another message, or none.
   * @param arena the receiver's, for vectors
   * @param carried the vectors that belong at places where nothing was written
   * @param own whether the bytes are the receiver's, and never change
   */
  readonly read: (
    bytes: Uint8Array,
    at: number,
    end: number,
    arena: Arena,
    carried?: readonly Carried[],
    own?: boolean,
  ) => object | undefined;
  /** Whether it leaves some of the receiver's own bytes where they are. */
  readonly inPlace: boolean;
  /** How many elements a measured body counts as. */
  readonly elements: (body: object) => number;
}

/** Lists of fewer than 16 items, and texts of fewer than 32 ASCII characters, have their length in the first byte. */
const MOST_FIELDS = 14;
const SHORT_NAME = /^[\0-\x7f]{0,31}$/;

const known = new WeakMap<AnyMessageType, { readonly codec: Codec | undefined }>();

/** The codec of a type; undefined if codecs do not support its name or the kind of one of its fields. */
export function codecOf(type: AnyMessageType): Codec | undefined {
  let entry = known.get(type);
  if (entry === undefined) known.set(type, (entry = { codec: compile(type) }));
  return entry.codec;
}

/** The codecs of numbered types, each compiled when it is first needed: protocols declare far more types than a run uses. */
export class Codecs {
  readonly #types: readonly AnyMessageType[];
  /** null: not yet needed. */
  readonly #codecs: (Codec | undefined | null)[];

  constructor(types: readonly AnyMessageType[]) {
    this.#types = types;
    this.#codecs = types.map(() => null);
  }

  /** The codec of the type with this number, see {@link codecOf}. */
  of(number: number): Codec | undefined {
    const codec = this.#codecs[number];
    return codec === null ? (this.#codecs[number] = codecOf(this.#types[number])) : codec;
  }
}

interface Field {
  readonly name: string;
  readonly code: FieldCode;
}

function compile({ name, fields, fieldNames }: AnyMessageType): Codec | undefined {
  const compiled = fieldNames.flatMap((field): Field[] => {
    const code = BODIES.get(fields[field]);
    // This name does not create an ordinary property.
    return code === undefined || field === '__proto__' ? [] : [{ name: JSON.stringify(field), code }];
  });
  const isPlain =
    compiled.length === fieldNames.length && compiled.length <= MOST_FIELDS && SHORT_NAME.test(name);
  if (!isPlain) return undefined;
  const head = [0x90 | (compiled.length + 1), 0xa0 | name.length, ...utf8(name)];
  const aside = asideSource(compiled);
  return make<Codec>([
    `size: ${functionSource('body', sizeSource(head.length, compiled))}`,
    `aside: ${aside === undefined ? undefined : functionSource('body', aside)}`,
    `write: ${functionSource('body, bytes, at, carried', writeSource(head, compiled))}`,
    `read: ${functionSource('bytes, at, end, arena, carried, own', readSource(head, compiled))}`,
    `inPlace: ${compiled.some(({ code }) => code.inPlace)}`,
    `elements: ${functionSource('body', elementsSource(compiled))}`,
  ]);
}

/** The source of a function that uses only the declared fields, and the helpers that they name. */
export function functionSource(parameters: string, source: string): string {
  return `function (${parameters}) {\n${source}\n}`;
}

/** Compiles an object with these properties, all at once, as each call of the compiler takes as long as a dozen functions. */
export function make<T>(properties: readonly string[]): T {
  // oxlint-disable-next-line no-new-func -- made only from what a protocol declares
  return new Function('h', `return { ${properties.join(',\n')} };`)(HELPERS) as T;
}

function sizeSource(head: number, fields: readonly Field[]): string {
  const lines = fields.map(({ name, code }) => `v = body[${name}];\n${code.size}`);
  return [
    `let n = 0, s = ${head}, v;`,
    `for (const key in body) n++;`,
    `if (n !== ${fields.length}) return -1;`,
    ...lines,
    'return s;',
  ].join('\n');
}

function asideSource(fields: readonly Field[]): string | undefined {
  const lines = fields.flatMap(({ name, code }) =>
    code.aside === undefined ? [] : [`v = body[${name}];\n${code.aside}`],
  );
  return lines.length === 0 ? undefined : ['let s = 0, v;', ...lines, 'return s;'].join('\n');
}

function writeSource(head: readonly number[], fields: readonly Field[]): string {
  const lines = fields.map(({ name, code }) => `v = body[${name}];\n${code.write}`);
  const bytes = head.map((byte, i) => `bytes[at + ${i}] = ${byte};`).join(' ');
  return ['let v;', bytes, `at += ${head.length};`, ...lines, 'return at;'].join('\n');
}

function readSource(head: readonly number[], fields: readonly Field[]): string {
  const other = head.map((byte, i) => `bytes[at + ${i}] !== ${byte}`).join(' || ');
  const lines = fields.map(({ code }, i) => `let f${i};\n${code.read.replaceAll('$', `f${i}`)}`);
  const body = fields.map(({ name }, i) => `${name}: f${i}`).join(', ');
  return [
    `if (end - at < ${head.length} || ${other}) return undefined;`,
    `at += ${head.length};`,
    ...lines,
    `return at === end ? { ${body} } : undefined;`,
  ].join('\n');
}

function elementsSource(fields: readonly Field[]): string {
  const counted = fields.filter(({ code }) => code.elements !== undefined);
  const terms = counted.map(({ name, code }) => code.elements?.replaceAll('$', `body[${name}]`));
  return `return ${['0', ...terms].join(' + ')};`;
}
