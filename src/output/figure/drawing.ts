/** The parts of a picture, before it is drawn: text, a legend, and stacked panels. */

import type { PlotOptions } from '@observablehq/plot';
import type { Marker } from './style.ts';

export interface Drawing {
  readonly title: string;
  readonly subtitle?: string;
  /** What readers must know to read it correctly. */
  readonly caption?: string;
  readonly legend?: readonly Item[];
  readonly panels: readonly Panel[];
}

export interface Item {
  readonly label: string;
  readonly colour: string;
  /** A patch of colour if absent; a shade is a patch that is known by how dark it is, or by its label. */
  readonly shape?: 'line' | 'dot' | 'ring' | 'diamond' | 'cross' | 'shade';
  /** The dashes of a line; absent: none. */
  readonly dashes?: string | undefined;
  /** The marker of a dot, or on a line; absent: a disc for a dot, none on a line. */
  readonly symbol?: Marker | undefined;
}

export interface Panel {
  readonly title?: string;
  /** Or what makes them for a width, in the units that lengths have. */
  readonly plot: PlotOptions | ((width: number) => PlotOptions);
}

/** The options of a panel for a width. */
export function optionsOf({ plot }: Panel, width: number): PlotOptions {
  return { width, ...(typeof plot === 'function' ? plot(width) : plot) };
}
