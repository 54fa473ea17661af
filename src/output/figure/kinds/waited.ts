/** What results waited for, protocol by protocol: the mean over runs. */

import { barX, ruleX, text } from '@observablehq/plot';
import type { Row } from '../../../run/tidy/rows.ts';
import { hasResult, standingMarks, standingOf } from '../../../run/tidy/worth.ts';
import { waitColumn } from '../../../run/tidy/run-row.ts';
import type { Resource } from '../../../run/timing/critical-path.ts';
import { groupColumn, groupOf, pooled, pooledText } from '../columns.ts';
import { kind } from '../kind.ts';
import { inUnit, timeUnit } from '../scale.ts';
import { RESOURCES } from '../style.ts';
import { shortened, widthOf } from '../svg.ts';

const COLUMNS = new Map(
  Object.keys(RESOURCES).map((resource) => [resource, waitColumn(resource as Resource)]),
);

export const waited = kind({
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
    const together = pooledText(pooled(timed, [column]));
    return [...new Set(timed.map((row) => groupOf(row, column)))].flatMap((group) => {
      const own = timed.filter((row) => groupOf(row, column) === group);
      const marks = standingMarks(standingOf(rows.filter((row) => groupOf(row, column) === group)));
      return [...COLUMNS].map(([resource, name]) => ({
        group,
        resource,
        meanNs: own.reduce((sum, row) => sum + Number(row[name] ?? 0), 0) / own.length,
        runs: own.length,
        ...(marks.length > 0 && { marks: marks.join(', ') }),
        ...(together !== '' && { together }),
      }));
    });
  },
  draw: (rows) => {
    const groups = [...new Set(rows.map((row) => String(row['group'])))];
    const totals = groups.map((group) => ({
      group,
      ns: rows.filter((row) => row['group'] === group).reduce((sum, row) => sum + Number(row['meanNs']), 0),
      marks: rows.find((row) => row['group'] === group)?.['marks'],
    }));
    const margin = Math.min(260, 24 + Math.max(...groups.map((name) => widthOf(name))));
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
          plot: {
            height: 56 + 30 * groups.length,
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
                insetBottom: 3,
              }),
              text(totals, {
                x: (row: { ns: number }) => row.ns / divisor,
                y: 'group',
                text: ({ ns, marks }: (typeof totals)[number]) =>
                  marks === undefined ? inUnit(ns, unit) : `${inUnit(ns, unit)} (${marks})`,
                textAnchor: 'start',
                dx: 6,
              }),
              ruleX([0]),
            ],
          },
        },
      ],
      ...(rows[0]['together'] !== undefined && { caption: String(rows[0]['together']) }),
    };
  },
});
