/** Which setting is written at a place of a scenario's text, even while the text is being written. */

import { isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument } from 'yaml';
import type { Path } from './schema.ts';

export interface Place {
  /** Of the mapping if a key is written here, otherwise of the value. */
  readonly path: Path;
  readonly writes: 'key' | 'value';
  /** The whole document as far as it can be read. */
  readonly values: unknown;
}

/** Stands for the word that is missing where the cursor is. */
const MARK = 'x-here';

/** @param word what has been written of the word at the end of `before` */
export function placeOf(before: string, word: string, after: string): Place | undefined {
  const start = before.slice(0, before.length - word.length);
  const rest = after.replace(/^[\w.%-]*/, '');
  const lineStart = start.slice(start.lastIndexOf('\n') + 1);
  const inFlow =
    /[{,]\s*$/.test(start) && (start.match(/\{/g)?.length ?? 0) > (start.match(/\}/g)?.length ?? 0);
  const isKey = /^\s*(?:- )?$/.test(lineStart) || inFlow;
  // A whole document needs a value behind a key.
  const text = isKey && !/^\s*:/.test(rest) ? `${start}${MARK}: 0${rest}` : `${start}${MARK}${rest}`;
  const document = parseDocument(text, { strict: false });
  const path = pathTo(document.contents, isKey);
  if (path === undefined) return undefined;
  return { path, writes: isKey ? 'key' : 'value', values: withoutMark(document.toJS()) };
}

/** The setting whose key or value is at this offset. */
export function settingAt(
  text: string,
  offset: number,
): { readonly path: Path; readonly values: unknown } | undefined {
  const document = parseDocument(text, { strict: false });
  const found = within(document.contents, offset, []);
  return found && { path: found, values: document.toJS() };
}

function within(node: unknown, offset: number, path: Path): Path | undefined {
  const covers = (one: unknown): boolean => {
    const range = (one as Node | null)?.range;
    return range !== null && range !== undefined && range[0] <= offset && offset <= range[1];
  };
  if (isMap(node)) {
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const own = [...path, String(pair.key)];
      if (covers(pair.key)) return own;
      if (covers(pair.value)) return within(pair.value, offset, own) ?? own;
    }
    return undefined;
  }
  if (isSeq(node)) {
    for (const [at, item] of node.items.entries())
      if (covers(item)) return within(item, offset, [...path, at]);
    return undefined;
  }
  return path.length === 0 ? undefined : path;
}

function pathTo(node: unknown, asKey: boolean, path: Path = []): Path | undefined {
  if (isMap(node)) {
    for (const item of node.items) {
      if (!isPair(item)) continue;
      if (asKey && isScalar(item.key) && item.key.value === MARK) return path;
      const found = pathTo(item.value, asKey, [...path, String(item.key)]);
      if (found !== undefined) return found;
    }
  } else if (isSeq(node)) {
    for (const [at, item] of node.items.entries()) {
      const found = pathTo(item, asKey, [...path, at]);
      if (found !== undefined) return found;
    }
  } else if (!asKey && isScalar(node) && node.value === MARK) return path;
  return undefined;
}

function withoutMark(values: unknown): unknown {
  if (Array.isArray(values)) return values.map((value) => withoutMark(value));
  if (typeof values !== 'object' || values === null) return values;
  const kept = Object.entries(values).filter(([key]) => key !== MARK);
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutMark(value)]));
}
