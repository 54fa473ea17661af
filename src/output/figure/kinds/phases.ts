/** Bytes by phase and direction. */

import { barX, ruleX, text } from '@observablehq/plot';
import { directionsIn } from '../../../run/report/directions.ts';
import { bytes } from '../../../run/report/format.ts';
import { picture } from '../picture.ts';
import { bytesTick } from '../scale.ts';
import { colourOf } from '../style.ts';
import { widthOf } from '../text.ts';

export const phases = picture({
  name: 'phases',
  summary: 'bytes by phase and direction',
  needs: 'trace',
  heeds: [],
  rows: ({ record }) =>
    record?.report.phases.flatMap((row, _, all) =>
      directionsIn(all).map(({ key, title }) => ({
        phase: row.phase || 'no phase',
        way: title,
        bytes: row[key],
      })),
    ),
  draw: (rows) => {
    const all = [...new Set(rows.map((row) => String(row['way'])))];
    const names = [...new Set(rows.map((row) => String(row['phase'])))];
    const colour = colourOf(all);
    const ways = all.filter((way) => rows.some((row) => row['way'] === way && Number(row['bytes']) > 0));
    const totals = names.map((phase) => ({
      phase,
      bytes: rows.filter((row) => row['phase'] === phase).reduce((sum, row) => sum + Number(row['bytes']), 0),
    }));
    return {
      title: 'Bytes by phase',
      subtitle: 'payload and framing; retransmitted copies are counted separately',
      legend: ways.map((way) => ({ label: way, colour: colour(way) })),
      panels: [
        {
          plot: {
            height: 60 + 34 * names.length,
            marginLeft: 20 + Math.max(...names.map((name) => widthOf(name))),
            marginRight: 70,
            marginTop: 8,
            x: { label: 'bytes', grid: true, tickFormat: bytesTick },
            y: { label: null, domain: names },
            color: { domain: all, range: all.map(colour) },
            marks: [
              barX(rows, {
                x: 'bytes',
                y: 'phase',
                fill: 'way',
                order: all,
                insetTop: 3,
                insetBottom: 3,
              }),
              text(totals, {
                x: 'bytes',
                y: 'phase',
                text: (row: { bytes: number }) => bytes(row.bytes),
                textAnchor: 'start',
                dx: 6,
              }),
              ruleX([0]),
            ],
          },
        },
      ],
    };
  },
});
