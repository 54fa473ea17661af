/** What a picture consists of, before it is drawn: words, a legend, and panels one below the other. */

import type { PlotOptions } from '@observablehq/plot';

export interface Drawing {
  readonly title: string;
  readonly subtitle?: string;
  /** What must be known to read it right. */
  readonly caption?: string;
  readonly legend?: readonly Item[];
  readonly panels: readonly Panel[];
}

export interface Item {
  readonly label: string;
  readonly colour: string;
  /** A patch of colour where it is absent. */
  readonly shape?: 'line' | 'dashes' | 'dot' | 'cross';
}

export interface Panel {
  readonly title?: string;
  readonly plot: PlotOptions;
}
