/** The time of each round by what the result waited for in it: the critical path, divided into rounds. */

import { barX, barY, type PlotOptions, ruleX, ruleY, text } from '@observablehq/plot';
import { merged, type Resource, waitedFor, within } from '../../../run/timing/critical-path.ts';
import { resourceText } from '../../../run/report/timing-text.ts';
import { picture } from '../picture.ts';
import { inUnit, timeUnit, type Unit } from '../scale.ts';
import { INK, RESOURCES } from '../style.ts';
import { widthOf } from '../text.ts';

export const waits = picture({
  name: 'waits',
  summary: 'the time of each round by what the result waited for: compute, uplink, latency, downlink, faults',
  needs: 'trace',
  heeds: [],
  rows: ({ record }) => {
    if (record?.path === undefined) return undefined;
    const { path, stretches } = record;
    return stretches
      .filter(({ part }) => part === 'round')
      .flatMap(({ round, ...span }) =>
        merged(waitedFor(within(path, span))).map(({ resource, of, ns, queuedNs, share }) => ({
          round,
          resource,
          of,
          ns,
          queuedNs,
          share,
        })),
      );
  },
  draw: (rows) => {
    const rounds = [...new Set(rows.map((row) => Number(row['round'])))];
    const totals = rounds.map((round) => {
      const own = rows.filter((row) => row['round'] === round);
      const ns = own.reduce((sum, row) => sum + Number(row['ns']), 0);
      const most = own.reduce((a, b) => (Number(b['ns']) > Number(a['ns']) ? b : a));
      const what = resourceText({ resource: most['resource'] as Resource, of: String(most['of']) });
      return { round, ns, most: `${Math.round((100 * Number(most['ns'])) / ns)} % ${what}` };
    });
    const longest = Math.max(...totals.map(({ ns }) => ns));
    const unit = timeUnit(longest);
    const { label, divisor } = unit;
    const order = Object.keys(RESOURCES);
    const used = order.filter((resource) => rows.some((row) => row['resource'] === resource));
    const bars = order.flatMap((resource) =>
      rounds.flatMap((round) => {
        const own = rows.filter((row) => row['round'] === round && row['resource'] === resource);
        const ns = own.reduce((sum, row) => sum + Number(row['ns']), 0);
        return ns === 0 ? [] : [{ round, resource, span: ns / divisor }];
      }),
    );
    return {
      title: 'What the result waited for, round by round',
      subtitle: 'at every moment the one thing that came last: the parts of a bar are the round',
      legend: used.map((resource) => ({ label: resource, colour: RESOURCES[resource as Resource] })),
      panels: [
        rounds.length > MOST_BARS
          ? { plot: columnsOf(rounds, bars, used, `virtual time (${label})`) }
          : { plot: (width) => barsOf(width, rounds, bars, used, totals, unit) },
      ],
    };
  },
});

/** More rounds are drawn as columns, without labels. */
const MOST_BARS = 40;

interface Bar {
  readonly round: number;
  readonly resource: string;
  readonly span: number;
}

interface Total {
  readonly round: number;
  readonly ns: number;
  /** The largest part of it. */
  readonly most: string;
}

function columnsOf(
  rounds: readonly number[],
  bars: readonly Bar[],
  used: string[],
  label: string,
): PlotOptions {
  const every = Math.ceil(rounds.length / 20);
  return {
    height: 300,
    marginLeft: 56,
    marginTop: 26,
    x: {
      label: 'round',
      domain: rounds,
      type: 'band',
      padding: 0,
      ticks: rounds.filter((_, i) => i % every === 0),
    },
    y: { label, grid: true },
    color: { domain: used, range: used.map((resource) => RESOURCES[resource as Resource]) },
    marks: [barY(bars, { x: 'round', y: 'span', fill: 'resource', order: used }), ruleY([0])],
  };
}

const LEFT = 48;
const RIGHT = 20;

function barsOf(
  width: number,
  rounds: readonly number[],
  bars: readonly Bar[],
  used: string[],
  totals: readonly Total[],
  unit: Unit,
): PlotOptions {
  const { label, divisor } = unit;
  const across = width - LEFT - RIGHT;
  const all = ({ ns, most }: Total): string => `${inUnit(ns, unit)}: ${most}`;
  // Labels are after their bars, whose length leaves space for them; where there is little, of totals alone.
  const fits = totals.every((total) => widthOf(all(total)) < across / 2);
  const words = fits ? all : ({ ns }: Total): string => inUnit(ns, unit);
  const pixels = Math.min(
    ...totals.map((total) => (across - widthOf(words(total)) - 10) / (total.ns / divisor)),
  );
  return {
    height: 48 + 22 * rounds.length,
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginTop: 8,
    x: { label: `virtual time (${label})`, grid: true, domain: [0, across / pixels] },
    y: { label: 'round', domain: rounds, type: 'band' },
    color: { domain: used, range: used.map((resource) => RESOURCES[resource as Resource]) },
    marks: [
      barX(bars, { x: 'span', y: 'round', fill: 'resource', order: used, insetTop: 2, insetBottom: 2 }),
      text(totals, {
        y: 'round',
        x: ({ ns }: Total) => ns / divisor,
        text: words,
        textAnchor: 'start',
        dx: 6,
        fill: INK,
      }),
      ruleX([0]),
    ],
  };
}
