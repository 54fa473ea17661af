/** What ran, and its outcome: first of all any problems. */

import { bytes, counted, figureText, integer, time } from '../../../run/report/format.ts';
import type { FigureValue } from '../../../core/protocol/figure.ts';
import type { Findings } from '../../../run/execute/findings.ts';
import { h, type Html } from '../html.ts';
import type { PageRun } from '../run.ts';

interface Note {
  readonly title: string;
  readonly text: string;
  readonly bad: boolean;
}

/** The worst first; empty if there are no warnings. */
export function warningsOf({ record, again }: PageRun): Html {
  const { outcome, balance, timing } = record.report;
  const notes: Note[] = [
    ...(record.problem
      ? [{ title: 'The trace is incomplete', text: record.problem.message, bad: true }]
      : []),
    ...(outcome === undefined ? [] : findingNotes(outcome.findings)),
    ...(outcome !== undefined && outcome.ending !== 'done'
      ? [{ title: 'It did not end normally', text: outcome.ending, bad: true }]
      : []),
    ...(again.same || record.problem
      ? []
      : [
          {
            title: 'Not reproduced',
            text: `so its outcome rests on its trace alone: ${again.why}`,
            bad: false,
          },
        ]),
    ...(timing?.problem === undefined
      ? []
      : [{ title: 'Its times are not explained', text: timing.problem, bad: false }]),
    ...(balance.lost.messages > 0
      ? [
          {
            title: 'Lost',
            text: `${counted(balance.lost.messages, 'message')}, ${bytes(balance.lost.wireBytes)}`,
            bad: false,
          },
        ]
      : []),
  ];
  if (notes.length === 0) return h`<p class="good">No warnings.</p>`;
  const items = notes.map(
    ({ title, text, bad }) => h`<li class="${bad ? 'bad' : ''}"><b>${title}</b>${text}</li>\n`,
  );
  return h`<ul class="notes">${items}</ul>`;
}

function findingNotes(findings: Findings): Note[] {
  const {
    aborted,
    stopped,
    violated = [],
    trouble,
    missing,
    blamed,
    caveat,
    equalsLloyd,
    warnings = [],
    converged,
  } = findings;
  const { faults = [] } = findings;
  const note = (title: string, text: string | undefined, bad = false): Note[] =>
    text === undefined || text === '' ? [] : [{ title, text, bad }];
  return [
    ...note('No result', aborted, true),
    ...note('Stopped', stopped, true),
    ...violated.flatMap(({ property, message }) => note(`Violated: ${property}`, message, true)),
    ...note('First sign', trouble && `${trouble.what}, at ${time(trouble.timeNs)}`, true),
    ...note(
      'Not what Lloyd finds',
      equalsLloyd === false
        ? 'in some iteration its labels differ from centralised Lloyd, though the protocol promises that they do not'
        : undefined,
      true,
    ),
    ...note('Blamed', blamed?.join(', '), true),
    ...note('May be wrong', caveat, true),
    ...note('Missing', missing?.join(', ')),
    ...warnings.flatMap((warning) => note('Warning', warning)),
    ...note(
      'Not converged',
      !converged && aborted === undefined ? 'it ended at the most iterations that it may take' : undefined,
    ),
    ...faults
      .filter(({ times }) => times > 0)
      .flatMap(({ name, times, firstNs = 0 }) =>
        note('Fault', `${name}, ${counted(times, 'time')}, first at ${time(firstNs)}`),
      ),
    ...faults
      .filter(({ times }) => times === 0)
      .flatMap(({ name, missed = [] }) =>
        note(`The fault ${name} never happened`, missed.join('; ') || 'its time never came'),
      ),
  ];
}

/** Four digits are enough for a card; the tables have all of them. */
function shortened(figure: FigureValue): FigureValue {
  const { unit, value } = figure;
  const isLong = unit === 'number' && typeof value === 'number' && !Number.isInteger(value);
  return isLong ? { ...figure, value: Number(value.toPrecision(4)) } : figure;
}

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
