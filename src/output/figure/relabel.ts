/** The words of a drawing, replaced by those of whoever shows it. */

import type { PlotOptions } from '@observablehq/plot';
import { CahootsError } from '../../core/base/errors.ts';
import { type Drawing, optionsOf, type Panel } from './drawing.ts';

/** Absent: as the kind of picture has it. */
export interface Words {
  readonly title?: string | undefined;
  /** What it is of. */
  readonly caption?: string | undefined;
  /** Of all panels that have a label there. */
  readonly xLabel?: string | undefined;
  readonly yLabel?: string | undefined;
}

/**
 * The drawing with other words.
 * @throws CahootsError for a label that several axes would have, or none
 */
export function relabelled(drawing: Drawing, { title, caption, xLabel, yLabel }: Words): Drawing {
  const { panels } = drawing;
  if (yLabel !== undefined && panels.length > 1)
    throw wrong('--y-label', `one panel, as with --y FIGURE, got ${panels.length}`);
  if (xLabel !== undefined && !panels.some((panel) => hasLabel(panel, 'x')))
    throw wrong('--x-label', 'a picture with a label there, got none');
  return {
    ...drawing,
    ...(title !== undefined && { title }),
    ...(caption !== undefined && { caption }),
    panels: panels.map((panel) => {
      const across = xLabel === undefined || !hasLabel(panel, 'x') ? panel : labelled(panel, 'x', xLabel);
      if (yLabel === undefined) return across;
      // The title of a panel is what its y axis shows, or for bars its x axis.
      return hasLabel(panel, 'y') ? labelled(across, 'y', yLabel) : { ...across, title: yLabel };
    }),
  };
}

const ANY_WIDTH = 1000;

function hasLabel(panel: Panel, axis: 'x' | 'y'): boolean {
  return typeof optionsOf(panel, ANY_WIDTH)[axis]?.label === 'string';
}

function labelled(panel: Panel, axis: 'x' | 'y', label: string): Panel {
  return {
    ...panel,
    plot: (width): PlotOptions => {
      const options = optionsOf(panel, width);
      return { ...options, [axis]: { ...options[axis], label } };
    },
  };
}

function wrong(path: string, expected: string): CahootsError {
  return new CahootsError('bad-input', `expected ${expected}`, { path });
}
