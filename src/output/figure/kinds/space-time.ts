/**
 * A space-time diagram (Lamport): time runs to the right, every actor has a line, messages go from line to
 * line. Lost, late and refused messages, the actions of faults and computations are included.
 */

import { dot, link, rect, ruleY, text } from '@observablehq/plot';
import type { Row } from '../../../run/tidy/rows.ts';
import type { Computation, Fate, Message } from '../../record/events.ts';
import { faultSpans } from '../../record/spans.ts';
import type { Drawing, Item } from '../drawing.ts';
import { type Choice, kind } from '../kind.ts';
import { timeUnit } from '../scale.ts';
import { COMPUTING, CRITICAL, FATES, FAULT, INK } from '../style.ts';
import { windowOf } from '../window.ts';

/** If there are more messages, a sample is drawn: all abnormal ones, and every n-th of the others. */
const MOST = 1500;

export const spaceTime = kind({
  name: 'space-time',
  summary:
    'a space-time diagram of a window: messages, losses, lateness, faults, computations, the critical path',
  needs: 'trace',
  heeds: ['round', 'fromNs', 'untilNs'],
  rows: ({ record }, choice) => {
    if (record === undefined) return undefined;
    const { directory, messages, computations, marks } = record;
    const { fromNs, untilNs } = windowOf(record, choice);
    const name = (actor: number): string => directory.name(actor);
    const meets = (startNs: number, endNs = record.endNs): boolean => startNs <= untilNs && endNs >= fromNs;
    const within = messages.filter((one) => meets(one.sentNs, one.endNs));
    return [
      { what: 'window', startNs: fromNs, endNs: untilNs },
      ...Array.from({ length: directory.size }, (_, actor) => ({ what: 'actor', of: name(actor) })),
      ...sampled(within).map((one) => ({
        what: 'message',
        of: name(one.from),
        to: name(one.to),
        startNs: one.sentNs,
        endNs: one.endNs,
        fate: one.fate,
        type: one.type,
        message: one.id,
        bytes: one.wireBytes,
        reason: one.reason,
        faults: one.faults.join(' '),
        critical: one.critical,
        sampledOf: within.length,
      })),
      ...longest(computations.filter((one) => meets(one.startNs, one.endNs))).map((one) => ({
        what: 'computation',
        of: name(one.actor),
        startNs: one.startNs,
        endNs: one.endNs,
        type: one.task,
        critical: one.critical,
      })),
      ...faultSpans(record)
        .filter((one) => meets(one.startNs, one.endNs))
        .map(({ fault, actor, startNs, endNs }) => ({
          what: 'fault',
          ...(actor !== undefined && { of: name(actor) }),
          startNs,
          endNs,
          type: fault,
        })),
      ...marks
        .filter((one) => one.kind !== 'label' && one.timeNs >= fromNs && one.timeNs <= untilNs)
        .map((one) => ({
          what: one.kind === 'fault' ? 'mark' : one.kind,
          of: name(one.actor),
          startNs: one.timeNs,
          type: one.words,
        })),
    ];
  },
  draw,
});

