/** The cost of privacy: the loss over epsilon. */

import { distinct, figureOf, groupColumn, numeric } from '../columns.ts';
import { curveCaption, curvePanels, curveRows } from '../curves.ts';
import { kind } from '../kind.ts';

/** The first of these that exists is drawn. */
const LOSSES = ['lossAtCentres', 'lossPerPoint', 'loss', 'accuracy'];

export const epsilon = kind({
  name: 'epsilon',
  summary: 'loss against epsilon, for runs under differential privacy',
  needs: 'table',
  heeds: ['y', 'by'],
  rows: ({ rows }, { y, by }) => {
    if (
      rows === undefined ||
      distinct(rows, 'epsilon').filter((value) => typeof value === 'number').length < 2
    )
      return undefined;
    const figure =
      y === undefined
        ? LOSSES.find((name) => rows.some((row) => typeof row[name] === 'number'))
        : numeric(rows, y, '--y');
    if (figure === undefined) return undefined;
    return curveRows(rows, { x: 'epsilon', by: groupColumn(rows, by, 'epsilon') }, [figureOf(figure)]);
  },
  draw: (rows) => {
    const { panels, legend, few } = curvePanels(rows, 'epsilon', true);
    const caption = curveCaption(rows, few);
    return {
      title: 'What privacy costs',
      subtitle: 'smaller epsilon: more noise, and less that can be learned about a point',
      legend,
      panels,
      caption,
    };
  },
});
