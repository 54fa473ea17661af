/**
 * No result depends on how an engine rounds: nothing uses what ECMAScript leaves open, which are most functions of `Math` and
 * powers of doubles. Lint holds the first too; it has no rule for `**`.
 */

import { readdirSync, readFileSync } from 'node:fs';
import * as d3 from 'd3-array';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

const inFolder = (folder: string): string[] =>
  readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.[jt]s$/.test(file) && !file.endsWith('.d.ts'));

const OPEN =
  /\bMath\.(?:a?cosh?|a?sinh?|a?tanh?|atan2|cbrt|exp|expm1|hypot|log|log10|log1p|log2|pow)\b|\bMath\[|\} = Math\b/;

/** Powers that every engine computes exactly: of bigints, and of 2 by a literal integer. */
const EXACT = /\b2 \*\* -?\d+\b(?![.n])|\*\* (?:\d+n\b|BigInt\()|\b\d+n \*\*|BigInt\([^()]*\) \*\*/g;

/** The lines of a program, without comments, in which engines may round differently. */
function openLines(file: string, text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').split('\n');
  return code
    .map((line) => line.replace(/\/\/ .*/, ''))
    .filter((line) => OPEN.test(line) || line.replaceAll(EXACT, '').includes('**'))
    .map((line) => `${file}: ${line.trim()}`);
}

test('what engines round differently is found, and what they do not is let pass', () => {
  const open = [
    'Math.exp(x)',
    'x ** 2',
    '2 ** bits',
    'const { log } = Math',
    'x ** 0.5',
    'Math.hypot(a, b)',
    '3 ** 4',
  ];
  const same = [
    'Math.sqrt(x)',
    '2 ** 32',
    '2 ** -53',
    'n ** 2n',
    'BigInt(a) ** BigInt(b)',
    '2n ** b',
    '/** x ** y */',
  ];
  expect(openLines('f', open.join('\n'))).toEqual(open.map((line) => `f: ${line}`));
  expect(openLines('f', same.join('\n'))).toEqual([]);
});

test('no program of ours depends on how an engine rounds', () => {
  const files = ['src', 'actors', 'bin'].flatMap(inFolder);
  expect(files.length).toBeGreaterThan(400);
  expect(files.flatMap((file) => openLines(file, read(file)))).toEqual([]);
});

test.each([
  ['ml-matrix', ['src/dc', 'src/pseudoInverse.js', 'src/decompositions.js', 'src/matrix.js']],
  ['pure-rand', ['lib/esm']],
])('nor does what is used of %s', (name, parts) => {
  const files = parts
    .map((part) => `node_modules/${name}/${part}`)
    .flatMap((part) => (part.endsWith('.js') ? [part] : inFolder(part)));
  expect(files.flatMap((file) => openLines(file, read(file)))).toEqual([]);
});

test('nor does a function that is used of d3-array', () => {
  const lists = ['src', 'actors', 'bin']
    .flatMap(inFolder)
    .flatMap((file) => [...read(file).matchAll(/import \{([^}]*)\} from 'd3-array'/g)]);
  const names = new Set(
    lists.flatMap(([, list]) => list.split(',').map((name) => name.trim().split(' ')[0])),
  );
  const used = Object.entries(d3).filter(([name]) => names.has(name));
  expect(used.length).toBeGreaterThan(3);
  expect(used.flatMap(([name, own]) => openLines(name, String(own)))).toEqual([]);
});
