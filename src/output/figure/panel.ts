/** A panel as SVG: Observable Plot draws it in a document without a browser. */

import { plot } from '@observablehq/plot';
import { parseHTML } from '#linkedom';
import { sha256 } from '../../run/tidy/fingerprint.ts';
import { optionsOf, type Panel } from './drawing.ts';
import { PAPER } from './style.ts';

/**
 * @param at its upper left corner in the picture
 * @param forced its height, instead of its own
 */
export function panelOf(
  panel: Panel,
  width: number,
  { x = 0, y }: { readonly x?: number; readonly y: number },
  forced?: number,
): { text: string; height: number } {
  const { document } = parseHTML('<html></html>');
  const drawn = plot({
    // Below ticks of this font.
    marginBottom: 36,
    ...optionsOf(panel, width),
    ...(forced !== undefined && { height: forced }),
    document: document as never,
  }) as unknown as { outerHTML: string; getAttribute: (name: string) => string | null };
  const height = Number(drawn.getAttribute('height'));
  const text = drawn.outerHTML
    // Styles are for pages; programs that read files may not support them.
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/^<svg /, `<svg x="${x}" y="${y}" `)
    .replace(/ class="plot-[0-9a-f]+"/, '')
    // The picture has its font.
    .replace(/ font-size="10" font-family="[^"]*"/, '')
    // The picture has its label; that of a group without a role is none.
    .replaceAll(/(<g [^>]*?)aria-label=/g, '$1data-mark=')
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
