/** Writes a scenario as a person would: a comment at the top, and each fault on one line. */

import { basename, dirname, join, relative } from 'node:path';
import { Document, isMap, isSeq, visit } from 'yaml';
import { CahootsError } from '../../core/base/errors.ts';
import { isFile } from '../../run/data/file.ts';
import type { DataFiles } from '../../run/scenario/data-files.ts';
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
export function movedScenario(values: ScenarioValues, from: DataFiles, to: string): ScenarioValues {
  const copy: unknown = JSON.parse(
    JSON.stringify(values, (key, value: unknown) => {
      if (typeof value !== 'string' || key === 'name') return value;
      return unlessBad(value, () => (key === 'files' ? movedFiles : moved)(value, from, to));
    }),
  );
  return copy as ScenarioValues;
}

/** A text unchanged, unless it is the path of a file, which any text may be. */
function moved(text: string, { find }: DataFiles, to: string): string {
  const path = find(text);
  return isFile(path) ? relative(to, path) : text;
}

/** A folder of files, or a pattern of their names. */
function movedFiles(text: string, { find, list }: DataFiles, to: string): string {
  const isPattern = text.includes('*');
  const [file] = list(isPattern ? dirname(text) : text);
  if (file === undefined) return text;
  const folder = relative(to, dirname(find(file)));
  return isPattern ? join(folder, basename(text)) : join('.', folder);
}

function unlessBad(text: string, move: () => string): string {
  try {
    return move();
  } catch (error) {
    if (error instanceof CahootsError) return text;
    throw error;
  }
}
