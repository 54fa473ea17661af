/** The cumulative cost of unlearning, request by request, compared with retraining for each of them. */

import { dot, lineY, ruleY } from '@observablehq/plot';
import { axisOf } from '../axis.ts';
import { picture } from '../picture.ts';

import { COLOURS, FAINT } from '../style.ts';

/** The figures of rounds that are summed. */
const FIGURES = [
  { name: 'bytes', title: 'bytes', unit: 'bytes' },
  { name: 'operations', title: 'operations, all parties', unit: 'operations' },
  { name: 'durationNs', title: 'time', unit: 'ns' },
] as const;
const COSTS = FIGURES.map(({ name }) => name);

export const requests = picture({
  name: 'unlearning',
  summary:
    'cumulative cost of removal requests, compared with retraining for each (rounds after 0 are requests)',
  needs: 'trace',
  heeds: [],
  rows: ({ record }) => {
    if (record === undefined || !removes(record.header.scenario)) return undefined;
    const rounds = record.report.rounds
      .filter(({ part }) => part === 'round')
      .map(({ round, toServer, fromServer, betweenClients, betweenServers, durationNs }) => ({
        round,
        durationNs,
        bytes: toServer + fromServer + betweenClients + betweenServers,
        operations: record.report.work
          .filter((cell) => cell.part === 'round' && cell.round === round)
          .reduce((sum, cell) => sum + cell.operations, 0),
      }));
    const [training, ...later] = rounds;
    if (training === undefined || later.length === 0) return undefined;
    const sums = { bytes: 0, operations: 0, durationNs: 0 };
    return [{ round: 0, bytes: 0, operations: 0, durationNs: 0 }, ...later].map((round, i) => {
      for (const cost of COSTS) sums[cost] += round[cost];
      return {
        requests: i,
        ...sums,
        bytesTrainedAgain: i * training.bytes,
        operationsTrainedAgain: i * training.operations,
        durationNsTrainedAgain: i * training.durationNs,
      };
    });
  },
  draw: (rows) => {
    const ticks = rows.map((row) => Number(row['requests']));
    return {
      title: 'Cumulative cost of unlearning requests',
      legend: [
        { label: 'by the protocol', colour: COLOURS[0], shape: 'line', symbol: 'circle' },
        {
          label: 'retraining for every request, at the cost of round 0',
          colour: FAINT,
          shape: 'line',
          dashes: '4,3',
        },
      ],
      panels: FIGURES.map(({ name: cost, title, unit }) => ({
        title,
        plot: {
          height: cost === 'durationNs' ? 150 : 120,
          marginLeft: 64,
          marginTop: 8,
          marginBottom: cost === 'durationNs' ? 40 : 22,
          x: { label: cost === 'durationNs' ? 'requests so far' : null, ticks, tickFormat: 'd' },
          y: {
            label: null,
            grid: true,
            ...axisOf(
              { name: cost, title, summary: '', unit },
              rows.flatMap((row) => [Number(row[cost]), Number(row[`${cost}TrainedAgain`])]),
              { count: 4 },
            ),
          },
          marks: [
            ruleY([0]),
            lineY(rows, { x: 'requests', y: `${cost}TrainedAgain`, stroke: FAINT, strokeDasharray: '4,3' }),
            lineY(rows, { x: 'requests', y: cost, stroke: COLOURS[0], strokeWidth: 2 }),
            dot(rows, { x: 'requests', y: cost, fill: COLOURS[0], r: 3.5 }),
          ],
        },
      })),
    };
  },
});

/** Whether a scenario has removal requests. */
function removes(scenario: unknown): boolean {
  const { protocol } = (scenario ?? {}) as { readonly protocol?: { readonly remove?: unknown } };
  const remove = protocol?.remove;
  return Array.isArray(remove) ? remove.length > 0 : remove !== undefined && remove !== null;
}
