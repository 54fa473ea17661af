/** How much each party sent to each other one: a heat map of all pairs. */

import { pow } from '../../../core/math/elementary/index.ts';
import { cell, type PlotOptions, text } from '@observablehq/plot';
import { scaleLog } from 'd3-scale';
import { bytes } from '../../../run/report/format.ts';
import { picture } from '../picture.ts';
import { HEAT, INK } from '../style.ts';
import { marginFor, shortened } from '../text.ts';
import { isOfRound } from '../window.ts';

/** More actors than this are drawn in groups of neighbours. */
const MOST = 48;

export const pairs = picture({
  name: 'pairs',
  summary: 'a heat map of bytes by sender and receiver',
  needs: 'trace',
  heeds: ['round', 'fromNs', 'untilNs'],
  rows: ({ record }, { round, fromNs = 0, untilNs = Number.POSITIVE_INFINITY }) => {
    if (record === undefined) return undefined;
    const { messages, directory } = record;
    const sums = new Map<number, { bytes: number; messages: number }>();
    const counted = new Set<number>();
    for (const one of messages) {
      if (round !== undefined && !isOfRound(record, round, one)) continue;
      if (one.sentNs < fromNs || one.sentNs > untilNs || counted.has(one.id)) continue;
      counted.add(one.id);
      const key = one.from * directory.size + one.to;
      const sum = sums.get(key) ?? { bytes: 0, messages: 0 };
      sum.bytes += one.wireBytes;
      sum.messages++;
      sums.set(key, sum);
    }
    return [...sums]
      .toSorted(([a], [b]) => a - b)
      .map(([key, sum]) => ({
        from: directory.name(Math.floor(key / directory.size)),
        to: directory.name(key % directory.size),
        ...sum,
      }));
  },
  draw: (rows) => {
    const names = [...new Set(rows.flatMap((row) => [String(row['from']), String(row['to'])]))].toSorted(
      byNumber,
    );
    const group = Math.ceil(names.length / MOST);
    const groups = Array.from({ length: Math.ceil(names.length / group) }, (_, i) =>
      groupName(names.slice(i * group, (i + 1) * group)),
    );
    const placeOf = new Map(names.map((name, i) => [name, groups[Math.floor(i / group)]]));
    const sums = new Map<string, Cell>();
    for (const row of rows) {
      const from = placeOf.get(String(row['from'])) ?? '';
      const to = placeOf.get(String(row['to'])) ?? '';
      const sum = sums.get(`${from}\n${to}`) ?? { from, to, bytes: 0 };
      sum.bytes += Number(row['bytes']);
      sums.set(`${from}\n${to}`, sum);
    }
    const cells = [...sums.values()];
    const most = Math.max(...cells.map((one) => one.bytes));
    // Small differences must not span the whole scale: from white to black is at least a factor of a hundred.
    const least = Math.min(most / 100, ...cells.map((one) => one.bytes));
    const middle = Math.sqrt(most * least);
    const colour = scaleLog(ramp(least, most), [...HEAT]).clamp(true);
    return {
      title: 'Bytes by sender and receiver',
      subtitle:
        group === 1
          ? 'row: sender, column: receiver'
          : `row: senders, column: receivers, ${group} to a group`,
      legend: [
        { label: bytes(least), colour: colour(least), shape: 'shade' },
        { label: bytes(middle), colour: colour(middle), shape: 'shade' },
        { label: `${bytes(most)}, the most; logarithmic in between`, colour: colour(most), shape: 'shade' },
      ],
      panels: [
        {
          plot: (width) => optionsFor(width, groups, cells, { colour, middle }),
        },
      ],
    };
  },
});

/** @param middle above it, texts are white */
function optionsFor(
  width: number,
  groups: readonly string[],
  cells: readonly Cell[],
  { colour, middle }: { readonly colour: (bytes: number) => string; readonly middle: number },
): PlotOptions {
  const margin = marginFor(groups, width);
  const shown = groups.length * TEXT <= width - margin - 20;
  const side = Math.min(34, Math.floor((width - margin - 30) / groups.length));
  const short = (name: string): string => shortened(name, margin - 16);
  return {
    width: margin + 20 + (shown ? TEXT : side) * groups.length,
    height: margin + 20 + side * groups.length,
    marginLeft: margin,
    marginTop: margin,
    marginBottom: 8,
    x: {
      domain: groups,
      axis: 'top',
      label: null,
      tickRotate: -90,
      tickSize: 0,
      tickFormat: short,
    },
    y: { domain: groups, label: null, tickSize: 0, tickFormat: short },
    marks: [
      cell(cells, { x: 'to', y: 'from', fill: (one: Cell) => colour(one.bytes), inset: 0.5 }),
      ...(shown
        ? [
            text(cells, {
              x: 'to',
              y: 'from',
              text: (one: Cell) => bytes(one.bytes).replace(' ', ''),
              fill: (one: Cell) => (one.bytes > middle ? 'white' : INK),
            }),
          ]
        : []),
    ],
  };
}

/** Of the numbers in cells, the width. */
const TEXT = 48;

interface Cell {
  readonly from: string;
  readonly to: string;
  bytes: number;
}

function groupName(names: readonly string[]): string {
  const last = names[names.length - 1];
  return names.length === 1 ? names[0] : `${names[0]} .. ${last.replace(/^.*-(?=\d+$)/, '')}`;
}

/** As many numbers as there are colours, in a geometric sequence. */
function ramp(least: number, most: number): number[] {
  return HEAT.map((_, i) => least * pow(most / least, i / (HEAT.length - 1)));
}

/** `client-2` before `client-10`, single parties first. */
function byNumber(a: string, b: string): number {
  const of = (name: string): [string, number] => {
    const dash = /^(.*)-(\d+)$/.exec(name);
    return dash ? [dash[1], Number(dash[2])] : [name, 0];
  };
  const [roleA, placeA] = of(a);
  const [roleB, placeB] = of(b);
  if (placeA === 0 || placeB === 0) return Math.sign(placeA) - Math.sign(placeB) || a.localeCompare(b, 'en');
  return roleA.localeCompare(roleB, 'en') || placeA - placeB;
}
