/** How much coalitions got, by their size: the ramp where one member more gets everything, and what is leaked by degrees. */

import { areaY, dot, lineY, ruleX, text } from '@observablehq/plot';
import type { Row } from '../../results/rows.ts';
import { kind } from '../kind.ts';
import { colourOf, FAINT } from '../style.ts';

export const exposure = kind({
  name: 'exposure',
  summary: 'how much of what an attack is after coalitions got, by how many clients are in them',
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
    const series = rows.map((row): Row => ({ ...row, who: whoOf(row) }));
    const names = [...new Set(series.map((row) => String(row['who'])))];
    const colour = colourOf(names);
    const attacks = [...new Set(rows.map((row) => String(row['attack'])))];
    const largest = Math.max(1, ...rows.map((row) => Number(row['clients'])));
    return {
      title: 'How much coalitions got',
      subtitle:
        'the share of what an attack is after: the mean over all coalitions of a size, shaded from the least to the most',
      legend: names.map((name) => ({ label: name, colour: colour(name), shape: 'dot' })),
      panels: attacks.map((attack, i) => {
        const own = series
          .filter((row) => row['attack'] === attack)
          .toSorted((a, b) => Number(a['clients']) - Number(b['clients']));
        const last = i === attacks.length - 1;
        return {
          title: attack,
          plot: {
            height: last ? 116 : 88,
            marginLeft: 64,
            marginTop: 8,
            marginBottom: last ? 40 : 16,
            marginRight: 60,
            x: {
              label: last ? 'clients in the coalition' : null,
              domain: [-0.3, largest + 0.3],
              ticks: Array.from({ length: largest + 1 }, (_, n) => n).filter(
                (n) => n % Math.ceil(largest / 20) === 0,
              ),
              tickFormat: 'd',
            },
            y: { label: null, domain: [0, 1], ticks: [0, 0.5, 1], grid: true, tickFormat: percent },
            marks: [
              areaY(own, {
                x: 'clients',
                y1: 'least',
                y2: 'most',
                fill: (row: Row) => colour(String(row['who'])),
                fillOpacity: 0.2,
                z: 'who',
              }),
              ruleX(own, {
                x: 'clients',
                y1: 'least',
                y2: 'most',
                stroke: (row: Row) => colour(String(row['who'])),
                strokeOpacity: 0.5,
              }),
              lineY(own, {
                x: 'clients',
                y: 'mean',
                stroke: (row: Row) => colour(String(row['who'])),
                z: 'who',
              }),
              dot(own, { x: 'clients', y: 'mean', fill: (row: Row) => colour(String(row['who'])), r: 4 }),
              text(
                own.filter((row) => row['advantage'] !== undefined),
                {
                  x: 'clients',
                  y: 'mean',
                  text: (row: Row) => `advantage ${Number(row['advantage']).toFixed(2)}`,
                  dx: 8,
                  textAnchor: 'start',
                  fill: FAINT,
                  fontSize: 10,
                },
              ),
            ],
          },
        };
      }),
      caption:
        'Exposed is the share of what an attack is after; of graded numbers, those guessed to within 1 %. The advantage is what it has over a guess from public things. Nothing got is no proof.',
    };
  },
});

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
