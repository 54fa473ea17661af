/** Bytes queued at links over time, for the links with the longest waits. */

import { areaY, lineY, ruleY } from '@observablehq/plot';
import type { Row } from '../../../run/tidy/rows.ts';
import { queuesOf } from '../../record/queues.ts';
import type { Drawing } from '../drawing.ts';
import { picture } from '../picture.ts';
import { bytesTick, timeUnit } from '../scale.ts';
import { RESOURCES } from '../style.ts';
import { windowOf } from '../window.ts';

const LINKS = 5;
const DIRECTIONS = ['uplink', 'downlink'] as const;
/** No picture can show more changes. */
const STEPS = 600;

export const queues = picture({
  name: 'queues',
  summary: 'bytes queued at links over time, longest queues first',
  needs: 'trace',
  heeds: ['round', 'fromNs', 'untilNs'],
  rows: ({ record }, choice) => {
    if (record?.causalGraph === undefined) return undefined;
    const { fromNs, untilNs } = windowOf(record, choice);
    const found = queuesOf(record.causalGraph).slice(0, LINKS);
    return found.flatMap(({ link, queuedNs, changes }) => {
      const within = changes.filter(({ timeNs }) => timeNs >= fromNs && timeNs <= untilNs);
      const before = changes.findLast(({ timeNs }) => timeNs < fromNs)?.bytes ?? 0;
      const steps = thinned([{ timeNs: fromNs, bytes: before }, ...within], fromNs, untilNs);
      const last = steps[steps.length - 1];
      return [...steps, { timeNs: untilNs, bytes: last.bytes }].map((step) => ({ link, queuedNs, ...step }));
    });
  },
  draw,
});

function draw(rows: readonly Row[]): Drawing {
  const links = [...new Set(rows.map((row) => String(row['link'])))];
  const times = rows.map((row) => Number(row['timeNs']));
  const until = times.reduce((a, b) => Math.max(a, b), 0);
  const from = times.reduce((a, b) => Math.min(a, b), until);
  const { label, divisor } = timeUnit(until);
  const most = rows.reduce((max, row) => Math.max(max, Number(row['bytes'])), 1);
  return {
    title: 'Queues at links',
    subtitle:
      links.length === 1
        ? 'the link where packets waited for those before them'
        : `the ${links.length} links where packets waited longest for those before them`,
    legend: DIRECTIONS.filter((direction) => links.some((link) => link.startsWith(direction))).map(
      (direction) => ({ label: direction, colour: RESOURCES[direction] }),
    ),
    panels: links.map((link, i) => {
      const own = rows.filter((row) => row['link'] === link);
      const steps = {
        x: (row: Row) => Number(row['timeNs']) / divisor,
        y: 'bytes',
        curve: 'step-after',
      } as const;
      return {
        title: link,
        plot: {
          height: i === links.length - 1 ? 108 : 78,
          marginLeft: 64,
          marginTop: 8,
          marginBottom: i === links.length - 1 ? 40 : 12,
          x: {
            label: i === links.length - 1 ? `virtual time (${label})` : null,
            domain: [from / divisor, until / divisor],
            grid: true,
            ...(i < links.length - 1 && { tickFormat: () => '' }),
          },
          y: { label: null, tickFormat: bytesTick, ticks: 3, domain: [0, most] },
          marks: [
            areaY(own, { ...steps, fill: colourOf(link), fillOpacity: 0.35 }),
            lineY(own, { ...steps, stroke: colourOf(link), strokeWidth: 1.2 }),
            ruleY([0]),
          ],
        },
      };
    }),
    caption:
      'All panels have the same scale. A packet is queued from its arrival at a link until the link begins to send it.',
  };
}

function colourOf(link: string): string {
  return link.startsWith('uplink') ? RESOURCES.uplink : RESOURCES.downlink;
}

/** If there are many changes, the highest in each short interval of time. */
function thinned(
  changes: readonly { timeNs: number; bytes: number }[],
  fromNs: number,
  untilNs: number,
): { timeNs: number; bytes: number }[] {
  if (changes.length <= STEPS) return [...changes];
  const step = (untilNs - fromNs) / STEPS;
  const kept = new Map<number, { timeNs: number; bytes: number }>();
  for (const change of changes) {
    const place = Math.floor((change.timeNs - fromNs) / step);
    const before = kept.get(place);
    if (before === undefined || change.bytes >= before.bytes) kept.set(place, change);
  }
  return [...kept.values()];
}
