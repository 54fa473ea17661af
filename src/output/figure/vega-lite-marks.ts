/** Marks of Observable Plot as layers of Vega-Lite. */

import {
  Area,
  BarX,
  BarY,
  Cell,
  Dot,
  Line,
  Link,
  type PlotOptions,
  Rect,
  RuleX,
  RuleY,
  Text,
} from '@observablehq/plot';
import { CahootsError } from '../../core/base/errors.ts';
import type { Item } from './drawing.ts';
import { INK } from './style.ts';
import type { PlotMark, Traced } from './plot-marks.ts';
import { type PlotSymbol, shapeOf } from './symbol-path.ts';

/** A part of a specification. */
export type Spec = Readonly<Record<string, unknown>>;

/** The colours of a picture: the items of its legend, and the scale of a panel. */
interface Palette {
  readonly colours: readonly Item[];
  readonly scale: PlotOptions['color'];
}

/** @param axes the scale and axis of each direction */
export function layerOf(one: Traced, axes: Readonly<Record<'x' | 'y', Spec>>, palette: Palette): Spec {
  const fields = new Fields(one);
  const kind = kindOf(one.mark);
  const painted = paintOf(one, kind, fields, palette);
  const places = {
    ...placesOn('x', one, fields, axes.x),
    ...placesOn('y', one, fields, axes.y),
    ...sizeOf(one, kind, fields),
    ...(kind === 'text' && { text: { field: fields.of('text'), type: 'nominal' } }),
    ...(kind === 'line' && {
      order: { field: fields.add('order', (_, place) => place), type: 'quantitative' },
      ...(one.channels['z'] !== undefined && { detail: { field: fields.of('z'), type: 'nominal' } }),
    }),
  };
  return {
    mark: { type: kind, ...styleOf(one.mark, kind), ...painted.mark },
    encoding: { ...places, ...painted.encoding },
    // Last, when all fields are known.
    data: { values: fields.rows() },
  };
}

type Kind = 'point' | 'line' | 'area' | 'rule' | 'bar' | 'rect' | 'text';

const KINDS: readonly (readonly [new () => unknown, Kind])[] = [
  [Dot, 'point'],
  [Line, 'line'],
  [Area, 'area'],
  [RuleX, 'rule'],
  [RuleY, 'rule'],
  [Link, 'rule'],
  [BarX, 'bar'],
  [BarY, 'bar'],
  [Cell, 'rect'],
  [Rect, 'rect'],
  [Text, 'text'],
];

function kindOf(mark: PlotMark): Kind {
  const known = KINDS.find(([kind]) => mark instanceof kind);
  if (known !== undefined) return known[1];
  const message = `expected marks that Vega-Lite has, got ${mark.constructor.name}`;
  throw new CahootsError('bad-input', message, { path: '--out' });
}

/** The rows of a layer: those of its data, with the columns that are computed of them. */
class Fields {
  readonly #one: Traced;
  readonly #added = new Map<string, (row: number, place: number) => unknown>();

  constructor(one: Traced) {
    this.#one = one;
  }

  /** The field of a channel: its column, or one of its values. */
  of(channel: string): string {
    const { mark, data, channels } = this.#one;
    const column = mark.channels[channel]?.value;
    const isColumn =
      typeof column === 'string' &&
      this.#one.index.some((i) => typeof data[i] === 'object' && Object.hasOwn(data[i] as object, column));
    if (isColumn) return column.replaceAll(/[.[\]\\]/g, String.raw`\$&`);
    return this.add(channel, (i) => channels[channel].value[i]);
  }

  /** @param valueOf of a row of the data, and of its place among those drawn */
  add(name: string, valueOf: (row: number, place: number) => unknown): string {
    const field = `drawn ${name}`;
    this.#added.set(field, valueOf);
    return field;
  }

