/** Hatches of areas, by which they are told apart where their colours print as the same grey. */

import type { Item } from './drawing.ts';

/** The lines of a tile of 6 by 6 units; the first area has none. */
const LINES = [
  '',
  'M-1,1l2,-2M0,6l6,-6M5,7l2,-2',
  'M0,1.5h6M0,4.5h6',
  'M-1,5l2,2M0,0l6,6M5,-1l2,2',
  'M1.5,0v6M4.5,0v6',
  'M0,0l6,6M0,6l6,-6',
  'M2,3h2',
  'M0,3h6M3,0v6',
  'M1,1h1M4,4h1',
];

export interface Hatches {
  /** How an area of a colour is filled. */
  fillOf(colour: string): string;
  /** An SVG with such areas hatched. */
  applied(svg: string): string;
  /** What the SVG of the picture needs for it. */
  readonly definitions: string;
}

export const UNHATCHED: Hatches = { fillOf: (colour) => colour, applied: (svg) => svg, definitions: '' };

/** Hatches for the areas that a legend tells apart by colour. */
export function hatchesOf(legend: readonly Item[]): Hatches {
  const colours = [...new Set(legend.flatMap(({ colour, shape }) => (shape === undefined ? [colour] : [])))];
  const nameOf = (colour: string): string => `hatch-${colours.indexOf(colour)}-${colour.slice(1)}`;
  const isHatched = (colour: string): boolean => colours.indexOf(colour) > 0;
  const patterns = colours.filter(isHatched).map((colour) => {
    const lines = `<path d="${LINES[colours.indexOf(colour) % LINES.length]}" fill="none" stroke="${isLight(colour) ? 'black' : 'white'}" stroke-width="1"/>`;
    return `<pattern id="${nameOf(colour)}" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="${colour}"/>${lines}</pattern>`;
  });
  const fillOf = (colour: string): string => (isHatched(colour) ? `url(#${nameOf(colour)})` : colour);
  return {
    fillOf,
    applied: (svg) => svg.replaceAll(/ fill="(#\w+)"/g, (_, colour: string) => ` fill="${fillOf(colour)}"`),
    definitions: patterns.length === 0 ? '' : `<defs>${patterns.join('')}</defs>`,
  };
}

/** Whether black is better seen on a colour than white: by relative luminance (WCAG 2), with a gamma of 2. */
function isLight(colour: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue > 0.18;
}
