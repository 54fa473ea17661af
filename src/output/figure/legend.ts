/** Legends of pictures: a sign and a label for every encoding, in as many lines as they need. */

import { dot } from '@observablehq/plot';
import type { Item } from './drawing.ts';
import { panelOf } from './panel.ts';
import { FONT_SIZE } from './style.ts';
import { escaped, widthOf } from './text.ts';

const LINE = 16;

/**
 * @param left where it begins, in units
 * @param fillOf how an area of a colour is filled
 * @returns its SVG, and where it ends
 */
export function legendOf(
  items: readonly Item[],
  { left, width, top }: { readonly left: number; readonly width: number; readonly top: number },
  fillOf: (colour: string) => string,
): { text: string; y: number } {
  const parts: string[] = [];
  let x = left;
  let y = top + LINE - 3;
  for (const item of items) {
    const { label } = item;
    const taken = 20 + widthOf(label, FONT_SIZE) + 14;
    if (x > left && x + taken > width) {
      x = left;
      y += LINE + 2;
    }
    parts.push(signOf(item, fillOf, x, y));
    parts.push(`<text x="${x + 19}" y="${y}">${escaped(label)}</text>`);
    x += taken;
  }
  return { text: parts.join(''), y: y + 4 };
}

function signOf(
  { colour, shape, symbol, dashes }: Item,
  fillOf: (colour: string) => string,
  x: number,
  y: number,
): string {
  const middle = y - 4;
  const patch = (fill: string): string =>
    `<rect x="${x + 1}" y="${middle - 6}" width="12" height="12" fill="${fill}"/>`;
  const stroke = `stroke="${colour}" stroke-width="2" fill="none"`;
  switch (shape) {
    case 'line': {
      const dashed = dashes === undefined ? '' : ` stroke-dasharray="${dashes}"`;
      const marker = symbol === undefined ? '' : markerOf(symbol, colour, x, middle);
      return `<path d="M${x},${middle}h14" ${stroke}${dashed}/>${marker}`;
    }
    case 'ring':
      return `<circle cx="${x + 7}" cy="${middle}" r="4" ${stroke}/>`;
    case 'diamond':
      return `<path d="M${x + 7},${middle - 6}l4,6l-4,6l-4,-6z" fill="${colour}"/>`;
    case 'dot':
      return markerOf(symbol ?? 'circle', colour, x, middle);
    case 'cross':
      return `<path d="M${x + 3},${middle - 4}l8,8m0,-8l-8,8" ${stroke}/>`;
    case 'shade':
      return patch(colour);
    default:
      return patch(fillOf(colour));
  }
}

/** The marker as panels have it. */
function markerOf(symbol: Item['symbol'] & string, colour: string, x: number, middle: number): string {
  if (symbol === 'circle') return `<circle cx="${x + 7}" cy="${middle}" r="4" fill="${colour}"/>`;
  const mark = dot([0], { symbol, fill: colour, r: 4, frameAnchor: 'middle' });
  const side = 14;
  const drawn = { plot: { width: side, height: side, margin: 0, marks: [mark] } };
  return panelOf(drawn, side, { x, y: middle - side / 2 }).text;
}
