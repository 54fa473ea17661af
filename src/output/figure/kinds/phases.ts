/** Bytes by phase and direction. */

import { barX, ruleX, text } from '@observablehq/plot';
import { bytes } from '../../../run/report/format.ts';
import { kind } from '../kind.ts';
import { bytesTick } from '../scale.ts';
import { colourOf } from '../style.ts';
import { widthOf } from '../svg.ts';

const WAYS = ['to server', 'from server', 'between clients'] as const;

export const phases = kind({
  name: 'phases',
  summary: 'bytes by phase and direction',
  needs: 'trace',
  heeds: [],
  rows: ({ record }) =>
    record?.report.phases.flatMap(({ phase, toServer, fromServer, betweenClients }) =>
      [toServer, fromServer, betweenClients].map((count, way) => ({
        phase: phase || 'no phase',
        way: WAYS[way],
        bytes: count,
      })),
    ),
  draw: (rows) => {
    const names = [...new Set(rows.map((row) => String(row['phase'])))];
    const colour = colourOf(WAYS);
    const ways = WAYS.filter((way) => rows.some((row) => row['way'] === way && Number(row['bytes']) > 0));
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
            color: { domain: WAYS, range: WAYS.map(colour) },
            marks: [
              barX(rows, {
                x: 'bytes',
                y: 'phase',
                fill: 'way',
                order: [...WAYS],
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
