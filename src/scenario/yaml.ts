/** YAML as scenarios have it: a text with the place of everything in it, parsed once for all runs in a row that read the same. */

import { Document, LineCounter, parseDocument } from 'yaml';
import { deepFreeze } from '../base/freeze.ts';
import { readBytes, wrongFile } from '../data/file.ts';

/** A document that is shared: nobody writes to it. */
export class Yaml {
  readonly document: Document;
  readonly lines: LineCounter;
  /** Whether somebody looked at all of it, and found nothing wrong. */
  sound = false;
  #values: unknown;

  constructor(document: Document, lines = new LineCounter()) {
    this.document = document;
    this.lines = lines;
  }

  /**
   * The document as plain values, frozen.
   * @throws ReferenceError when its aliases would unfold to more than anybody writes
   */
  get values(): unknown {
    return (this.#values ??= deepFreeze(this.document.toJS() as unknown, 'a scenario'));
  }
}

/** The text that was parsed last: a study reads the same before every run, with other settings laid over it. */
let newest: { readonly text: string; readonly yaml: Yaml } | undefined;

/** @throws CahootsError when the file cannot be read, or is larger than a scenario is */
export function readYaml(file: string): Yaml {
  const text = readText(file);
  if (newest?.text !== text) {
    const lines = new LineCounter();
    newest = { text, yaml: new Yaml(parseDocument(text, { lineCounter: lines }), lines) };
  }
  return newest.yaml;
}

/** What nobody writes by hand, nor any program for one run. */
const MOST_BYTES = 2 ** 22;

function readText(file: string): string {
  const bytes = readBytes(file, 'a scenario');
  if (bytes.byteLength > MOST_BYTES)
    throw wrongFile(file, `expected a scenario of at most ${MOST_BYTES} bytes, got ${bytes.byteLength}`);
  return bytes.toString();
}

/** @throws when the text is no YAML, or holds what YAML only warns of */
export function valueOf(text: string): unknown {
  const json = jsonOf(text);
  if (json !== undefined) return json;
  const document = parseDocument(text);
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw problem;
  return document.toJS();
}

/**
 * The value of a text that is JSON as machines write it, which YAML reads the same and twenty times as slowly; undefined where
 * it is anything else.
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
 * Plain values with another one in a place, of which all else is the same; mappings on the way that are not there are made.
 * @param keys numbers of items where there are lists
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
