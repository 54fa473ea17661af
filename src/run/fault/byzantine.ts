/** Who is Byzantine in a run: whose messages its faults falsify. */

import type { Bus } from '../../core/engine/messages/bus.ts';
import type { FaultKind } from './kind.ts';

/** The names of the kinds that falsify messages, as they appear on the bus. */
export function falsifyingKinds(kinds: readonly FaultKind[]): ReadonlySet<string> {
  return new Set(kinds.filter(({ spends }) => spends === 'byzantine').map(({ name }) => name));
}

/**
 * The numbers of the actors whose messages were falsified so far. Must be called before the run.
 * @param kinds those of the run's faults, and any others
 */
export function byzantineOn(bus: Bus, kinds: readonly FaultKind[]): ReadonlySet<number> {
  const falsifying = falsifyingKinds(kinds);
  const actors = new Set<number>();
  bus.on('faulted', ({ what, actor }) => {
    if (falsifying.has(what)) actors.add(actor);
  });
  return actors;
}
