/** Events in words. */

import { DELAYS, FATES } from '../payload-shape.ts';
import type { Run } from './data.ts';

/** A time in seconds or milliseconds. */
export function timeText(ns: number): string {
  if (ns >= 999.95e6) return `${(ns / 1e9).toFixed(4)} s`;
  return `${(ns / 1e6).toFixed(3)} ms`;
}

/** A number of bytes with a decimal unit. */
export function bytesText(count: number): string {
  if (count >= 999_500) return `${(count / 1e6).toPrecision(3)} MB`;
  return count >= 1000 ? `${(count / 1e3).toPrecision(3)} kB` : `${count} B`;
}

/** One line for a list. */
export function messageLine({ messages, actors, types, words, times }: Run, i: number): string {
  const way = `${actors[messages.from[i]]} → ${actors[messages.to[i]]}`;
  const reason = messages.reason[i] < 0 ? '' : ` (${words[messages.reason[i]]})`;
  const fate = FATES[messages.fate[i]];
  const end = fate === 'under way' ? '' : ` at ${timeText(times.endNs[i])}`;
  return `${types[messages.type[i]]} ${way}, ${bytesText(messages.bytes[i])}, sent at ${timeText(times.sentNs[i])}, ${fate}${end}${reason}`;
}

/** Everything about a message, one line each. */
export function messageWords(run: Run, i: number): string[] {
  const { messages, actors, types, phases, words, times, faults } = run;
  const phase = phases[messages.phase[i]];
  const fate = FATES[messages.fate[i]];
  const reason = messages.reason[i] < 0 ? '' : `: ${words[messages.reason[i]]}`;
  const delays = messages.delays[i].flatMap((us, at) =>
    us === 0 ? [] : [`  ${timeText(us * 1e3)} ${DELAYS[at]}`],
  );
  return [
    `${types[messages.type[i]]}, message ${messages.id[i]}: ${actors[messages.from[i]]} → ${actors[messages.to[i]]}`,
    `${bytesText(messages.bytes[i])}, in round ${messages.round[i]}${phase === '' ? '' : `, ${phase}`}`,
    `sent at ${timeText(times.sentNs[i])}`,
    fate === 'under way'
      ? 'under way when the run was over'
      : `${fate}${reason} at ${timeText(times.endNs[i])}, after ${timeText(messages.tookNs[i])}`,
    ...delays,
    ...(faults.get(i) ?? []).map((fault) => `touched by the fault ${words[fault]}`),
    ...(messages.critical[i] === 1 ? ['the result waited for it (critical path)'] : []),
  ];
}

/** What there is to read about the computation at this index, line by line. */
export function computationWords({ computations, actors, tasks }: Run, i: number): string[] {
  const endNs = computations.endNs[i];
  return [
    `${actors[computations.actor[i]]} computes ${tasks[computations.task[i]]}`,
    `${computations.operations[i].toLocaleString('en-US')} operations, in round ${computations.round[i]}`,
    endNs < 0
      ? `from ${timeText(computations.startNs[i])} on`
      : `from ${timeText(computations.startNs[i])} to ${timeText(endNs)}, ${timeText(endNs - computations.startNs[i])}`,
    ...(computations.critical[i] === 1 ? ['the result waited for it (critical path)'] : []),
  ];
}

/** What there is to read about the mark at this index, line by line. */
export function markWords({ marks, actors, words }: Run, i: number): string[] {
  return [`${actors[marks.actor[i]]}: ${words[marks.words[i]]}`, `at ${timeText(marks.timeNs[i])}`];
}
