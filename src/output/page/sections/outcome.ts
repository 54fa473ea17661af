/** The figures of a run: on cards, and all in a table. */

import { figureText } from '../../../run/report/format.ts';
import type { RunFigure } from '../../../run/figures/table.ts';
import { h, type Html, tableOf } from '../html.ts';
import { figuresOfPage, type PageRun, rowOfPage } from '../run.ts';

/** Four digits are enough for a card; the table has all of them. */
const DIGITS = 4;

/** The figures in front, and whether the run kept what it promises, one card each. */
export function cardsOf(run: PageRun): Html {
  const row = rowOfPage(run);
  const cards = figuresOfPage([run])
    .shownIn([row])
    .filter(({ name, rank = 'main' }) => rank === 'main' || typeof row[name] === 'boolean')
    .map(({ name, title, summary, unit, better }) => {
      const value = row[name] ?? '';
      const tone =
        typeof value === 'boolean' && better !== undefined ? toneOf(value === (better === 'up')) : '';
      return h`<div class="card"><b class="${tone}">${figureText({ unit, value }, DIGITS)}</b><span title="${summary}">${title}</span></div>`;
    });
  return h`<div class="cards">${cards}</div>`;
}

function toneOf(isGood: boolean): string {
  return isGood ? 'good' : 'bad';
}

/** All figures of a run, with what they mean. */
export function figuresOf(run: PageRun): Html {
  const row = rowOfPage(run);
  return tableOf(
    'Figures of the run',
    [
      { title: 'figure', words: true, text: ({ title }: RunFigure) => title },
      { title: 'value', text: ({ name, unit }) => figureText({ unit, value: row[name] ?? '' }) },
      {
        title: 'better',
        words: true,
        text: ({ better }) => ({ up: 'more', down: 'less', none: '' })[better ?? 'none'],
      },
      { title: 'meaning', words: true, text: ({ summary }) => summary },
    ],
    figuresOfPage([run]).shownIn([row]),
  );
}