function draw(rows: readonly Row[], { round }: Choice): Drawing {
  const of = (what: string): Row[] => rows.filter((row) => row['what'] === what);
  const [window] = of('window');
  const fromNs = Number(window['startNs']);
  const untilNs = Number(window['endNs']);
  const { label, divisor } = timeUnit(untilNs);
  const at = (ns: unknown, otherwise = untilNs): number => Number(ns ?? otherwise) / divisor;
  const actors = of('actor').map((row) => String(row['of']));
  const lines = new Map(actors.map((name, i) => [name, i]));
  const place = (name: unknown): number => lines.get(String(name)) ?? 0;
  const messages = of('message');
  const height = actors.length > 60 ? 700 : Math.max(120, 26 * actors.length);
  const end = (row: Row): number => {
    if (row['endNs'] !== undefined && row['fate'] !== 'lost') return place(row['to']);
    // Its line ends halfway.
    return (place(row['of']) + place(row['to'])) / 2;
  };
  const arrows = (some: Row[], stroke: string, width: number, opacity: number) =>
    link(some, {
      x1: (row: Row) => at(row['startNs']),
      y1: (row: Row) => place(row['of']),
      x2: (row: Row) => at(row['endNs']),
      y2: end,
      stroke,
      strokeWidth: width,
      strokeOpacity: opacity,
      clip: true,
    });
  const fates = Object.keys(FATES) as Fate[];
  const opacity = messages.length > 400 ? 0.45 : 0.75;
  const bad = messages.filter((row) => row['fate'] !== 'delivered' && row['fate'] !== 'under way');
  const held = messages.filter((row) => row['faults'] !== '' && row['fate'] === 'delivered');
  const spans = of('fault');
  const every = Math.ceil(actors.length / 40);
  const sampledOf = Number(messages[0]?.['sampledOf'] ?? 0);
  const legend: Item[] = [
    ...fates
      .filter((fate) => messages.some((row) => row['fate'] === fate))
      .map((fate): Item => ({ label: fate, colour: FATES[fate], shape: 'line' })),
    ...(held.length > 0
      ? [{ label: 'changed or delayed by a fault', colour: FAULT, shape: 'line' } as const]
      : []),
    ...(bad.length > 0 ? [{ label: 'not delivered', colour: INK, shape: 'cross' } as const] : []),
    ...(of('computation').length > 0 ? [{ label: 'computing', colour: COMPUTING }] : []),
    ...(spans.length > 0 ? [{ label: 'fault active', colour: '#f6cfb8' }] : []),
    ...(of('timeout').length > 0 ? [{ label: 'timed out', colour: INK, shape: 'dot' } as const] : []),
    { label: 'critical path', colour: CRITICAL, shape: 'line' },
  ];
  return {
    title:
      round === undefined
        ? 'Who sent what to whom, and when'
        : `Round ${round}: who sent what to whom, and when`,
    legend,
    ...(sampledOf > messages.length && {
      caption: `${messages.length} of ${sampledOf} messages are drawn: all that were lost, late, refused, affected by a fault or on the critical path, and a sample of the others.`,
    }),
    panels: [
      {
        plot: {
          height: height + 50,
          marginLeft: 16 + 7 * Math.max(...actors.map(({ length }) => length)),
          marginRight: 16,
          marginTop: 8,
          x: { label: `virtual time (${label})`, domain: [fromNs / divisor, untilNs / divisor], grid: true },
          y: {
            label: null,
            domain: [actors.length - 0.4, -0.6],
            ticks: actors.map((_, i) => i).filter((i) => i % every === 0),
            tickFormat: (i: number) => actors[i],
            tickSize: 0,
          },
          marks: [
            rect(spans, {
              x1: (row: Row) => at(row['startNs']),
              x2: (row: Row) => at(row['endNs']),
              y1: (row: Row) => (row['of'] === undefined ? -0.6 : place(row['of']) - 0.45),
              y2: (row: Row) => (row['of'] === undefined ? actors.length - 0.4 : place(row['of']) + 0.45),
              fill: FAULT,
              fillOpacity: 0.2,
              clip: true,
            }),
            ruleY(
              actors.map((_, i) => i),
              { stroke: '#d0d7de' },
            ),
            rect(of('computation'), {
              x1: (row: Row) => at(row['startNs']),
              x2: (row: Row) => at(row['endNs']),
              y1: (row: Row) => place(row['of']) - 0.22,
              y2: (row: Row) => place(row['of']) + 0.22,
              fill: COMPUTING,
              stroke: COMPUTING,
              clip: true,
            }),
            ...fates.map((fate) =>
              arrows(
                messages.filter((row) => row['fate'] === fate && !held.includes(row)),
                FATES[fate],
                1.1,
                opacity,
              ),
            ),
            arrows(held, FAULT, 1.2, 0.8),
            arrows(
              messages.filter((row) => row['critical'] === true),
              CRITICAL,
              1.8,
              1,
            ),
            dot(bad, {
              x: (row: Row) => at(row['endNs']),
              y: end,
              symbol: 'times',
              stroke: INK,
              strokeWidth: 1.5,
              r: 3.2,
              clip: true,
            }),
            dot([...of('timeout'), ...of('stalled')], {
              x: (row: Row) => at(row['startNs']),
              y: (row: Row) => place(row['of']),
              fill: INK,
              r: 3.5,
            }),
            dot(of('mark'), {
              x: (row: Row) => at(row['startNs']),
              y: (row: Row) => place(row['of']),
              fill: FAULT,
              symbol: 'diamond',
              r: 4,
            }),
            text(spans, {
              x: (row: Row) => Math.max(fromNs / divisor, at(row['startNs'])),
              y: (row: Row) => (row['of'] === undefined ? -0.6 : place(row['of'])),
              text: 'type',
              textAnchor: 'start',
              dx: 4,
              dy: 6,
              fontWeight: 'bold',
              fill: FAULT,
              stroke: 'white',
              strokeWidth: 3,
            }),
          ],
        },
      },
    ],
  };
}

/** If there are too many to see, those that took longest. */
function longest(computations: readonly Computation[]): readonly Computation[] {
  if (computations.length <= MOST) return computations;
  const lengthOf = ({ startNs, endNs = startNs }: Computation): number => endNs - startNs;
  return computations.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MOST);
}

/** Abnormal and critical messages stay; of the others every n-th. */
function sampled(messages: readonly Message[]): readonly Message[] {
  if (messages.length <= MOST) return messages;
  const told = messages.filter(isTold).slice(0, MOST);
  const rest = messages.filter((one) => !isTold(one));
  const every = rest.length / Math.max(1, MOST - told.length);
  const some = rest.filter((_, i) => Math.floor(i / every) > Math.floor((i - 1) / every));
  return [...told, ...some].toSorted((a, b) => a.sentNs - b.sentNs);
}

function isTold({ fate, critical, faults }: Message): boolean {
  return critical || faults.length > 0 || fate === 'lost' || fate === 'refused' || fate === 'late';
}
