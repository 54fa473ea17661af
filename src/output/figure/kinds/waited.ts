/** What results waited for, protocol by protocol: the mean over runs. */

import { barX, ruleX, text } from '@observablehq/plot';
import type { Row } from '../../../run/tidy/rows.ts';
import { hasResult, standingMarks, standingOf } from '../../../run/report/worth.ts';
import { waitColumn } from '../../../run/tidy/run-row.ts';
import type { Resource } from '../../../run/timing/critical-path.ts';
import { groupColumn, groupOf, pooled, pooledCell, pooledNote } from '../columns.ts';
import { picture } from '../picture.ts';
import { inUnit, timeUnit } from '../scale.ts';
import { FAINT, RESOURCES } from '../style.ts';
import { marginFor, shortened } from '../text.ts';

const COLUMNS = new Map(
  Object.keys(RESOURCES).map((resource) => [resource, waitColumn(resource as Resource)]),
);

export const waited = picture({
  name: 'waited',
  summary: 'the time to the result by what it waited for, protocol by protocol',
  needs: 'table',
  heeds: ['by'],
  rows: ({ rows = [] }, { by }) => {
    const timed = rows.filter(
      (row) => hasResult(row) && [...COLUMNS.values()].some((column) => row[column] !== undefined),
    );
    if (timed.length === 0) return undefined;
    const column = groupColumn(timed, by);
    return [...new Set(timed.map((row) => groupOf(row, column)))].flatMap((group) => {
      const own = timed.filter((row) => groupOf(row, column) === group);
      const mixed = pooled(own);
      const marks = standingMarks(standingOf(rows.filter((row) => groupOf(row, column) === group)));
      return [...COLUMNS].map(([resource, name]) => ({
        group,
        resource,
        meanNs: own.reduce((sum, row) => sum + Number(row[name] ?? 0), 0) / own.length,
        runs: own.length,
        ...(marks.length > 0 && { marks: marks.join(', ') }),
        ...pooledCell(mixed),
      }));
    });
  },
  draw: (rows) => {
    const together = pooledNote(rows);
    const groups = [...new Set(rows.map((row) => String(row['group'])))];
    const totals = groups.map((group): Total => {
      const own = rows.filter((row) => row['group'] === group);
      const ns = own.reduce((sum, row) => sum + Number(row['meanNs']), 0);
      return { group, ns, marks: own[0]['marks'] };
    });
    const unit = timeUnit(Math.max(...totals.map(({ ns }) => ns)));
    const { label, divisor } = unit;
    const used = Object.keys(RESOURCES).filter((resource) =>
      rows.some((row) => row['resource'] === resource && Number(row['meanNs']) > 0),
    );
    return {
      title: 'What results waited for',
      subtitle: 'the mean over runs: at every moment the one thing that came last',
      legend: used.map((resource) => ({ label: resource, colour: RESOURCES[resource as Resource] })),
      panels: [
        {
          plot: (width) => {
            const margin = marginFor(groups, width);
            // Notes have a line of their own, below the bars.
            const notes = totals.filter(({ marks }) => marks !== undefined);
            const insetBottom = notes.length > 0 ? 15 : 3;
            return {
              height: 56 + (27 + insetBottom) * groups.length,
              marginLeft: margin,
              marginRight: 80,
              marginTop: 8,
              x: { label: `virtual time to the result (${label})`, grid: true },
              y: {
                label: null,
                domain: groups,
                tickSize: 0,
                tickFormat: (group: string) => shortened(group, margin - 20),
              },
              color: { domain: used, range: used.map((resource) => RESOURCES[resource as Resource]) },
              marks: [
                barX(rows, {
                  x: (row: Row) => Number(row['meanNs']) / divisor,
                  y: 'group',
                  fill: 'resource',
                  order: used,
                  insetTop: 3,
                  insetBottom,
                }),
                text(totals, {
                  x: ({ ns }: Total) => ns / divisor,
                  y: 'group',
                  text: ({ ns }: Total) => inUnit(ns, unit),
                  textAnchor: 'start',
                  dx: 6,
                  dy: (3 - insetBottom) / 2,
                }),
                text(notes, {
                  y: 'group',
                  text: 'marks',
                  frameAnchor: 'left',
                  dx: 4,
                  dy: insetBottom,
                  fill: FAINT,
                }),
                ruleX([0]),
              ],
            };
          },
        },
      ],
      ...(together !== '' && { caption: together }),
    };
  },
});

interface Total {
  readonly group: string;
  /** The time to the result. */
  readonly ns: number;
  /** How many of its runs came to one. */
  readonly marks: Row[string];
}
