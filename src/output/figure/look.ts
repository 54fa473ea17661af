/**
 * How pictures look where they are shown: on a screen, in a column of a paper, on slides. Everything is laid out in
 * units, of which the font size is {@link FONT_SIZE}, so that one factor sets the size of the font.
 */

import { CahootsError } from '../../core/base/errors.ts';
import { suggestion } from '../../core/base/suggestion.ts';
import { FONT_SIZE, WIDTH } from './style.ts';
import type { LEGENDS, STYLES } from './styles.ts';

export interface Look {
  /** In units. */
  readonly width: number;
  /** Of the whole picture, in units; absent: what its parts need. */
  readonly height?: number | undefined;
  /** Pixels of 1/96 inch per unit. */
  readonly scale: number;
  /** Whether it has its title above it. */
  readonly titled: boolean;
  /** Whether subtitle and caption are drawn; otherwise they belong into a caption beside the picture. */
  readonly worded: boolean;
  /** Whether areas have hatches, since colours of equal lightness are one grey in print. */
  readonly hatched: boolean;
  readonly legend: (typeof LEGENDS)[number];
  /** Pixels of a PNG per pixel of 1/96 inch. */
  readonly density: number;
}

/** What can be chosen of a look; absent: as its style has it. */
export interface LookChoice {
  readonly style?: (typeof STYLES)[number] | undefined;
  /** Columns of a page that the picture spans. */
  readonly columns?: number | undefined;
  /** Lengths as in `85mm`. */
  readonly width?: string | undefined;
  readonly height?: string | undefined;
  readonly legend?: (typeof LEGENDS)[number] | undefined;
  /** A title of its own, which a paper's picture has only then. */
  readonly title?: string | undefined;
}

/** Pixels of 1/96 inch. */
const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  mm: 96 / 25.4,
  cm: 960 / 25.4,
  in: 96,
  pt: 96 / 72,
};

/** A column of a page, and both with the space between them. */
const COLUMNS = ['85mm', '178mm'];

/** Narrower than this, labels cover each other. */
const NARROWEST = 200;

export const SCREEN: Look = {
  width: WIDTH,
  scale: 1,
  titled: true,
  worded: true,
  hatched: false,
  legend: 'top',
  density: 2,
};

/** A style's width and font size, both as lengths. */
const SIZES = {
  screen: { width: `${WIDTH}px`, font: `${FONT_SIZE}px` },
  paper: { width: COLUMNS[0], font: '8pt' },
  slides: { width: '254mm', font: '18pt' },
};

/**
 * The look that was chosen.
 * @throws CahootsError for what is no length, or too narrow for the style's font
 */
export function lookOf(choice: LookChoice): Look {
  const { style = 'screen', columns, width, height, legend = 'top', title } = choice;
  if (columns !== undefined && style !== 'paper')
    throw new CahootsError('bad-input', `expected --style paper, got ${style}`, { path: '--columns' });
  const { width: usual, font } = SIZES[style];
  const scale = pixelsOf(font, '--style') / FONT_SIZE;
  const units = (length: string, path: string): number => pixelsOf(length, path) / scale;
  const look: Look = {
    ...SCREEN,
    width: units(width ?? (columns === undefined ? usual : COLUMNS[columns - 1]), '--width'),
    height: height === undefined ? undefined : units(height, '--height'),
    scale,
    legend,
    ...(style === 'paper' && {
      titled: title !== undefined,
      worded: false,
      hatched: true,
      density: 600 / 96,
    }),
  };
  if (look.width >= NARROWEST) return look;
  const least = Math.ceil((NARROWEST * scale) / PIXELS['mm']);
  const message = `expected at least ${least} mm for a font of ${font}, got ${width}`;
  throw new CahootsError('bad-input', message, { path: '--width' });
}

/** A length in units, as SVG and LaTeX write it. */
export function millimetres(units: number, { scale }: Look): string {
  return `${Number(((units * scale) / PIXELS['mm']).toFixed(2))}mm`;
}

/** @throws CahootsError unless it is a positive length; a number alone is in pixels */
function pixelsOf(length: string, path: string): number {
  const [, number, unit = 'px'] = /^(\d*\.?\d+)\s*([a-z]+)?$/.exec(length) ?? [];
  const pixels = Number(number) * (PIXELS[unit] ?? Number.NaN);
  if (pixels > 0 && pixels <= MOST) return pixels;
  const meant = unit in PIXELS ? '' : suggestion(unit, Object.keys(PIXELS));
  const message = `expected a length of up to ${MOST}px such as 85mm, 3.5in or 400px, got ${length}${meant}`;
  throw new CahootsError('bad-input', message, { path });
}

/** In pixels: larger pictures cannot be drawn as PNG. */
const MOST = 10_000;
