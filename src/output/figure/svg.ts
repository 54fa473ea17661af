/** Drawings as SVG: panels with title, legend and caption, as one self-contained picture. */

import { CahootsError } from '../../core/base/errors.ts';
import type { Drawing } from './drawing.ts';
import { hatchesOf, UNHATCHED } from './hatch.ts';
import { legendOf } from './legend.ts';
import { type Look, millimetres, SCREEN } from './look.ts';
import { panelOf } from './panel.ts';
import { FAINT, FONT, FONT_SIZE, INK, PAPER } from './style.ts';
import { escaped, wrapped } from './text.ts';

const MARGIN = 8;

/**
 * A complete SVG file. The same drawing gives the same bytes.
 * @throws CahootsError if it is to be lower than its parts can be
 */
export function svgOf(drawing: Drawing, look: Look = SCREEN): string {
  const natural = laidOut(drawing, look);
  if (look.height === undefined) return fileOf(natural, drawing, look);
  const panels = natural.panels.reduce((sum, one) => sum + one, 0);
  const rest = natural.height - panels;
  const stretch = (look.height - rest) / panels;
  const lowest = Math.min(...natural.panels);
  if (lowest * stretch < LOWEST) {
    const least = rest + (panels * LOWEST) / lowest;
    const message = `expected at least ${Math.ceil(least * look.scale)}px for this picture, got ${Math.round(look.height * look.scale)}px`;
    throw new CahootsError('bad-input', message, { path: '--height' });
  }
  const heights = natural.panels.map((one) => one * stretch);
  return fileOf({ ...laidOut(drawing, look, heights), height: look.height }, drawing, look);
}

/** Lower panels have no space between their margins. */
const LOWEST = 60;

interface Layout {
  readonly text: string;
  readonly height: number;
  /** The heights of the panels. */
  readonly panels: readonly number[];
}

/** @param forced heights of panels, instead of their own */
function laidOut(drawing: Drawing, look: Look, forced: readonly number[] = []): Layout {
  const { title, subtitle, caption, legend = [], panels } = drawing;
  const { width } = look;
  const hatches = look.hatched ? hatchesOf(legend) : UNHATCHED;
  const parts: string[] = [];
  const heights: number[] = [];
  let y = MARGIN;
  const words = (text: string, size: number, weight: 'normal' | 'bold', attributes: string): void => {
    for (const line of wrapped(text, width - 2 * MARGIN, size, weight)) {
      y += Math.round(size * 1.3);
      parts.push(`<text x="${MARGIN}" y="${y}" font-size="${size}" ${attributes}>${escaped(line)}</text>`);
    }
  };
  const addLegend = (): void => {
    if (legend.length === 0) return;
    y += 6;
    const placed = legendOf(legend, { left: MARGIN, width, top: y }, hatches.fillOf);
    parts.push(placed.text);
    y = placed.y;
  };
  if (look.titled) words(title, 15, 'bold', 'font-weight="bold"');
  if (look.worded && subtitle !== undefined)
    words(subtitle, FONT_SIZE, 'normal', `fill="${FAINT}" class="quiet"`);
  if (look.legend === 'top') addLegend();
  for (const [i, panel] of panels.entries()) {
    y += 6;
    if (panel.title !== undefined) words(panel.title, FONT_SIZE, 'bold', 'font-weight="bold"');
    const { text, height } = panelOf(panel, width, { y }, forced[i]);
    parts.push(hatches.applied(text));
    heights.push(height);
    y += height;
  }
  if (look.legend === 'bottom') addLegend();
  if (look.worded && caption !== undefined) {
    y += 2;
    words(caption, 11, 'normal', `fill="${FAINT}" class="quiet"`);
  }
  return {
    text: `${hatches.definitions}${parts.join('\n')}`,
    // An integer, as expected by programs that read the size of a file.
    height: Math.ceil(y + MARGIN + 2),
    panels: heights,
  };
}

function fileOf({ text, height }: Layout, { title }: Drawing, look: Look): string {
  const [across, down] = [look.width, height].map((length) => Number(length.toFixed(2)));
  const size = [across, down].map((length) => (look.scale === 1 ? `${length}` : millimetres(length, look)));
  const root = `xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="0 0 ${across} ${down}"`;
  const font = `font-family="${FONT}" font-size="${FONT_SIZE}" color="${INK}" fill="currentColor"`;
  return `<svg ${root} ${font} role="img" aria-label="${escaped(title)}"><rect class="paper" width="${across}" height="${down}" fill="${PAPER}"/>${text}</svg>\n`;
}
