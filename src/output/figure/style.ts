/**
 * The style of pictures: sizes suited to a printed column, and colours that people with any kind of colour
 * vision can distinguish (Okabe and Ito, Color Universal Design, 2008). A thing has the same colour in every
 * picture.
 */

import type { Resource } from '../../run/timing/critical-path.ts';
import type { Fate } from '../record/events.ts';

export const WIDTH = 760;
export const FONT = "'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif";
export const FONT_SIZE = 12;

export const INK = '#1f2328';
export const FAINT = '#6e7781';
export const PAPER = '#ffffff';

const BLUE = '#0072b2';
const ORANGE = '#e69f00';
const GREEN = '#009e73';
const RED = '#d55e00';
const SKY = '#56b4e9';
const PURPLE = '#cc79a7';
const GREY = '#8c959f';
const YELLOW = '#d9c400';

/** For things without a colour of their own, in order. */
export const COLOURS: readonly string[] = [BLUE, ORANGE, GREEN, PURPLE, SKY, RED, YELLOW, GREY];

/** The colour of each of several things. */
export function colourOf(names: readonly string[]): (name: string) => string {
  const places = new Map(names.map((name, i) => [name, i]));
  return (name) => COLOURS[(places.get(name) ?? 0) % COLOURS.length];
}

/** How a series of a picture is told apart: by its colour, and without colours by its marker and its line. */
export interface Series {
  readonly colour: string;
  readonly symbol: Marker;
  /** The dashes of its line; absent: none. */
  readonly dashes?: string | undefined;
}

/** Filled markers; a diamond, a ring and a cross mean something else. */
const MARKERS = ['circle', 'square', 'triangle', 'star', 'hexagon', 'wye', 'triangle2', 'cross'] as const;
export type Marker = (typeof MARKERS)[number];

const DASHES: readonly (string | undefined)[] = [
  undefined,
  '7,3',
  '2,2.5',
  '8,2.5,2,2.5',
  '4,2',
  '10,2.5,2,2,2,2.5',
];

/** How each of several series is drawn; the first as if there were no other. */
export function seriesOf(names: readonly string[]): (name: string) => Series {
  const places = new Map(names.map((name, i) => [name, i]));
  return (name) => {
    const place = places.get(name) ?? 0;
    return {
      colour: COLOURS[place % COLOURS.length],
      symbol: MARKERS[place % MARKERS.length],
      dashes: DASHES[place % DASHES.length],
    };
  };
}

export const RESOURCES: Readonly<Record<Resource, string>> = {
  compute: BLUE,
  uplink: ORANGE,
  latency: GREY,
  downlink: SKY,
  connection: GREEN,
  'sent again': PURPLE,
  deadline: YELLOW,
  idle: '#d0d7de',
  fault: RED,
};

export const FATES: Readonly<Record<Fate, string>> = {
  delivered: GREY,
  late: ORANGE,
  refused: PURPLE,
  lost: RED,
  'under way': SKY,
};

/** The dashes of messages by their fate; absent: none. */
export const FATE_DASHES: Readonly<Partial<Record<Fate, string>>> = {
  late: '6,2',
  refused: '2,2',
  lost: '4,2,1,2',
  'under way': '1,2',
};

export const COMPUTING = BLUE;
export const FAULT = RED;
export const CRITICAL = INK;

/** From low to high, darker in print and on screens. */
export const HEAT: readonly string[] = ['#f1f6fb', '#56b4e9', '#0072b2', '#00273f'];
