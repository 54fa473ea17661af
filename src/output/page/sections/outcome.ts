/** The outcome of a run, on cards. */

import { bytes, counted, figureText, integer, time } from '../../../run/report/format.ts';
import type { FigureValue } from '../../../core/protocol/figure.ts';
import { h, type Html } from '../html.ts';
import type { PageRun } from '../run.ts';

/** Four digits are enough for a card; the tables have all of them. */
function shortened(figure: FigureValue): FigureValue {
  const { unit, value } = figure;
  const isLong = unit === 'number' && typeof value === 'number' && !Number.isInteger(value);
  return isLong ? { ...figure, value: Number(value.toPrecision(4)) } : figure;
}

/** The most important figures of a run, one card each. */
export function cardsOf({ record }: PageRun): Html {
  const { outcome, balance } = record.report;
  const cards: (readonly [string, string, string?])[] = [];
  if (outcome !== undefined) {
    const { findings, ends } = outcome;
    const { accuracy, quality, loss, iterations, converged, equalsLloyd, figures = [] } = findings;
    cards.push(
      ends.resultNs === undefined
        ? ['virtual time until it was over, without a result', time(ends.endNs)]
        : ['virtual time to the result', time(ends.resultNs)],
    );
    if (ends.knownNs !== undefined && ends.knownNs !== ends.resultNs)
      cards.push(['until all know it', time(ends.knownNs)]);
    cards.push([`iterations, ${converged ? 'converged' : 'not converged'}`, `${iterations}`]);
    if (accuracy !== undefined) cards.push(['accuracy', `${(accuracy * 100).toFixed(2)} %`]);
    if (quality?.adjustedRand !== undefined)
      cards.push(['adjusted Rand index', quality.adjustedRand.toFixed(4)]);
    if (loss !== undefined)
      cards.push([
        `loss${quality === undefined ? '' : `, over ${counted(quality.countedPoints, 'point')}`}`,
        loss.toPrecision(6),
      ]);
    if (quality !== undefined)
      cards.push(['clusters with points', `${quality.occupiedClusters} of ${quality.clusters}`]);
    if (equalsLloyd !== undefined)
      cards.push(['equals centralised Lloyd', equalsLloyd ? 'yes' : 'NO', equalsLloyd ? 'good' : 'bad']);
    for (const figure of figures) cards.push([figure.title, figureText(shortened(figure))]);
  }
  cards.push(['sent', counted(balance.sent.messages, 'message')]);
  cards.push(['on the wire', bytes(balance.sent.wireBytes)]);
  cards.push([
    'refused, of these late',
    `${integer(balance.refused)}, ${integer(record.messages.filter(({ fate }) => fate === 'late').length)}`,
  ]);
  return h`<div class="cards">${cards.map(([name, value, tone = '']) => h`<div class="card"><b class="${tone}">${value}</b><span>${name}</span></div>`)}</div>`;
}
