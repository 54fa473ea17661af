/** What a scenario names files for and a trace keeps whole: the content stands where the name stood, so a replay needs no file. */

export interface Content {
  /** Where the name stands in the document. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** A copy of a document with contents in place of names; what is on no way to one of them is the same. */
export function withContents<T>(document: T, contents: readonly Content[]): T {
  return contents.reduce((whole, { path, value }) => laid(whole, path, value) as T, document);
}

function laid(node: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node))
    return node.map((item: unknown, i) => (String(i) === String(key) ? laid(item, rest, value) : item));
  const mapping = node as Readonly<Record<string, unknown>>;
  return { ...mapping, [key]: laid(mapping[key], rest, value) };
}
