/**
 * YAML for scenarios: a text with the position of everything in it, parsed once for successive runs that read
 * the same text.
 */

import { Document, LineCounter, parseDocument } from 'yaml';
import { textOf } from '../../core/base/bytes.ts';
import { deepFreeze } from '../../core/base/freeze.ts';
import { readBytes, wrongFile } from '../data/file.ts';

/** A shared document, which must not be modified. */
export class Yaml {
  readonly document: Document;
  readonly lines: LineCounter;
  /** Whether all of it has been checked and found valid. */
  sound = false;
  #values: unknown;

  constructor(document: Document, lines = new LineCounter()) {
    this.document = document;
    this.lines = lines;
  }

  /**
   * The document as plain values, frozen.
   * @throws ReferenceError if its aliases would expand to more than anybody writes
   */
  get values(): unknown {
    return (this.#values ??= deepFreeze(this.document.toJS() as unknown, 'a scenario'));
  }
}

/** The text parsed last: a study reads the same one before every run, with different overrides. */
let newest: { readonly text: string; readonly yaml: Yaml } | undefined;

/**
 * A file of YAML, with the places of its parts.
 * @throws CahootsError if the file cannot be read, or is too large for a scenario
 */
export function readYaml(file: string): Yaml {
  const text = readText(file);
  if (newest?.text !== text) {
    const lines = new LineCounter();
    newest = { text, yaml: new Yaml(parseDocument(text, { lineCounter: lines }), lines) };
  }
  return newest.yaml;
}

/** Larger than anybody writes by hand, or any program for one run. */
const MOST_BYTES = 2 ** 22;

function readText(file: string): string {
  const bytes = readBytes(file, 'a scenario');
  if (bytes.byteLength > MOST_BYTES)
    throw wrongFile(file, `expected a scenario of at most ${MOST_BYTES} bytes, got ${bytes.byteLength}`);
  return textOf(bytes);
}

/**
 * The value of YAML or JSON.
 * @throws if the text is not YAML, or causes YAML warnings
 */
export function valueOf(text: string): unknown {
  const json = jsonOf(text);
  if (json !== undefined) return json;
  const document = parseDocument(text);
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw problem;
  return document.toJS();
}

/**
 * The values of an axis as a flag gives them: `1..4`, `0,0.1,0.2`, `secfc,lloyd`, a list or a mapping from names to values.
 * @throws if the text is not YAML, or causes YAML warnings
 */
export function listOfValues(text: string): unknown {
  const listed = valueOf(`[${text}]`) as readonly unknown[];
  return listed.length === 1 && typeof listed[0] === 'object' ? listed[0] : listed;
}

/** A value, or a list of them if there are several: seeds are how many, or which. */
export function valueOrList(text: string): unknown {
  return text.includes(',') ? listOfValues(text) : valueOf(text);
}

/**
 * The value of a text that is JSON as machines write it, which YAML would read the same but twenty times more
 * slowly; undefined if it is not.
 */
function jsonOf(text: string): unknown {
  if (!/^[[{\d-]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Plain values with the value at one path replaced, and everything else unchanged; mappings missing on the
 * way are created.
 * @param keys indices for lists
 */
export function withValue(whole: unknown, keys: readonly string[], value: unknown): unknown {
  const [key, ...below] = keys;
  if (key === undefined) return value;
  if (Array.isArray(whole)) {
    const items: unknown[] = [...whole];
    items[Number(key)] = withValue(items[Number(key)], below, value);
    return Array.from(items);
  }
  const mapping = (whole ?? {}) as Readonly<Record<string, unknown>>;
  return { ...mapping, [key]: withValue(ownValue(mapping, key), below, value) };
}

function ownValue(mapping: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined;
}
