/** The fraction of the time to the result during which each link was in use. */

import { barX, ruleX, text } from '@observablehq/plot';
import { picture } from '../picture.ts';
import { RESOURCES } from '../style.ts';
import { widthOf } from '../text.ts';

const LINKS = 24;
const DIRECTIONS = ['uplink', 'downlink'] as const;

export const links = picture({
  name: 'links',
  summary: 'how much of the time to the result each link was in use, the busiest first',
  needs: 'trace',
  heeds: [],
  rows: ({ record }) =>
    record?.report.timing?.links
      .toSorted((a, b) => b.utilisation - a.utilisation)
      .map(({ actor, direction, bytes, busyNs, queuedNs, utilisation }) => ({
        actor,
        direction,
        bytes,
        busyNs,
        queuedNs,
        utilisation,
      })),
  draw: (rows) => {
    const shown = rows
      .slice(0, LINKS)
      .map((row) => ({ ...row, link: `${row['direction']} of ${row['actor']}` }));
    return {
      title: 'How busy links were',
      subtitle: 'share of the time to the result in which a link was sending',
      legend: DIRECTIONS.map((direction) => ({ label: direction, colour: RESOURCES[direction] })),
      panels: [
        {
          plot: {
            height: 50 + 20 * shown.length,
            marginTop: 8,
            marginRight: 50,
            marginLeft: 16 + Math.max(...shown.map((row) => widthOf(row.link))),
            x: {
              label: 'in use',
              domain: [0, 1],
              grid: true,
              tickFormat: (share: number) => `${Math.round(share * 100)} %`,
            },
            y: { label: null, domain: shown.map((row) => row.link) },
            color: { domain: DIRECTIONS, range: DIRECTIONS.map((direction) => RESOURCES[direction]) },
            marks: [
              barX(shown, { x: 'utilisation', y: 'link', fill: 'direction', insetTop: 2, insetBottom: 2 }),
              text(shown, {
                x: 'utilisation',
                y: 'link',
                text: (row: { utilisation: number }) => percent(row.utilisation),
                textAnchor: 'start',
                dx: 5,
              }),
              ruleX([0]),
            ],
          },
        },
      ],
      ...(rows.length > LINKS && { caption: `The ${LINKS} busiest of ${rows.length} links.` }),
    };
  },
});

/** To one decimal, and no zero for a positive share. */
function percent(share: number): string {
  if (share > 0 && share < 0.0005) return '< 0.1 %';
  return `${(share * 100).toFixed(1)} %`;
}
