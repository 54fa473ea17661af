/**
 * A run for Perfetto (ui.perfetto.dev) and its trace processor, as protobuf: every actor is a track, its
 * computations are slices on it, messages are flows from sending to delivery, and queues at links are
 * counters. Field numbers are those of protos/perfetto/trace in Perfetto's repository.
 */

import Pbf from 'pbf';
import type { Message } from '../record/events.ts';
import { queuesOf } from '../record/queues.ts';
import { faultSpans } from '../record/spans.ts';
import { type RunRecord, timeOf } from '../record/run-record.ts';

/** TracePacket, TrackDescriptor, TrackEvent and DebugAnnotation. */
const PACKET = { timestamp: 8, sequence: 10, event: 11, sequenceFlags: 13, descriptor: 60 } as const;
const TRACK = { uuid: 1, name: 2, parent: 5, counter: 8, ordering: 11, rank: 12 } as const;
const EVENT = {
  annotations: 4,
  type: 9,
  track: 11,
  categories: 22,
  name: 23,
  value: 30,
  flows: 47,
  ends: 48,
} as const;
const ANNOTATION = { uint: 3, text: 6, name: 10 } as const;
const BEGIN = 1;
const END = 2;
const INSTANT = 3;
const COUNTER = 4;
const BYTES = 3;
/** Tracks are ordered by rank, not by name. */
const EXPLICIT = 3;
const STATE_CLEARED = 1;

/** The tracks other than those of actors, whose numbers start here. */
const ROUNDS = 1;
const PATH = 2;
const FAULTS = 3;
const ACTORS = 16;
const ROOT = 15;

interface Event {
  readonly timeNs: number;
  /** Among events at the same time: ends come first, then instants, then beginnings. */
  readonly order: 0 | 1 | 2;
  readonly type: number;
  readonly track: number;
  readonly name?: string;
  readonly category?: string;
  readonly value?: number;
  readonly flow?: number;
  /** Whether a flow ends here. */
  readonly last?: boolean;
  readonly told?: Readonly<Record<string, string | number | undefined>>;
}

/** A run as a Perfetto trace (protobuf): a track for each actor, for rounds, faults, queues and the critical path. */
export function perfettoOf(record: RunRecord): Uint8Array {
  const { directory, causalGraph } = record;
  const pbf = new Pbf();
  const queues = causalGraph === undefined ? [] : queuesOf(causalGraph);
  const counters = ACTORS + directory.size;
  track(pbf, { uuid: ROOT, name: `${record.name}, ${timeOf(record)}` });
  track(pbf, { uuid: ROUNDS, name: 'rounds', rank: 0 });
  track(pbf, { uuid: PATH, name: 'what the result waited for', rank: 1 });
  track(pbf, { uuid: FAULTS, name: 'faults', rank: 2 });
  for (let id = 0; id < directory.size; id++)
    track(pbf, { uuid: ACTORS + id, name: directory.name(id), rank: 3 + id });
  queues.forEach(({ link }, i) =>
    track(pbf, { uuid: counters + i, name: `queue at the ${link}`, rank: counters + i, counts: true }),
  );

  const events = [...slices(record), ...record.messages.flatMap((one, i) => flowOf(one, i + 1, record))];
  queues.forEach(({ changes }, i) =>
    events.push(
      ...changes.map(({ timeNs, bytes }): Event => ({
        timeNs,
        order: 1,
        type: COUNTER,
        track: counters + i,
        value: bytes,
      })),
    ),
  );
  for (const event of events.toSorted((a, b) => a.timeNs - b.timeNs || a.order - b.order)) write(pbf, event);
  return pbf.finish();
}

