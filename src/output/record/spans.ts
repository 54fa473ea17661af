/** When faults were active, as far as a trace and its scenario show. */

import type { RunRecord } from './run-record.ts';

export interface Span {
  readonly fault: string;
  readonly startNs: number;
  readonly endNs: number;
  /** Absent if it concerns more than one actor. */
  readonly actor?: number;
}

/** What takes an actor down, and what brings it back up. */
const DOWN = /: (crash|dropout)$/;
const UP = /: restart$/;

/** When each fault was active and each actor down, in no particular order. */
export function faultSpans({ marks, messages, causalGraph, endNs }: RunRecord): Span[] {
  const faults = causalGraph?.conditions.faults ?? [];
  const lasting = faults.flatMap(({ name, when, for: forNs }): Span[] => {
    if (forNs === undefined) return [];
    const firsts = [
      ...('at' in when ? [when.at] : []),
      ...marks.filter(({ kind, words }) => kind === 'fault' && isOf(words, name)).map(({ timeNs }) => timeNs),
      ...messages.filter((one) => one.faults.includes(name)).map(({ sentNs }) => sentNs),
    ];
    if (firsts.length === 0) return [];
    const startNs = 'at' in when ? when.at : firsts.reduce((a, b) => Math.min(a, b));
    return startNs >= endNs ? [] : [{ fault: name, startNs, endNs: Math.min(endNs, startNs + forNs) }];
  });
  const downs: Span[] = [];
  const down = new Map<number, Span>();
  for (const { kind, actor, timeNs, words } of marks) {
    if (kind !== 'fault') continue;
    const before = down.get(actor);
    if (DOWN.test(words) || faults.some(({ fault, name }) => words === name && DOWN.test(`: ${fault}`))) {
      if (before === undefined) down.set(actor, { fault: words, startNs: timeNs, endNs, actor });
    } else if (UP.test(words) && before !== undefined) {
      downs.push({ ...before, endNs: timeNs });
      down.delete(actor);
    }
  }
  return [...lasting, ...downs, ...down.values()];
}

function isOf(words: string, name: string): boolean {
  return words === name || words.startsWith(`${name}: `);
}
