/** Cumulative bytes by phase: when a run's traffic is sent. */

import { areaY, ruleX, ruleY, stackY, text } from '@observablehq/plot';
import type { Row } from '../../../run/tidy/rows.ts';
import { picture } from '../picture.ts';
import { bytesTick, timeUnit } from '../scale.ts';
import { colourOf, FAINT } from '../style.ts';
import { windowOf } from '../window.ts';

const STEPS = 240;

export const cumulative = picture({
  name: 'cumulative',
  summary: 'cumulative bytes by phase over the run',
  needs: 'trace',
  heeds: ['round', 'fromNs', 'untilNs'],
  rows: ({ record }, choice) => {
    if (record === undefined || record.messages.length === 0) return undefined;
    const { fromNs, untilNs } = windowOf(record, choice);
    // What is sent when a round ends begins the next one, or delivers the result.
    const isRound = choice.round !== undefined && choice.untilNs === undefined;
    const isWithin = (sentNs: number): boolean =>
      sentNs >= fromNs && (isRound ? sentNs < untilNs : sentNs <= untilNs);
    const phases = [...new Set(record.messages.map((one) => one.phase))];
    const step = (untilNs - fromNs) / STEPS;
    const sums = phases.map(() => Array.from({ length: STEPS + 1 }, () => 0));
    const counted = new Set<number>();
    for (const { id, sentNs, phase, wireBytes } of record.messages) {
      if (!isWithin(sentNs) || counted.has(id)) continue;
      counted.add(id);
      sums[phases.indexOf(phase)][Math.min(STEPS, Math.ceil((sentNs - fromNs) / step))] += wireBytes;
    }
    const starts = record.stretches.filter(
      ({ part, startNs }) => part === 'round' && startNs >= fromNs && startNs < untilNs,
    );
    return [
      ...phases.flatMap((phase, i) => {
        let bytes = 0;
        return sums[i].map((more, at) => ({
          phase: phase || 'no phase',
          timeNs: fromNs + at * step,
          bytes: (bytes += more),
          ...(record.header.clock && { clock: record.header.clock }),
        }));
      }),
      ...starts.map(({ round, startNs }) => ({ round, timeNs: startNs })),
    ];
  },
  draw: (rows) => {
    const sums = rows.filter((row) => row['phase'] !== undefined);
    const starts = rows.filter((row) => row['round'] !== undefined);
    const phases = [...new Set(sums.map((row) => String(row['phase'])))];
    const colour = colourOf(phases);
    const times = sums.map((row) => Number(row['timeNs']));
    const until = Math.max(...times);
    const { label, divisor } = timeUnit(until);
    const at = (row: Row): number => Number(row['timeNs']) / divisor;
    return {
      title: 'Cumulative bytes by phase',
      legend: phases.map((phase) => ({ label: phase, colour: colour(phase) })),
      panels: [
        {
          plot: {
            height: 300,
            marginLeft: 64,
            marginTop: 24,
            x: {
              label: `${rows[0]['clock'] === 'wall' ? 'real' : 'virtual'} time (${label})`,
              domain: [Math.min(...times) / divisor, until / divisor],
            },
            y: { label: 'bytes', grid: true, tickFormat: bytesTick },
            color: { domain: phases, range: phases.map(colour) },
            marks: [
              areaY(sums, stackY({ x: at, y: 'bytes', fill: 'phase', order: phases })),
              ruleX(starts, { x: at, stroke: FAINT, strokeDasharray: '2,3' }),
              ...(starts.length > 25
                ? []
                : [
                    text(starts, {
                      x: at,
                      text: (row: Row) => `${row['round']}`,
                      frameAnchor: 'top',
                      dy: -10,
                      fill: FAINT,
                    }),
                  ]),
              ruleY([0]),
            ],
          },
        },
      ],
      caption:
        starts.length > 25 ? 'dashed: a round begins' : 'dashed: a round begins, with its number above',
    };
  },
});
