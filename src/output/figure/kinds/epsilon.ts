/** The cost of privacy: the loss over epsilon. */

import { everyRun, type FigureTable, type RunFigure } from '../../../run/figures/table.ts';
import { counted } from '../../../run/report/format.ts';
import { numbersOf } from '../../../run/tidy/numbers.ts';
import type { Row } from '../../../run/tidy/rows.ts';
import { hasResult } from '../../../run/report/worth.ts';
import { groupColumn, numeric } from '../columns.ts';
import { curveCaption, curvePanels, curveRows } from '../curves.ts';
import { logOf, picture } from '../picture.ts';

export const epsilon = picture({
  name: 'epsilon',
  summary: 'loss against epsilon, for runs under differential privacy',
  needs: 'table',
  heeds: ['y', 'by', 'log'],
  rows: ({ rows = [], figures = everyRun }, { y, by }) => {
    const spent = spentIn(rows, figures);
    if (spent === undefined) return undefined;
    const drawn =
      y === undefined ? lossIn(rows, figures) : figures.of(numeric(rows, figures.columnNamed(y), '--y'));
    if (drawn === undefined) return undefined;
    const { name: x } = spent;
    // Failed runs may have spent some privacy, for which they have nothing to show.
    const results = rows.filter(hasResult);
    const failed = rows.length - results.length;
    return curveRows(results, { x, by: groupColumn(results, by, x) }, [drawn]).map((row) => ({
      over: x,
      ...row,
      ...(failed > 0 && { failed }),
    }));
  },
  draw: (rows, choice, figures) => {
    const x = figures.of(String(rows[0]['over']));
    const { panels, legend, few } = curvePanels(rows, x, figures, { ...logOf(choice), x: true });
    const [{ failed }] = rows;
    const left = failed === undefined ? '' : ` ${counted(Number(failed), 'run')} without a result left out.`;
    const caption = `${curveCaption(rows, few)}${left}`;
    return {
      title: 'What privacy costs',
      subtitle: `smaller ${x.title}: more noise, and less that can be learned about a point`,
      legend,
      panels,
      caption,
    };
  },
});

/** The figure in front of the privacy that runs cost, if they differ in it. */
export function spentIn(rows: readonly Row[], figures: FigureTable): RunFigure | undefined {
  return figures.main.find(
    ({ name, about, better }) =>
      about === 'privacy' && better === 'down' && new Set(numbersOf(rows, name)).size > 1,
  );
}

/** The loss that most runs have; among several, one of protocols' own. */
export function lossIn(rows: readonly Row[], figures: FigureTable): RunFigure | undefined {
  const losses = figures.main.filter(({ about, better }) => about === 'quality' && better === 'down');
  const runs = ({ name }: RunFigure): number => numbersOf(rows, name).length;
  return losses
    .filter((one) => runs(one) > 0)
    .toSorted(
      (a, b) => runs(b) - runs(a) || Number(a.protocol === undefined) - Number(b.protocol === undefined),
    )
    .at(0);
}
