/** How many messages of each type were falsified by faults: it shows which of a protocol's checks a swarm has exercised. */

import type { Fault, Fired } from '../../run/fault/fault.ts';
import { type FaultKind, kindOf } from '../../run/fault/kind.ts';

/** By type of message. */
export type Falsified = Readonly<Record<string, number>>;

/** @param fired what these faults did */
export function falsifiedBy(
  faults: readonly Fault[],
  fired: readonly Fired[],
  kinds: readonly FaultKind[],
): Falsified {
  const byzantine = faults.filter(({ fault }) => kindOf(fault, kinds).spends === 'byzantine');
  const names = new Set(byzantine.map(({ name }) => name));
  return sumOf(fired.filter(({ name }) => names.has(name)).map(({ messages = {} }) => messages));
}

/** The sum over several runs or faults. */
export function sumOf(parts: readonly Falsified[]): Falsified {
  const total: Record<string, number> = {};
  for (const [type, count] of parts.flatMap((part) => Object.entries(part))) {
    total[type] = (total[type] ?? 0) + count;
  }
  return total;
}
