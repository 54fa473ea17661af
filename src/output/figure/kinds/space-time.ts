/**
 * A space-time diagram (Lamport): time runs to the right, every actor has a line, messages go from line to
 * line. Lost, late and refused messages, the actions of faults and computations are included.
 */

import type { Row } from '../../../run/tidy/rows.ts';
import type { Computation, Message } from '../../record/events.ts';
import { timeOf } from '../../record/run-record.ts';
import { faultSpans } from '../../record/spans.ts';
import type { Drawing, Item } from '../drawing.ts';
import {
  axesOf,
  byKind,
  FATE_NAMES,
  messageMarks,
  momentMarks,
  spanLabels,
  spanMarks,
  type Things,
} from '../space-time-marks.ts';
import { type Choice, picture } from '../picture.ts';
import { COMPUTING, CRITICAL, FATE_DASHES, FATES, FAULT, INK } from '../style.ts';
import { windowOf } from '../window.ts';

/** If there are more messages, a sample is drawn: all abnormal ones, and every n-th of the others. */
const MOST = 1500;

export const spaceTime = picture({
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
      { what: 'window', startNs: fromNs, endNs: untilNs, type: timeOf(record) },
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
  const things = byKind(rows);
  const axes = axesOf(things);
  const { messages } = things;
  const sampledOf = Number(messages[0]?.['sampledOf'] ?? 0);
  return {
    title:
      round === undefined
        ? 'Who sent what to whom, and when'
        : `Round ${round}: who sent what to whom, and when`,
    legend: legendOf(things),
    ...(sampledOf > messages.length && {
      caption: `${messages.length} of ${sampledOf} messages are drawn: all that were lost, late, refused, affected by a fault or on the critical path, and a sample of the others.`,
    }),
    panels: [
      {
        plot: {
          ...axes.scales,
          marks: [
            ...spanMarks(things, axes),
            ...messageMarks(things, axes),
            ...momentMarks(things, axes),
            spanLabels(things, axes),
          ],
        },
      },
    ],
  };
}

function legendOf({ messages, held, undelivered, computations, faults, timeouts }: Things): Item[] {
  return [
    ...FATE_NAMES.filter((fate) => messages.some((row) => row['fate'] === fate)).map((fate): Item => ({
      label: fate,
      colour: FATES[fate],
      shape: 'line',
      dashes: FATE_DASHES[fate],
    })),
    ...(held.length > 0
      ? [{ label: 'changed or delayed by a fault', colour: FAULT, shape: 'line' } as const]
      : []),
    ...(undelivered.length > 0 ? [{ label: 'not delivered', colour: INK, shape: 'cross' } as const] : []),
    ...(computations.length > 0 ? [{ label: 'computing', colour: COMPUTING, shape: 'shade' } as const] : []),
    ...(faults.length > 0 ? [{ label: 'fault active', colour: '#f6cfb8', shape: 'shade' } as const] : []),
    ...(timeouts.length > 0 ? [{ label: 'timed out', colour: INK, shape: 'dot' } as const] : []),
    { label: 'critical path', colour: CRITICAL, shape: 'line' },
  ];
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
