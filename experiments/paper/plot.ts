/** Small multiples on logarithmic axes, as SVG. */

import { scaleLog, type ScaleLogarithmic } from 'd3-scale';
import { line } from 'd3-shape';

export interface Series {
  readonly title: string;
  /** One per position along the panel's axis, positive. */
  readonly values: readonly number[];
}

export interface Panel {
  readonly title: string;
  /** Positive, ascending. */
  readonly at: readonly number[];
  /** The curves, equal in every panel. */
  readonly series: readonly Series[];
}

const WIDTH = 250;
const HEIGHT = 210;
const MARGIN = { left: 56, right: 14, top: 14, bottom: 46 };
/** Distinguishable without colour vision (Okabe and Ito 2008), and by their marks. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'];

/** All panels share the vertical axis. */
export function plot(panels: readonly Panel[], vertical: string): string {
  const values = panels.flatMap(({ series }) => series.flatMap((curve) => curve.values));
  const y = scaleLog([Math.min(...values), Math.max(...values)], [MARGIN.top + HEIGHT, MARGIN.top]).nice();
  const step = MARGIN.left + WIDTH + MARGIN.right;
  const bottom = MARGIN.top + HEIGHT;
  const titles = panels[0].series.map(({ title }) => title);
  const key = titles.map((title, c) => {
    const x = MARGIN.left + c * 240;
    const place = bottom + MARGIN.bottom + 8;
    return `<g fill="${COLOURS[c]}">${mark(c, x, place - 4)}<text x="${x + 10}" y="${place}">${escaped(title)}</text></g>`;
  });
  const bodies = panels.map(
    (panel, p) =>
      `<g transform="translate(${p * step} 0)">${panelBody(panel, y, p === 0 ? vertical : '')}</g>`,
  );
  const size = `width="${panels.length * step}" height="${bottom + MARGIN.bottom + 20}"`;
  const style = 'font-family="sans-serif" font-size="11" fill="#222"';
  return `${[`<svg xmlns="http://www.w3.org/2000/svg" ${size} ${style}>`, '<rect width="100%" height="100%" fill="#fff"/>', ...bodies, ...key, '</svg>'].join('\n')}\n`;
}

function panelBody(
  { title, at, series }: Panel,
  y: ScaleLogarithmic<number, number>,
  vertical: string,
): string {
  const x = scaleLog([at[0], at[at.length - 1]], [MARGIN.left, MARGIN.left + WIDTH]);
  const bottom = MARGIN.top + HEIGHT;
  const across = at.map(
    (value) =>
      `<path d="M${x(value).toFixed(1)} ${bottom}v4" stroke="#222"/><text x="${x(value).toFixed(1)}" y="${bottom + 16}" text-anchor="middle">${value}</text>`,
  );
  const up = powersOfTen(y).map((value) => {
    const place = y(value).toFixed(1);
    return `<path d="M${MARGIN.left} ${place}h${WIDTH}" stroke="#ddd"/><text x="${MARGIN.left - 6}" y="${place}" dy="0.32em" text-anchor="end">${value}</text>`;
  });
  const frame = `<path d="M${MARGIN.left} ${MARGIN.top}V${bottom}h${WIDTH}" fill="none" stroke="#222"/>`;
  const name = `<text x="${MARGIN.left + WIDTH / 2}" y="${bottom + 34}" text-anchor="middle">${escaped(title)}</text>`;
  const middle = MARGIN.top + HEIGHT / 2;
  const side =
    vertical &&
    `<text transform="translate(12 ${middle}) rotate(-90)" text-anchor="middle">${escaped(vertical)}</text>`;
  const tenths = (place: number): number => Math.round(place * 10) / 10;
  const curve = line<number>(
    (_, i) => tenths(x(at[i])),
    (value) => tenths(y(value)),
  );
  const curves = series.map(({ values }, c) => {
    const marks = values.map((value, i) => mark(c, x(at[i]), y(value)));
    return `<g fill="${COLOURS[c]}"><path d="${curve(values as number[])}" fill="none" stroke="${COLOURS[c]}" stroke-width="1.5"/>${marks.join('')}</g>`;
  });
  return [...up, frame, ...across, name, side, ...curves].join('\n');
}

function powersOfTen(y: ScaleLogarithmic<number, number>): number[] {
  return y.ticks().filter((value) => Number.isInteger(Math.round(Math.log10(value) * 1e9) / 1e9));
}

/** A circle, a square, a triangle, a diamond. */
function mark(curve: number, x: number, y: number): string {
  const [cx, cy] = [x.toFixed(1), y.toFixed(1)];
  switch (curve % 4) {
    case 0:
      return `<circle cx="${cx}" cy="${cy}" r="3"/>`;
    case 1:
      return `<path d="M${cx} ${cy}m-3-3h6v6h-6z"/>`;
    case 2:
      return `<path d="M${cx} ${cy}m0-3.6l3.6 6.4h-7.2z"/>`;
    default:
      return `<path d="M${cx} ${cy}m0-4l4 4l-4 4l-4-4z"/>`;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
