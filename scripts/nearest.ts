/** Which tests are nearest to a file: those of its own path, then those that import it, directly or through others. */

import { posix } from 'node:path';
import { group } from 'd3-array';
import { SLOW } from '../vitest.config.ts';

/** Whether a test file takes more than a few seconds. */
export const isSlow = (test: string): boolean => SLOW.some((path) => test.startsWith(path.split('**')[0]));

/** How many folders two paths begin with in common. */
function inCommon(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((name, index) => name !== right[index]);
  return at < 0 ? left.length : at;
}

/** The relative imports of a file, as paths from the top. */
export function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)].map(([, path]) =>
    posix.join(posix.dirname(file), path),
  );
}

/**
 * Tests in rings around a file, the nearest first: its mirror and those that import it, those of its folder, and
 * those that reach it through most few others. In a ring the fast ones come first, and then those whose folders have most in common
 * with the file's.
 * @param texts all files of the tree, by path
 */
export function ringsAround(file: string, texts: ReadonlyMap<string, string>): string[][] {
  const importers = importersIn(texts);
  const tests = [...texts.keys()].filter(
    (path) => path.endsWith('.test.ts') && !path.startsWith('test/long/'),
  );
  const mirror = file.replace(/^src\//, '').replace(/\.ts$/, '');
  const folder = posix.dirname(mirror);
  const steps = stepsTo(file, importers);
  const near = (test: string): number => {
    if (test.startsWith(`test/${mirror}.`) || test.startsWith(`test/${mirror}/`) || steps.get(test) === 1)
      return 0;
    if (test.startsWith(`test/${folder}/`)) return 1;
    return steps.get(test) ?? Number.POSITIVE_INFINITY;
  };
  const byDistance = group(tests, near);
  byDistance.delete(Number.POSITIVE_INFINITY);
  const order = (a: string, b: string): number =>
    Number(isSlow(a)) - Number(isSlow(b)) || inCommon(b, `test/${mirror}`) - inCommon(a, `test/${mirror}`);
  return [...byDistance].toSorted(([a], [b]) => a - b).map(([, ring]) => ring.toSorted(order));
}

const known = new WeakMap<ReadonlyMap<string, string>, Map<string, string[]>>();

/** Which files import each. */
function importersIn(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const before = known.get(texts);
  if (before !== undefined) return before;
  const importers = new Map<string, string[]>();
  for (const [from, text] of texts) {
    for (const to of importsOf(from, text)) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  known.set(texts, importers);
  return importers;
}

/** The tests that import a file, directly or through others. */
export function reaching(file: string, texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  return new Set([...stepsTo(file, importersIn(texts)).keys()].filter((path) => path.endsWith('.test.ts')));
}

/** By how many imports each file reaches one. */
function stepsTo(file: string, importers: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const steps = new Map([[file, 0]]);
  const queue = [file];
  for (let at = 0; at < queue.length; at++) {
    for (const from of importers.get(queue[at]) ?? []) {
      if (steps.has(from)) continue;
      steps.set(from, (steps.get(queue[at]) ?? 0) + 1);
      queue.push(from);
    }
  }
  return steps;
}
