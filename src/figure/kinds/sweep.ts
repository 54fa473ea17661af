/** What a setting does: figures over its values, with intervals, a line for each protocol. */

import { curveCaption, curvePanels, curveRows } from '../curves.ts';
import { figureOf, figuresIn, groupColumn, sweptColumn } from '../columns.ts';
import { kind } from '../kind.ts';

export const sweep = kind({
  name: 'sweep',
  summary: 'figures over the values of a setting, with 95 % intervals, a line for each protocol',
  needs: 'table',
  heeds: ['x', 'y', 'by'],
  rows: ({ rows }, { x, y, by }) => {
    const column = rows && sweptColumn(rows, x);
    if (rows === undefined || column === undefined) return undefined;
    return curveRows(rows, column, groupColumn(rows, by, column), figuresIn(rows, y)).map((row) => ({
      over: column,
      ...row,
    }));
  },
  draw: (rows) => {
    const x = String(rows[0]['over']);
    const { panels, legend, few } = curvePanels(rows, x, false);
    return { title: `Over ${figureOf(x).title}`, legend, panels, caption: curveCaption(rows, few) };
  },
});
