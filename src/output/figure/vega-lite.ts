/**
 * Drawings as Vega-Lite, for others to restyle: every mark with the rows that it is drawn from, axes with the ticks and
 * units of the picture, and one scale of colours for its legend.
 */

import type { PlotOptions } from '@observablehq/plot';
import { extent } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { type Drawing, type Item, optionsOf, type Panel } from './drawing.ts';
import { type Look, SCREEN } from './look.ts';
import { FONT, FONT_SIZE, INK, PAPER } from './style.ts';
import { wrapped } from './text.ts';
import { isOrdinal, type Traced, traced } from './plot-marks.ts';
import { layerOf, type Spec } from './vega-lite-marks.ts';

/** The schema that says what such a specification is. */
export const VEGA_LITE = 'https://vega.github.io/schema/vega-lite/v6.json';

/** A complete specification, as a value of JSON. */
export function vegaLiteOf(drawing: Drawing, look: Look = SCREEN): Spec {
  const { title, subtitle, caption, legend = [], panels } = drawing;
  const drawn = panels.map((panel) => panelOf(panel, legend, look));
  const written = JSON.stringify(drawn);
  // Such as the shades of a heat map, whose cells have colours of their own.
  const shades = legend.filter((item) => !isSign(item) && !written.includes(JSON.stringify(item.label)));
  const said = [
    subtitle,
    caption,
    ...legend.filter(isSign).map(signText),
    ...(shades.length > 0 ? [`from light to dark: ${shades.map(({ label }) => label).join(', ')}`] : []),
  ];
  const lines = said.flatMap((text) =>
    text === undefined ? [] : wrapped(text, look.width, FONT_SIZE, 'normal'),
  );
  const size = FONT_SIZE * look.scale;
  return {
    $schema: VEGA_LITE,
    background: PAPER,
    title: { text: title, anchor: 'start', ...(lines.length > 0 && { subtitle: lines }) },
    vconcat: drawn,
    config: {
      font: FONT,
      view: { stroke: null },
      axis: { labelColor: INK, titleColor: INK, labelFontSize: size, titleFontSize: size, labelLimit: 0 },
      legend:
        look.legend === 'none'
          ? { disable: true }
          : { orient: look.legend, labelFontSize: size, labelLimit: 0 },
      text: { fontSize: size },
      title: { subtitleColor: INK, subtitleFontSize: size },
    },
  };
}

/** What an item of a legend means that is a sign, whatever its colour. */
const SIGNS: Readonly<Record<string, string>> = { ring: 'hollow', diamond: 'diamond', cross: 'cross' };

function isSign({ shape }: Item): boolean {
  return shape !== undefined && shape in SIGNS;
}

function signText({ shape = 'dot', label }: Item): string {
  return `${SIGNS[shape]}: ${label}`;
}

/** The margins of a panel that sets none, as Plot has them. */
const MARGINS = { marginTop: 20, marginRight: 20, marginBottom: 36, marginLeft: 40 };

function panelOf(panel: Panel, legend: readonly Item[], look: Look): Spec {
  const options = optionsOf(panel, look.width);
  const { marginTop, marginRight, marginBottom, marginLeft } = { ...MARGINS, ...options };
  const marks = (options.marks ?? [])
    .flat(Number.POSITIVE_INFINITY as 1)
    .flatMap((mark) => traced(mark, options));
  const { width: whole = look.width, height: high = 300 } = options;
  const [width, height] = [whole - marginLeft - marginRight, high - marginTop - marginBottom];
  const axes = {
    x: axisOf('x', options, marks, Math.floor(width / 80)),
    y: axisOf('y', options, marks, Math.floor(height / 35)),
  };
  const colours = legend.filter((item) => !isSign(item));
  return {
    ...(panel.title !== undefined && {
      title: { text: panel.title, anchor: 'start', fontSize: FONT_SIZE * look.scale },
    }),
    width: Math.round(width * look.scale),
    height: Math.round(height * look.scale),
    layer: marks.map((mark) => layerOf(mark, axes, { colours, scale: options.color })),
  };
}

/**
 * The scale and axis of one direction, which all marks of a panel share.
 * @param count about how many ticks there are where nothing says it, as Plot has it
 */
function axisOf(direction: 'x' | 'y', options: PlotOptions, marks: readonly Traced[], count: number): Spec {
  const {
    label,
    domain,
    grid,
    ticks = count,
    tickFormat,
    tickRotate,
    axis,
    ...rest
  } = options[direction] ?? {};
  const type = rest.type ?? undefined;
  const values = marks.flatMap((mark) => mark.valuesOn(direction));
  const ordinal = isOrdinal(direction, type, marks);
  const ends =
    (domain as readonly unknown[] | undefined) ?? (ordinal ? [...new Set(values)] : extentOf(values));
  const places = placesOf(ends, ordinal, type, ticks);
  const words =
    typeof tickFormat === 'function' ? places.map((place, i) => tickFormat(place as never, i)) : [];
  return {
    type: ordinal ? 'ordinal' : 'quantitative',
    title: label ?? null,
    ...(ordinal && { sort: null }),
    scale: ordinal
      ? { type: 'band', domain: ends }
      : { domain: ends, nice: false, ...(type === 'log' ? { type: 'log' } : { zero: false }) },
    axis: {
      grid: grid === true,
      ...(places.length > 0 && { values: places }),
      ...(tickFormat === 'd' && { format: 'd' }),
      ...(words.length > 0 && { labelExpr: lookedUp(places, words) }),
      ...(tickRotate !== undefined && { labelAngle: tickRotate }),
      ...(axis === 'top' && { orient: 'top' }),
    },
  };
}

/** An expression that has a word for each value. */
function lookedUp(places: readonly unknown[], words: readonly unknown[]): string {
  return `${JSON.stringify(words.map(String))}[indexof(${JSON.stringify(places)}, datum.value)]`;
}

/** Where ticks are; none, if Vega-Lite is to find them. */
function placesOf(
  ends: readonly unknown[],
  ordinal: boolean,
  type: string | undefined,
  ticks: unknown,
): readonly unknown[] {
  if (Array.isArray(ticks)) return ticks;
  if (ordinal) return ends;
  const [low, high] = ends as readonly [number, number];
  const scale = type === 'log' ? scaleLog([low, high], [0, 1]) : scaleLinear([low, high], [0, 1]);
  return scale.ticks(Number(ticks));
}

/** From the least number to the greatest, and from 0 where bars and areas begin. */
function extentOf(values: readonly unknown[]): [number, number] {
  const numbers = values.filter(
    (value): value is number => typeof value === 'number' && Number.isFinite(value),
  );
  const [low = Number.NaN, high = Number.NaN] = extent(numbers);
  if (low < high) return [low, high];
  return low === high ? [Math.min(0, low), Math.max(1, high)] : [0, 1];
}
