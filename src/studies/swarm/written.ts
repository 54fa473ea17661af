/** A scenario as a person would write it: what it shows on top, a line for each fault. */

import { relative } from 'node:path';
import { Document, isMap, isSeq, visit } from 'yaml';
import { CahootsError } from '../../base/errors.ts';
import { isFile } from '../../data/file.ts';
import type { FindFile } from '../../scenario/data-files.ts';
import type { ScenarioValues } from './document.ts';

/** The order in which people write the sections. */
const ORDER = ['name', 'description', 'seed', 'clients', 'data', 'protocol', 'network', 'devices', 'limits'];

/**
 * @param comment lines for its top
 * @returns YAML, with a newline at its end
 */
export function writtenScenario(values: ScenarioValues, comment: readonly string[]): string {
  const place = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);
  const ordered = Object.entries(values).toSorted(([a], [b]) => place(a) - place(b));
  const document = new Document(Object.fromEntries(ordered));
  document.commentBefore = comment.map((line) => ` ${line}`).join('\n');
  visit(document, {
    Collection: (_, node, ancestors) => {
      // The document, its map and the pair in it: sections stay blocks, and so do lists of mappings.
      const isSection = ancestors.length <= 3;
      const holdsMaps = isSeq(node) && node.items.some((item) => isMap(item));
      if (!isSection || (isSeq(node) && !holdsMaps)) node.flow = ancestors.length > 1;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/**
 * The same scenario with the files that it names as another folder calls them.
 * @param from finds them
 */
export function movedScenario(values: ScenarioValues, from: FindFile, to: string): ScenarioValues {
  const copy: unknown = JSON.parse(
    JSON.stringify(values, (key, value: unknown) =>
      typeof value === 'string' && key !== 'name' ? moved(value, from, to) : value,
    ),
  );
  return copy as ScenarioValues;
}

/** A text as it is, unless it names a file: any may. */
function moved(text: string, from: FindFile, to: string): string {
  try {
    const path = from(text);
    return isFile(path) ? relative(to, path) : text;
  } catch (error) {
    if (error instanceof CahootsError) return text;
    throw error;
  }
}
