/** Texts in pictures: their approximate widths, and what of them fits. */

import { FONT_SIZE } from './style.ts';

/** The approximate width of a text in units, for DejaVu Sans, the widest of the fonts. */
export function widthOf(text: string, size = FONT_SIZE, weight: 'normal' | 'bold' = 'normal'): number {
  let ems = 0;
  for (const sign of text) ems += WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 0.62;
  return ems * size * (weight === 'bold' ? 1.12 : 1);
}

/** In ems; all other characters are lower-case letters and digits. */
const WIDTHS: readonly (readonly [signs: RegExp, ems: number])[] = [
  [/[ijl.,:;'|! ]/, 0.33],
  [/[frt()[\]/-]/, 0.4],
  [/[mMwW%@…]/, 0.95],
  [/[A-Z=+<>]/, 0.72],
];

/** The margin that these names need beside a panel: at most a third of the picture's width. */
export function marginFor(names: readonly string[], width: number): number {
  return Math.min(Math.round(width * 0.342), 24 + Math.max(...names.map((name) => widthOf(name))));
}

/** As much of a name as fits into a margin of this width. */
export function shortened(name: string, width: number): string {
  if (widthOf(name) <= width) return name;
  let most = name.length - 1;
  while (most > 1 && widthOf(`${name.slice(0, most)}…`) > width) most--;
  return `${name.slice(0, most)}…`;
}

/** A text in lines of at most this width, broken between words. */
export function wrapped(text: string, width: number, size: number, weight: 'normal' | 'bold'): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(`${line} ${word}`, size, weight) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A text as the content of an SVG element or attribute. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
