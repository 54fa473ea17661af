/** The parts of a picture, before it is drawn: text, a legend, and stacked panels. */

import type { PlotOptions } from '@observablehq/plot';

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
  /** A patch of colour if absent. */
  readonly shape?: 'line' | 'dashes' | 'dot' | 'ring' | 'diamond' | 'cross';
}

export interface Panel {
  readonly title?: string;
  readonly plot: PlotOptions;
}
