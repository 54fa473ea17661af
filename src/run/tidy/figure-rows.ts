/** The table `figures` beside tables of runs: a row for each figure, and for each protocol that measures it. */

import type { Plugin } from '../plugin/plugin.ts';
import { registryOf } from '../plugin/registry.ts';
import { type FigureTable, rangeOf } from '../figures/table.ts';
import { type Row, tidy } from './rows.ts';

/** One row per entry; `protocol` is empty for figures of every run. */
export function figureRows(figures: FigureTable): Row[] {
  return figures.entries.map((figure) => {
    const { name, protocol, title, unit, better, about, over, rank = 'main', summary } = figure;
    const { least, most } = rangeOf(figure);
    return tidy({
      figure: name,
      protocol,
      title,
      unit,
      better,
      least,
      most,
      about,
      over,
      rank,
      meaning: summary,
    });
  });
}

/** The table `figures` beside these rows, as the protocols of these plugins have them. */
export function figuresOfRuns(rows: readonly Row[], plugins: readonly Plugin[]): Row[] {
  return figureRows(registryOf(plugins).figures.ofProtocols(rows.map(({ protocol }) => protocol)));
}
