/**
 * A run as a Mermaid sequence diagram, which pull requests display. Consecutive messages of one type between
 * two roles are one arrow; if there are more than fit, the first ones are drawn, with a note saying so.
 */

import { bytes, time } from '../../run/report/format.ts';
import type { Message } from '../record/events.ts';
import { faultSpans } from '../record/spans.ts';
import type { RunRecord } from '../record/run-record.ts';

export interface Window {
  readonly fromNs: number;
  readonly untilNs: number;
}

/** Nobody reads more arrows. */
const MOST_ARROWS = 80;
/** Up to this many actors have a line each; if there are more, each role has one. */
const MOST_LINES = 8;

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly startNs: number;
  readonly ok: boolean;
  readonly why: string;
  count: number;
  bytes: number;
}

type Item = { readonly timeNs: number } & (
  | { readonly arrow: Arrow }
  | { readonly note: string; readonly over: string }
);

/** A Mermaid sequence diagram of what happened in a window of virtual time; roles instead of actors if there are many. */
export function mermaidOf(record: RunRecord, { fromNs, untilNs }: Window): string {
  const { directory, messages, marks, stretches } = record;
  const lineOf = (actor: number): string =>
    directory.size > MOST_LINES ? directory.role(actor) : directory.name(actor);
  const within = (timeNs: number): boolean => timeNs >= fromNs && timeNs <= untilNs;
  const lines = [...new Set(Array.from({ length: directory.size }, (_, id) => lineOf(id)))];
  const items: Item[] = [
    ...arrowsOf(
      messages.filter(({ sentNs }) => within(sentNs)),
      lineOf,
    ).map((arrow) => ({ timeNs: arrow.startNs, arrow })),
    ...stretches
      .filter(({ startNs, endNs }) => within(startNs) && endNs > startNs)
      .map(({ part, round, startNs, endNs }) => ({
        timeNs: startNs - 0.5,
        note: `${part === 'round' ? `round ${round}` : part}, ${time(endNs - startNs)}`,
        over: lines.length > 1 ? `${idOf(lines[0])},${idOf(lines[lines.length - 1])}` : idOf(lines[0]),
      })),
    ...faultSpans(record)
      .filter(({ startNs }) => within(startNs))
      .map(({ fault, startNs, endNs, actor }) => ({
        timeNs: startNs,
        note: `fault ${fault}, for ${time(endNs - startNs)}`,
        over: idOf(actor === undefined ? lines[0] : lineOf(actor)),
      })),
    ...marks
      .filter(({ kind, timeNs }) => (kind === 'timeout' || kind === 'stalled') && within(timeNs))
      .map(({ timeNs, actor, words }) => ({ timeNs, note: words, over: idOf(lineOf(actor)) })),
  ].toSorted((a, b) => a.timeNs - b.timeNs);
  const shown = items.slice(0, MOST_ARROWS);
  return [
    'sequenceDiagram',
    ...lines.map((name) => `  participant ${idOf(name)} as ${name}`),
    ...shown.map((item) =>
      'arrow' in item ? arrowText(item.arrow) : `  Note over ${item.over}: ${clean(item.note)}`,
    ),
    ...(shown.length < items.length
      ? [`  Note over ${idOf(lines[0])}: and ${items.length - shown.length} more: choose a window`]
      : []),
    '',
  ].join('\n');
}

function arrowsOf(messages: readonly Message[], lineOf: (actor: number) => string): Arrow[] {
  const arrows: Arrow[] = [];
  let last: Arrow | undefined;
  for (const { from, to, type, sentNs, fate, reason = fate, wireBytes } of messages.toSorted(
    (a, b) => a.sentNs - b.sentNs,
  )) {
    const ok = fate === 'delivered';
    const arrow = {
      from: lineOf(from),
      to: lineOf(to),
      type,
      startNs: sentNs,
      ok,
      why: ok ? '' : reason,
      count: 1,
      bytes: wireBytes,
    };
    const same =
      last !== undefined &&
      (['from', 'to', 'type', 'why'] as const).every((key) => last?.[key] === arrow[key]);
    if (same && last !== undefined) {
      last.count++;
      last.bytes += wireBytes;
    } else arrows.push((last = arrow));
  }
  return arrows;
}

function arrowText({ from, to, type, ok, why, count, bytes: size, startNs }: Arrow): string {
  const many = count > 1 ? `, ${count} messages` : '';
  const lost = ok ? '' : ` (${why})`;
  return `  ${idOf(from)}${ok ? '->>' : '-x'}${idOf(to)}: ${clean(`${type}${many}, ${bytes(size)} at ${time(startNs)}${lost}`)}`;
}

function idOf(name: string): string {
  return name.replaceAll(/\W/g, '_');
}

/** Characters that would end a line's text. */
function clean(text: string): string {
  return text.replaceAll(/[;#\n]/g, ' ');
}
