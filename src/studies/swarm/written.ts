/** Writes a scenario as a person would: a comment at the top, and each fault on one line. */

import { relative } from 'node:path';
import { Document, isMap, isSeq, visit } from 'yaml';
import { CahootsError } from '../../core/base/errors.ts';
import { isFile } from '../../run/data/file.ts';
import type { FindFile } from '../../run/scenario/data-files.ts';
import type { ScenarioValues } from './document.ts';

/** The order in which people write the sections. */
const ORDER = ['name', 'description', 'seed', 'clients', 'data', 'protocol', 'network', 'devices', 'limits'];

/**
 * @param comment lines for the top
 * @returns YAML that ends with a newline
 */
export function writtenScenario(values: ScenarioValues, comment: readonly string[]): string {
  const place = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);
  const ordered = Object.entries(values).toSorted(([a], [b]) => place(a) - place(b));
  const document = new Document(Object.fromEntries(ordered));
  document.commentBefore = comment.map((line) => ` ${line}`).join('\n');
  visit(document, {
    Collection: (_, node, ancestors) => {
      // At the depth of the document, its map and a pair in it: sections stay in block style, as do lists of mappings.
      const isSection = ancestors.length <= 3;
      const holdsMaps = isSeq(node) && node.items.some((item) => isMap(item));
      if (!isSection || (isSeq(node) && !holdsMaps)) node.flow = ancestors.length > 1;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/**
 * A scenario with paths of files relative to another folder.
 * @param from finds the files
 */
export function movedScenario(values: ScenarioValues, from: FindFile, to: string): ScenarioValues {
  const copy: unknown = JSON.parse(
    JSON.stringify(values, (key, value: unknown) =>
      typeof value === 'string' && key !== 'name' ? moved(value, from, to) : value,
    ),
  );
  return copy as ScenarioValues;
}

/** A text unchanged, unless it is the path of a file, which any text may be. */
function moved(text: string, from: FindFile, to: string): string {
  try {
    const path = from(text);
    return isFile(path) ? relative(to, path) : text;
  } catch (error) {
    if (error instanceof CahootsError) return text;
    throw error;
  }
}