  rows(): readonly Spec[] {
    const { data, index } = this.#one;
    return index.map((i, place) => {
      const own = typeof data[i] === 'object' ? (data[i] as object) : {};
      const added = [...this.#added].map(([name, valueOf]): [string, unknown] => [name, valueOf(i, place)]);
      return Object.fromEntries([...Object.entries(own), ...added].filter(([, cell]) => isCell(cell)));
    });
  }
}

function isCell(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : ['string', 'boolean'].includes(typeof value);
}

/** Where a mark is in one direction: at a place, from one to another, or at an end of the panel. */
function placesOn(direction: 'x' | 'y', { mark, channels }: Traced, fields: Fields, axis: Spec): Spec {
  const [from, to] = [`${direction}1`, `${direction}2`];
  const only = channels[direction] === undefined ? from : direction;
  if (channels[only] === undefined) return anchored(direction, mark);
  return {
    [direction]: { field: fields.of(only), ...axis },
    ...(channels[to] !== undefined && only === from && { [to]: { field: fields.of(to) } }),
  };
}

function anchored(direction: 'x' | 'y', { frameAnchor = 'middle' }: PlotMark): Spec {
  const ends = direction === 'x' ? { left: 0, right: 'width' } : { top: 0, bottom: 'height' };
  const end = Object.entries(ends).find(([name]) => frameAnchor.includes(name));
  return end === undefined ? {} : { [direction]: { value: end[1] } };
}

/** The area of symbols, as Plot gives them their radius. */
function sizeOf({ mark, channels: { r } }: Traced, kind: Kind, fields: Fields): Spec {
  if (kind !== 'point') return {};
  if (r === undefined) return { size: { value: area(mark.r ?? 3) } };
  return {
    size: { field: fields.add('size', (i) => area(Number(r.value[i]))), type: 'quantitative', scale: null },
  };
}

function area(radius: number): number {
  return Number((Math.PI * radius * radius).toFixed(2));
}

const ALIGNED: Readonly<Record<string, string>> = { start: 'left', end: 'right', middle: 'center' };

function styleOf(mark: PlotMark, kind: Kind): Spec {
  const { strokeWidth, strokeDasharray, opacity, fillOpacity, strokeOpacity, dx, dy, clip, curve } = mark;
  const aside = kind === 'text' ? (['dx', 'dy'] as const) : (['xOffset', 'yOffset'] as const);
  return {
    ...(strokeWidth !== undefined && kind !== 'text' && { strokeWidth }),
    ...(strokeDasharray !== undefined && { strokeDash: strokeDasharray.split(/[ ,]+/).map(Number) }),
    ...Object.fromEntries(
      Object.entries({ opacity, fillOpacity, strokeOpacity }).filter(([, value]) => value !== undefined),
    ),
    ...(dx !== 0 && { [aside[0]]: dx }),
    ...(dy !== 0 && { [aside[1]]: dy }),
    ...(clip !== undefined && clip !== null && { clip: true }),
    ...(curve?.name === 'stepAfter' && { interpolate: 'step-after' }),
    ...(kind === 'text' && {
      align: ALIGNED[mark.textAnchor ?? 'middle'],
      ...(mark.fontWeight !== undefined && { fontWeight: mark.fontWeight }),
    }),
    ...(kind === 'point' && { opacity: opacity ?? 1 }),
    ...(kind === 'point' && mark.symbol !== undefined && { shape: shapeOf(mark.symbol) }),
    ...(kind === 'bar' && { [mark instanceof BarX ? 'height' : 'width']: { band: 0.85 } }),
  };
}

const [FILLED, DRAWN, BOTH] = [['fill'], ['stroke'], ['fill', 'stroke']] as const;

/** How a mark is filled and drawn: in colours of the legend, by a scale, or as it says. */
function paintOf(
  one: Traced,
  kind: Kind,
  fields: Fields,
  palette: Palette,
): { readonly mark: Spec; readonly encoding: Spec } {
  // The halo of a text would be drawn over it.
  const paints = kind === 'text' ? FILLED : kind === 'line' || kind === 'rule' ? DRAWN : BOTH;
  const mark: Record<string, unknown> = {};
  const encoding: Record<string, unknown> = {};
  for (const paint of paints) {
    const coloured = kind === 'text' ? undefined : scaled(one, paint, kind, fields, palette);
    if (coloured !== undefined && encoding['color'] === undefined) {
      encoding['color'] = coloured;
      if (kind === 'point') mark['filled'] = paint === 'fill';
      continue;
    }
    const { value } = one.channels[paint] ?? {};
    if (value !== undefined)
      encoding[paint] = { field: fields.add(paint, (i) => value[i]), type: 'nominal', scale: null };
    else {
      const constant = one.mark[paint] ?? (paint === 'fill' ? INK : 'none');
      if (constant !== 'none') mark[paint] = constant === 'currentColor' ? INK : constant;
      if (kind === 'point' && paint === 'fill') mark['filled'] = constant !== 'none';
    }
  }
  // The legend has other signs than the first mark that it is of.
  if (one.channels['symbol'] !== undefined) {
    const { value } = one.channels['symbol'];
    const shape = fields.add('shape', (i) => shapeOf(value[i] as PlotSymbol));
    encoding['shape'] = { field: shape, type: 'nominal', scale: null };
  }
  return { mark, encoding };
}

/** A colour by the scale of its panel, or by its label in the legend; undefined: it has none there. */
function scaled(
  { mark, channels, index }: Traced,
  paint: 'fill' | 'stroke',
  kind: Kind,
  fields: Fields,
  { colours, scale }: Palette,
): Spec | undefined {
  const legend = { title: null };
  const channel = channels[paint];
  if (channel?.scale === 'color') {
    const { domain, range } = scale ?? {};
    return { field: fields.of(paint), type: 'nominal', scale: { domain, range }, legend };
  }
  const items = colours.map(({ label, colour }) => ({ label, colour }));
  const named = {
    type: 'nominal',
    scale: { domain: items.map(({ label }) => label), range: items.map(({ colour }) => colour) },
    legend,
  };
  if (channel === undefined) {
    const label = labelled(mark[paint], kind, colours);
    return label === undefined ? undefined : { datum: label, ...named };
  }
  const labelOf = (i: number): string | undefined => labelled(String(channel.value[i]), kind, colours);
  if (!index.every((i) => labelOf(i) !== undefined)) return undefined;
  return { field: fields.add(paint, labelOf), ...named };
}

/** The item of the legend that has a colour; of several the one whose sign is of the kind. */
function labelled(colour: string | undefined, kind: Kind, items: readonly Item[]): string | undefined {
  const own = items.filter((item) => item.colour === colour);
  const isLine = kind === 'line' || kind === 'rule';
  return (own.find(({ shape }) => (shape === 'line') === isLine) ?? own.at(0))?.label;
}
