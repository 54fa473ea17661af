/** The time of each round by what the result waited for in it: the critical path, cut at the rounds. */

import { barX, ruleX, text } from '@observablehq/plot';
import { time } from '../../report/format.ts';
import { merged, type Resource, waitedFor, within } from '../../timing/critical-path.ts';
import { resourceText } from '../../report/timing-text.ts';
import { kind } from '../kind.ts';
import { timeUnit } from '../scale.ts';
import { INK, RESOURCES } from '../style.ts';

export const waits = kind({
  name: 'waits',
  summary: 'the time of each round by what the result waited for: compute, uplink, latency, downlink, faults',
  needs: 'trace',
  heeds: [],
  rows: ({ story }) => {
    if (story?.path === undefined) return undefined;
    const { path, stretches } = story;
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
      return { round, ns, words: `${time(ns)}: ${Math.round((100 * Number(most['ns'])) / ns)} % ${what}` };
    });
    const longest = Math.max(...totals.map(({ ns }) => ns));
    const { label, divisor } = timeUnit(longest);
    const order = Object.keys(RESOURCES);
    const used = order.filter((resource) => rows.some((row) => row['resource'] === resource));
    const bars = order.flatMap((resource) =>
      rounds.flatMap((round) => {
        const own = rows.filter((row) => row['round'] === round && row['resource'] === resource);
        const ns = own.reduce((sum, row) => sum + Number(row['ns']), 0);
        return ns === 0 ? [] : [{ round, resource, span: ns / divisor }];
      }),
    );
    // Words stand beside a bar where there is room, and in a long one at its end.
    const far = longest * 0.55;
    return {
      title: 'What the result waited for, round by round',
      subtitle: 'at every moment the one thing that came last: the parts of a bar are the round',
      legend: used.map((resource) => ({ label: resource, colour: RESOURCES[resource as Resource] })),
      panels: [
        {
          plot: {
            height: 48 + Math.min(22 * rounds.length, 900),
            marginLeft: 48,
            marginTop: 8,
            x: { label: `virtual time (${label})`, grid: true, domain: [0, (longest * 1.02) / divisor] },
            y: { label: 'round', domain: rounds, type: 'band', ...everySome(rounds) },
            color: { domain: used, range: used.map((resource) => RESOURCES[resource as Resource]) },
            marks: [
              barX(bars, {
                x: 'span',
                y: 'round',
                fill: 'resource',
                order: used,
                insetTop: 2,
                insetBottom: 2,
              }),
              ...(rounds.length > 40
                ? []
                : [
                    text(
                      totals.filter(({ ns }) => ns <= far),
                      {
                        x: (row: { ns: number }) => row.ns / divisor,
                        y: 'round',
                        text: 'words',
                        textAnchor: 'start',
                        dx: 6,
                        fill: INK,
                      },
                    ),
                    text(
                      totals.filter(({ ns }) => ns > far),
                      {
                        x: (row: { ns: number }) => row.ns / divisor,
                        y: 'round',
                        text: 'words',
                        textAnchor: 'end',
                        dx: -6,
                        fill: INK,
                        stroke: 'white',
                        strokeWidth: 3,
                      },
                    ),
                  ]),
              ruleX([0]),
            ],
          },
        },
      ],
    };
  },
});

/** Of many rounds not every one has its number. */
function everySome(rounds: readonly number[]): { ticks?: number[] } {
  const every = Math.ceil(rounds.length / 40);
  return every === 1 ? {} : { ticks: rounds.filter((_, i) => i % every === 0) };
}
