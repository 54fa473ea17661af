/**
 * The data of a run for its page's scripts; if there are very many messages, a sample with the total number.
 */

import { platform } from '#platform';
import { utf8 } from '../../core/base/bytes.ts';
import { fullName } from '../../run/data/client-names.ts';
import type { Message } from '../record/events.ts';
import { faultSpans } from '../record/spans.ts';
import type { RunRecord } from '../record/run-record.ts';
import { FATES, MARKS, type Payload } from './payload-shape.ts';

/** As many as a browser draws easily, and a page can hold. */
const MOST_MESSAGES = 150_000;
const MOST_COMPUTATIONS = 50_000;

/** Recurring words, by number. */
class Words {
  readonly all: string[] = [];
  readonly #places = new Map<string, number>();

  of(word: string): number {
    let place = this.#places.get(word);
    if (place === undefined) {
      place = this.all.push(word) - 1;
      this.#places.set(word, place);
    }
    return place;
  }
}

/**
 * What a page's timeline shows, as columns of numbers.
 * @param most how many messages it contains at most: a sample, if there are more
 */
export function payloadOf(record: RunRecord, most = MOST_MESSAGES): Payload {
  const types = new Words();
  const phases = new Words();
  const tasks = new Words();
  const words = new Words();
  const messages = sample(record.messages, most).toSorted((a, b) => a.sentNs - b.sentNs);
  const marks = record.marks.filter(({ kind }) => kind !== 'label');
  const told = record.computations.filter((one) => one.critical);
  const computations =
    record.computations.length <= MOST_COMPUTATIONS ? record.computations : told.slice(0, MOST_COMPUTATIONS);
  const names = record.report.outcome?.findings.clientNames;
  return {
    actors: Array.from({ length: record.directory.size }, (_, id) =>
      fullName(record.directory.name(id), names),
    ),
    endNs: record.endNs,
    stretches: record.stretches.map(({ part, round, startNs, endNs }) => [
      startNs,
      endNs,
      part === 'round' ? round : part === 'delivery' ? -1 : -2,
    ]),
    messages: {
      id: messages.map(({ id }) => id),
      sentNs: messages.map(({ sentNs }, i) => sentNs - (messages[i - 1]?.sentNs ?? 0)),
      tookNs: messages.map(({ sentNs, endNs }) => (endNs === undefined ? -1 : endNs - sentNs)),
      from: messages.map(({ from }) => from),
      to: messages.map(({ to }) => to),
      type: messages.map(({ type }) => types.of(type)),
      bytes: messages.map(({ wireBytes }) => wireBytes),
      round: messages.map(({ round }) => round),
      phase: messages.map(({ phase }) => phases.of(phase)),
      fate: messages.map(({ fate }) => FATES.indexOf(fate)),
      reason: messages.map(({ reason }) => (reason === undefined ? -1 : words.of(reason))),
      critical: messages.map(({ critical }) => Number(critical)),
      touched: messages.flatMap(({ faults }, place) =>
        faults.map((fault) => [place, words.of(fault)] as const),
      ),
      delays: messages.map(({ delays }) => (delays === undefined ? [] : microseconds(delays))),
    },
    ...(messages.length < record.messages.length && { sampledOf: record.messages.length }),
    computations: {
      actor: computations.map(({ actor }) => actor),
      task: computations.map(({ task }) => tasks.of(task)),
      startNs: computations.map(({ startNs }) => startNs),
      endNs: computations.map(({ endNs = -1 }) => endNs),
      operations: computations.map(({ operations }) => operations),
      round: computations.map(({ round }) => round),
      critical: computations.map(({ critical }) => Number(critical)),
    },
    marks: {
      actor: marks.map(({ actor }) => actor),
      timeNs: marks.map(({ timeNs }) => timeNs),
      kind: marks.map(({ kind }) => MARKS.indexOf(kind as (typeof MARKS)[number])),
      words: marks.map((one) => words.of(one.words)),
    },
    spans: faultSpans(record).map(({ fault, startNs, endNs, actor = -1 }) => [
      words.of(fault),
      startNs,
      endNs,
      actor,
    ]),
    types: types.all,
    phases: phases.all,
    tasks: tasks.all,
    words: words.all,
  };
}

/** As embedded in a page: deflated JSON in base64. */
export function packed(payload: Payload): string {
  return platform.bytes.toBase64(platform.bytes.deflate(utf8(JSON.stringify(payload))));
}

function microseconds(delays: NonNullable<Message['delays']>): number[] {
  const { queuedUpNs, uplinkNs, connectionNs, latencyNs, againNs, faultNs, queuedDownNs, downlinkNs } =
    delays;
  return [queuedUpNs, uplinkNs, connectionNs, latencyNs, againNs, faultNs, queuedDownNs, downlinkNs].map(
    (ns) => Math.round(ns / 1e3),
  );
}

/** Abnormal messages, and those that the result waited for, stay; of the others every n-th. */
function sample(messages: readonly Message[], most: number): readonly Message[] {
  if (messages.length <= most) return messages;
  const isTold = ({ fate, critical, faults }: Message): boolean =>
    critical || faults.length > 0 || fate === 'lost' || fate === 'refused';
  const told = messages.filter(isTold).slice(0, most);
  const rest = messages.filter((one) => !isTold(one));
  const every = rest.length / Math.max(1, most - told.length);
  return [...told, ...rest.filter((_, i) => Math.floor(i / every) > Math.floor((i - 1) / every))].slice(
    0,
    most,
  );
}
