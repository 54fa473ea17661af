/** The marks of a space-time diagram, and where they are. */

import { dot, link, type PlotOptions, rect, ruleY, text } from '@observablehq/plot';
import type { Row } from '../../run/tidy/rows.ts';
import type { Fate } from '../record/events.ts';
import { timeUnit } from './scale.ts';
import { COMPUTING, CRITICAL, FATE_DASHES, FATES, FAULT, INK } from './style.ts';

export const FATE_NAMES = Object.keys(FATES) as Fate[];

/** The rows by what they are. */
export interface Things {
  readonly window: Row;
  readonly actors: readonly string[];
  readonly messages: Row[];
  /** Delivered, but changed or delayed by a fault. */
  readonly held: Row[];
  readonly undelivered: Row[];
  readonly computations: Row[];
  readonly faults: Row[];
  readonly timeouts: Row[];
  readonly stalled: Row[];
  readonly marks: Row[];
}

/** Splits the rows of a diagram by what they are. */
export function byKind(rows: readonly Row[]): Things {
  const of = (what: string): Row[] => rows.filter((row) => row['what'] === what);
  const messages = of('message');
  return {
    window: of('window')[0],
    actors: of('actor').map((row) => String(row['of'])),
    messages,
    held: messages.filter((row) => row['faults'] !== '' && row['fate'] === 'delivered'),
    undelivered: messages.filter((row) => row['fate'] !== 'delivered' && row['fate'] !== 'under way'),
    computations: of('computation'),
    faults: of('fault'),
    timeouts: of('timeout'),
    stalled: of('stalled'),
    marks: of('mark'),
  };
}

/** Where things are: time to the right, one line an actor downwards. */
export interface Axes {
  readonly scales: PlotOptions;
  /** When the window begins, in the unit of the axis. */
  readonly from: number;
  /** Above the first line, and below the last. */
  readonly top: number;
  readonly bottom: number;
  start(row: Row): number;
  end(row: Row): number;
  /** The line of an actor. */
  line(name: unknown): number;
}

/** The axes of a window; actors from the top. */
export function axesOf({ window, actors }: Things): Axes {
  const fromNs = Number(window['startNs']);
  const untilNs = Number(window['endNs']);
  const { label, divisor } = timeUnit(untilNs);
  const lines = new Map(actors.map((name, i) => [name, i]));
  const [top, bottom] = [-0.6, actors.length - 0.4];
  const every = Math.ceil(actors.length / 40);
  return {
    scales: {
      height: 50 + (actors.length > 60 ? 700 : Math.max(120, 26 * actors.length)),
      marginLeft: 16 + 7 * Math.max(...actors.map(({ length }) => length)),
      marginRight: 16,
      marginTop: 8,
      x: { label: `${window['type']} (${label})`, domain: [fromNs / divisor, untilNs / divisor], grid: true },
      y: {
        label: null,
        domain: [bottom, top],
        ticks: actors.map((_, i) => i).filter((i) => i % every === 0),
        tickFormat: (i: number) => actors[i],
        tickSize: 0,
      },
    },
    from: fromNs / divisor,
    top,
    bottom,
    start: (row) => Number(row['startNs'] ?? untilNs) / divisor,
    end: (row) => Number(row['endNs'] ?? untilNs) / divisor,
    line: (name) => lines.get(String(name)) ?? 0,
  };
}

/** What takes time at an actor, or at all: active faults, the actors' lines, computations. */
export function spanMarks({ actors, faults, computations }: Things, { start, end, line, top, bottom }: Axes) {
  return [
    rect(faults, {
      x1: start,
      x2: end,
      y1: (row: Row) => (row['of'] === undefined ? top : line(row['of']) - 0.45),
      y2: (row: Row) => (row['of'] === undefined ? bottom : line(row['of']) + 0.45),
      fill: FAULT,
      fillOpacity: 0.2,
      clip: true,
    }),
    ruleY(
      actors.map((_, i) => i),
      { stroke: '#d0d7de' },
    ),
    rect(computations, {
      x1: start,
      x2: end,
      y1: (row: Row) => line(row['of']) - 0.22,
      y2: (row: Row) => line(row['of']) + 0.22,
      fill: COMPUTING,
      stroke: COMPUTING,
      clip: true,
    }),
  ];
}

/** Messages by their fate, those that faults affected and those on the critical path; crosses where they were lost. */
export function messageMarks({ messages, held, undelivered }: Things, { start, end, line }: Axes) {
  const endLine = (row: Row): number => {
    if (row['endNs'] !== undefined && row['fate'] !== 'lost') return line(row['to']);
    // Its line ends halfway.
    return (line(row['of']) + line(row['to'])) / 2;
  };
  const arrows = (some: Row[], stroke: string, width: number, opacity: number, strokeDasharray = 'none') =>
    link(some, {
      x1: start,
      y1: (row: Row) => line(row['of']),
      x2: end,
      y2: endLine,
      stroke,
      strokeWidth: width,
      strokeOpacity: opacity,
      strokeDasharray,
      clip: true,
    });
  const opacity = messages.length > 400 ? 0.45 : 0.75;
  return [
    ...FATE_NAMES.map((fate) =>
      arrows(
        messages.filter((row) => row['fate'] === fate && !held.includes(row)),
        FATES[fate],
        1.1,
        opacity,
        FATE_DASHES[fate],
      ),
    ),
    arrows(held, FAULT, 1.2, 0.8),
    arrows(
      messages.filter((row) => row['critical'] === true),
      CRITICAL,
      1.8,
      1,
    ),
    dot(undelivered, {
      x: end,
      y: endLine,
      symbol: 'times',
      stroke: INK,
      strokeWidth: 1.5,
      r: 3.2,
      clip: true,
    }),
  ];
}

/** What happens at a moment: waits that end without messages, and actions of faults. */
export function momentMarks({ timeouts, stalled, marks }: Things, { start, line }: Axes) {
  const place = { x: start, y: (row: Row) => line(row['of']) };
  return [
    dot([...timeouts, ...stalled], { ...place, fill: INK, r: 3.5 }),
    dot(marks, { ...place, fill: FAULT, symbol: 'diamond', r: 4 }),
  ];
}

/** The names of active faults, where they begin. */
export function spanLabels({ faults }: Things, { from, top, start, line }: Axes) {
  return text(faults, {
    x: (row: Row) => Math.max(from, start(row)),
    y: (row: Row) => (row['of'] === undefined ? top : line(row['of'])),
    text: 'type',
    textAnchor: 'start',
    dx: 4,
    dy: 6,
    fontWeight: 'bold',
    fill: FAULT,
    stroke: 'white',
    strokeWidth: 3,
  });
}
