/**
 * Drawings as SVG: Observable Plot draws the panels in a document without a browser, and this combines them
 * with title, legend and caption into one self-contained picture.
 */

import { plot } from '@observablehq/plot';
import { parseHTML } from '#linkedom';
import { sha256 } from '../../run/tidy/fingerprint.ts';
import type { Drawing, Item, Panel } from './drawing.ts';
import { FAINT, FONT, FONT_SIZE, INK, PAPER, WIDTH } from './style.ts';

const LINE = 16;
const MARGIN = 8;

/** A complete SVG file. The same drawing gives the same bytes. */
export function svgOf({ title, subtitle, caption, legend = [], panels }: Drawing, width = WIDTH): string {
  const parts: string[] = [];
  let y = MARGIN;
  const words = (text: string, size: number, weight: 'normal' | 'bold', attributes: string): void => {
    for (const line of wrapped(text, width - 2 * MARGIN, size, weight)) {
      y += Math.round(size * 1.3);
      parts.push(`<text x="${MARGIN}" y="${y}" font-size="${size}" ${attributes}>${escaped(line)}</text>`);
    }
  };
  words(title, 15, 'bold', 'font-weight="bold"');
  if (subtitle !== undefined) words(subtitle, FONT_SIZE, 'normal', `fill="${FAINT}" class="quiet"`);
  if (legend.length > 0) {
    y += 6;
    const placed = legendOf(legend, width, y);
    parts.push(placed.text);
    y = placed.y;
  }
  for (const panel of panels) {
    y += 6;
    if (panel.title !== undefined) words(panel.title, FONT_SIZE, 'bold', 'font-weight="bold"');
    const { text, height } = panelOf(panel, width, y);
    parts.push(text);
    y += height;
  }
  if (caption !== undefined) {
    y += 2;
    words(caption, 11, 'normal', `fill="${FAINT}" class="quiet"`);
  }
  // An integer, as expected by programs that read the size of a file.
  y = Math.ceil(y + MARGIN + 2);
  const root = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}"`;
  const text = `font-family="${FONT}" font-size="${FONT_SIZE}" color="${INK}" fill="currentColor"`;
  return `<svg ${root} ${text} role="img" aria-label="${escaped(title)}"><rect class="paper" width="${width}" height="${y}" fill="${PAPER}"/>${parts.join('\n')}</svg>\n`;
}

function panelOf({ plot: options }: Panel, width: number, y: number): { text: string; height: number } {
  const { document } = parseHTML('<html></html>');
  const drawn = plot({
    width,
    ...options,
    document: document as never,
    style: { fontFamily: 'inherit', fontSize: `${FONT_SIZE}px` },
  }) as unknown as { outerHTML: string; getAttribute: (name: string) => string | null };
  const height = Number(drawn.getAttribute('height'));
  const text = drawn.outerHTML
    // Styles are for pages; programs that read files may not support them.
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/^<svg /, `<svg x="0" y="${y}" `)
    .replace(/ class="plot-[0-9a-f]+"/, '')
    .replace(/ style="[^"]*"/, '')
    .replaceAll('var(--plot-background)', PAPER);
  return { text: withOwnNames(text), height };
}

/**
 * Plot names referenced elements in the order of everything that it draws; here names follow from the
 * content, since a page has many pictures.
 */
function withOwnNames(text: string): string {
  const names = [...new Set([...text.matchAll(/plot-clip-\d+/g)].map(([name]) => name))];
  if (names.length === 0) return text;
  const digest = sha256(text.replaceAll(/plot-clip-\d+/g, '')).slice(0, 8);
  return text.replaceAll(/plot-clip-\d+/g, (name) => `clip-${digest}-${names.indexOf(name)}`);
}

function legendOf(items: readonly Item[], width: number, top: number): { text: string; y: number } {
  const parts: string[] = [];
  let x = MARGIN;
  let y = top + LINE - 3;
  for (const { label, colour, shape } of items) {
    const taken = 20 + widthOf(label, FONT_SIZE) + 14;
    if (x > MARGIN && x + taken > width) {
      x = MARGIN;
      y += LINE + 2;
    }
    parts.push(signOf(colour, shape, x, y));
    parts.push(`<text x="${x + 19}" y="${y}">${escaped(label)}</text>`);
    x += taken;
  }
  return { text: parts.join(''), y: y + 4 };
}

function signOf(colour: string, shape: Item['shape'], x: number, y: number): string {
  const middle = y - 4;
  const stroke = `stroke="${colour}" stroke-width="2" fill="none"`;
  switch (shape) {
    case 'line':
      return `<path d="M${x},${middle}h14" ${stroke}/>`;
    case 'dashes':
      return `<path d="M${x},${middle}h14" ${stroke} stroke-dasharray="4,3"/>`;
    case 'ring':
      return `<circle cx="${x + 7}" cy="${middle}" r="4" ${stroke}/>`;
    case 'diamond':
      return `<path d="M${x + 7},${middle - 6}l4,6l-4,6l-4,-6z" fill="${colour}"/>`;
    case 'dot':
      return `<circle cx="${x + 7}" cy="${middle}" r="4" fill="${colour}"/>`;
    case 'cross':
      return `<path d="M${x + 3},${middle - 4}l8,8m0,-8l-8,8" ${stroke}/>`;
    case undefined:
      return `<rect x="${x + 1}" y="${middle - 6}" width="12" height="12" fill="${colour}"/>`;
  }
}

/** The approximate width of a text in pixels, for DejaVu Sans, the widest of {@link FONT}. */
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

/** As much of a name as fits into a margin of this width. */
export function shortened(name: string, width: number): string {
  if (widthOf(name) <= width) return name;
  let most = name.length - 1;
  while (most > 1 && widthOf(`${name.slice(0, most)}…`) > width) most--;
  return `${name.slice(0, most)}…`;
}

function wrapped(text: string, width: number, size: number, weight: 'normal' | 'bold'): string[] {
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