function slices(record: RunRecord): Event[] {
  const { stretches, path = [], computations, marks, endNs } = record;
  const slice = (
    trackId: number,
    name: string,
    startNs: number,
    untilNs: number,
    category: string,
    told: Event['told'] = {},
  ): Event[] => [
    { timeNs: startNs, order: 2, type: BEGIN, track: trackId, name, category, told },
    { timeNs: untilNs, order: 0, type: END, track: trackId },
  ];
  return [
    ...stretches
      .filter((one) => one.endNs > one.startNs)
      .flatMap(({ part, round, startNs, endNs: until }) =>
        slice(ROUNDS, part === 'round' ? `round ${round}` : part, startNs, until, 'round'),
      ),
    ...path.flatMap(({ resource, of, startNs, endNs: until, queued }) =>
      slice(PATH, `${resource}${of === '' ? '' : `: ${of}`}`, startNs, until, 'critical path', {
        behindOthers: queued ? 'yes' : undefined,
      }),
    ),
    ...computations
      // Otherwise a slice without duration would end before it begins.
      .filter((one) => (one.endNs ?? endNs) > one.startNs)
      .flatMap(({ actor, task, startNs, endNs: until = endNs, operations, round, phase, done }) =>
        slice(ACTORS + actor, task, startNs, until, 'computation', {
          operations,
          round,
          phase,
          done: done ? undefined : 'no',
        }),
      ),
    ...faultSpans(record).flatMap(({ fault, startNs, actor }): Event[] => [
      {
        timeNs: startNs,
        order: 1,
        type: INSTANT,
        track: FAULTS,
        name: fault,
        category: 'fault',
        told: { begins: actor === undefined ? 'here' : record.directory.name(actor) },
      },
    ]),
    ...marks
      .filter(({ kind }) => kind !== 'label')
      .map(({ timeNs, actor, kind, words }): Event => ({
        timeNs,
        order: 1,
        type: INSTANT,
        track: ACTORS + actor,
        name: words,
        category: kind,
      })),
  ];
}

/** The instants at which it was sent and at which it arrived, connected by a flow. */
function flowOf(one: Message, flow: number, { directory }: RunRecord): Event[] {
  const { type, from, to, sentNs, endNs, fate, reason, wireBytes, id, round, phase, faults } = one;
  const told = {
    message: id,
    from: directory.name(from),
    to: directory.name(to),
    bytes: wireBytes,
    round,
    phase,
    fate,
    reason,
    faults: faults.join(' ') || undefined,
  };
  const sent: Event = {
    timeNs: sentNs,
    order: 1,
    type: INSTANT,
    track: ACTORS + from,
    name: `send ${type}`,
    category: 'message',
    flow,
    told,
  };
  if (endNs === undefined) return [sent];
  const name = fate === 'delivered' ? `get ${type}` : `${fate}: ${type}`;
  const place = fate === 'lost' ? from : to;
  return [
    sent,
    {
      timeNs: endNs,
      order: 1,
      type: INSTANT,
      track: ACTORS + place,
      name,
      category: 'message',
      flow,
      last: true,
      told,
    },
  ];
}

function track(
  pbf: Pbf,
  { uuid, name, rank, counts = false }: { uuid: number; name: string; rank?: number; counts?: boolean },
): void {
  packet(pbf, 0, () =>
    pbf.writeMessage(
      PACKET.descriptor,
      (_, inner) => {
        inner.writeVarintField(TRACK.uuid, uuid);
        inner.writeStringField(TRACK.name, name);
        if (rank === undefined) inner.writeVarintField(TRACK.ordering, EXPLICIT);
        else {
          inner.writeVarintField(TRACK.parent, ROOT);
          inner.writeVarintField(TRACK.rank, rank);
        }
        if (counts)
          inner.writeMessage(TRACK.counter, (__, counter) => counter.writeVarintField(3, BYTES), undefined);
      },
      undefined,
    ),
  );
}

function write(
  pbf: Pbf,
  { timeNs, type, track: uuid, name, category, value, flow, last, told = {} }: Event,
): void {
  packet(pbf, timeNs, () =>
    pbf.writeMessage(
      PACKET.event,
      (_, inner) => {
        for (const [key, content] of Object.entries(told)) {
          if (content === undefined) continue;
          inner.writeMessage(
            EVENT.annotations,
            (__, annotation) => {
              annotation.writeStringField(ANNOTATION.name, key);
              if (typeof content === 'number') annotation.writeVarintField(ANNOTATION.uint, content);
              else annotation.writeStringField(ANNOTATION.text, content);
            },
            undefined,
          );
        }
        inner.writeVarintField(EVENT.type, type);
        inner.writeVarintField(EVENT.track, uuid);
        if (category !== undefined) inner.writeStringField(EVENT.categories, category);
        if (name !== undefined) inner.writeStringField(EVENT.name, name);
        if (value !== undefined) inner.writeVarintField(EVENT.value, value);
        if (flow !== undefined) inner.writeFixed64Field(last === true ? EVENT.ends : EVENT.flows, flow);
      },
      undefined,
    ),
  );
}

/** A packet of the only sequence; the first one resets a reader's state. */
function packet(pbf: Pbf, timeNs: number, content: () => void): void {
  const first = pbf.pos === 0;
  pbf.writeMessage(
    1,
    () => {
      pbf.writeVarintField(PACKET.timestamp, timeNs);
      pbf.writeVarintField(PACKET.sequence, 1);
      if (first) pbf.writeVarintField(PACKET.sequenceFlags, STATE_CLEARED);
      content();
    },
    undefined,
  );
}
