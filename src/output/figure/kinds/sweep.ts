/** The effect of a setting: figures over its values, with intervals, a line for each protocol. */

import { curveCaption, curvePanels, curveRows } from '../curves.ts';
import { everyRun } from '../../../run/figures/table.ts';
import { distinct, figuresIn, groupColumn, sweptColumn } from '../columns.ts';
import { logOf, picture } from '../picture.ts';

export const sweep = picture({
  name: 'sweep',
  summary:
    'figures over the values of a setting, with 95 % intervals, a line for each protocol, or with --y and --by a panel for each',
  needs: 'table',
  heeds: ['x', 'y', 'by', 'log'],
  rows: ({ rows, figures = everyRun }, { x, y, by }) => {
    const column = rows && sweptColumn(rows, x);
    if (rows === undefined || column === undefined) return undefined;
    const group = groupColumn(rows, by, column);
    const drawn = figuresIn(rows, figures, y);
    // A single figure leaves space for several panels.
    const panel =
      drawn.length === 1 && group !== 'protocol' && group !== 'title' && distinct(rows, 'protocol').length > 1
        ? 'protocol'
        : undefined;
    return curveRows(rows, { x: column, by: group, panel }, drawn).map((row) => ({ over: column, ...row }));
  },
  draw: (rows, choice, figures) => {
    const x = figures.of(String(rows[0]['over']));
    const { panels, legend, few } = curvePanels(rows, x, figures, logOf(choice));
    return { title: `Against ${x.title}`, legend, panels, caption: curveCaption(rows, few) };
  },
});
