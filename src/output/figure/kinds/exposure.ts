/**
 * Exposure by size of coalition: the threshold at which one more member reveals everything, and gradual
 * leaks.
 */

import { areaY, dot, lineY, type Markish, ruleX, text } from '@observablehq/plot';
import type { Row } from '../../../run/tidy/rows.ts';
import type { Item } from '../drawing.ts';
import { picture } from '../picture.ts';
import { FAINT, type Series, seriesOf } from '../style.ts';

export const exposure = picture({
  name: 'exposure',
  summary: 'how much of its target each attack recovered, by size of coalition',
  needs: 'certificate',
  heeds: [],
  rows: ({ certificate }) =>
    certificate?.findings.map(
      ({ coalition, attack, clients, server, exposed, advantage, attempts, adversary }) => ({
        attack,
        coalition,
        clients,
        server,
        adversary,
        coalitions: attempts,
        least: exposed.least,
        mean: exposed.mean,
        most: exposed.most,
        advantage: advantage?.value,
        advantageLow: advantage?.interval[0],
        advantageHigh: advantage?.interval[1],
      }),
    ),
  draw: (rows) => {
    const found = rows.map((row): Row => ({ ...row, who: whoOf(row) }));
    const names = [...new Set(found.map((row) => String(row['who'])))];
    const seriesNamed = seriesOf([...new Set([...WHO, ...names])]);
    const attacks = [...new Set(rows.map((row) => String(row['attack'])))];
    const largest = Math.max(1, ...rows.map((row) => Number(row['clients'])));
    // Space for labels at both ends.
    const edge = Math.max(0.3, largest * 0.085);
    return {
      title: 'Exposure by size of coalition',
      subtitle:
        'the share of what an attack is after: the mean over all coalitions of a size, shaded from the least to the most',
      legend: names.map((label): Item => ({ label, shape: 'line', ...seriesNamed(label) })),
      panels: attacks.map((attack, i) => {
        const own = found
          .filter((row) => row['attack'] === attack)
          .toSorted((a, b) => Number(a['clients']) - Number(b['clients']));
        const last = i === attacks.length - 1;
        return {
          title: attack,
          plot: (width) => ({
            height: last ? 128 : 100,
            marginLeft: 64,
            marginTop: 14,
            marginBottom: last ? 44 : 20,
            marginRight: 60,
            x: {
              label: last ? 'clients in the coalition' : null,
              domain: [-edge, largest + edge],
              ticks: Array.from({ length: largest + 1 }, (_, n) => n).filter(
                (n) => n % Math.ceil(largest / 20) === 0,
              ),
              tickFormat: 'd',
            },
            y: { label: null, domain: [0, 1], ticks: [0, 0.5, 1], grid: true, tickFormat: percent },
            marks: [
              ...names.flatMap((who, place) =>
                seriesMarks(
                  own.filter((row) => row['who'] === who),
                  seriesNamed(who),
                  // Next to each other if they coincide.
                  9 * (place - (names.length - 1) / 2),
                ),
              ),
              ...[-11, 11].map((dy) =>
                text(
                  labelsOf(own, width < NARROW).filter(({ mean }) => dy > 0 === mean > 0.8),
                  {
                    x: 'clients',
                    y: 'mean',
                    text: 'words',
                    dy,
                    fill: FAINT,
                    stroke: 'white',
                    strokeWidth: 3,
                  },
                ),
              ),
            ],
          }),
        };
      }),
      caption:
        'Exposed is the fraction of its target that an attack recovered; for graded numbers, those guessed to within 1 %. The advantage is over a guess from public information. Numbers at points are advantages. Recovering nothing is no proof.',
    };
  },
});

/** In units: with space for numbers only. */
const NARROW = 500;

/** Each has its own colour, whoever else is in a picture. */
const WHO = ['clients', 'the server', 'the server and clients'];

/** What coalitions of one kind recovered, shifted sideways by this many pixels. */
function seriesMarks(
  own: readonly Row[],
  { colour, symbol, dashes = 'none' }: Series,
  dx: number,
): Markish[] {
  const [x, spread] = ['clients', { y1: 'least', y2: 'most' }];
  return [
    areaY(own, { x, ...spread, fill: colour, fillOpacity: 0.2, dx }),
    ruleX(own, { x, ...spread, stroke: colour, strokeOpacity: 0.5, dx }),
    lineY(own, { x, y: 'mean', stroke: colour, strokeDasharray: dashes, dx }),
    dot(own, { x, y: 'mean', fill: colour, symbol, r: 4, dx }),
  ];
}

/** Advantages as labels, one for several if these would overlap. */
function labelsOf(own: readonly Row[], narrow: boolean): { clients: number; mean: number; words: string }[] {
  const labels = new Map<string, { clients: number; mean: number; values: Set<string> }>();
  for (const row of own) {
    if (row['advantage'] === undefined) continue;
    const [clients, mean] = [Number(row['clients']), Number(row['mean'])];
    const key = `${clients} ${Math.round(mean * 4)}`;
    const label = labels.get(key) ?? { clients, mean, values: new Set() };
    label.mean = Math.max(label.mean, mean);
    label.values.add(Number(row['advantage']).toFixed(2));
    labels.set(key, label);
  }
  return [...labels.values()].map(({ values, ...place }) => ({
    ...place,
    words: `${narrow ? '' : 'advantage '}${[...values].join(', ')}`,
  }));
}

function whoOf(row: Row): string {
  const who =
    row['server'] === true
      ? Number(row['clients']) === 0
        ? 'the server'
        : 'the server and clients'
      : 'clients';
  return row['adversary'] === undefined ? who : `${who}, ${row['adversary']}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
