/** Which actors a fault affects, and when it strikes each of them. */

import type { Stream } from '../../core/base/random.ts';
import type { Labelled } from '../../core/engine/messages/bus.ts';
import type { Controls } from '../../core/engine/simulation/interference.ts';
import type { When } from './fault.ts';

/** An actor that a fault affects. */
export class Target {
  /** Decides whether the fault strikes in a round; absent: that is not left to chance. */
  readonly chance: Stream | undefined;
  /** Until when the fault is active here. */
  untilNs = 0;
  /** The actor's round, once it has announced one. */
  round: number | undefined;
  /** How many messages it has sent of the type that triggers the fault. */
  messages = 0;
  #triggered = false;

  constructor(chance: Stream | undefined) {
    this.chance = chance;
  }

  /** True the first time only, for faults that are triggered once. */
  triggers(): boolean {
    const first = !this.#triggered;
    this.#triggered = true;
    return first;
  }
}

export class Trigger {
  readonly #when: When;
  readonly #targets: ReadonlyMap<number, Target>;
  readonly #strike: (actor: number, target: Target) => void;
  readonly #later: Controls['later'];

  constructor(
    when: When,
    targets: ReadonlyMap<number, Target>,
    later: Controls['later'],
    strike: (actor: number, target: Target) => void,
  ) {
    this.#when = when;
    this.#targets = targets;
    this.#later = later;
    this.#strike = strike;
  }

  begin(): void {
    const when = this.#when;
    if (!('at' in when)) return;
    for (const [actor, target] of this.#targets) {
      if (when.at === 0) this.#strike(actor, target);
      else this.#later(when.at, () => this.#strike(actor, target));
    }
  }

  onLabelled({ actor, phase, round, timeNs }: Labelled): void {
    const when = this.#when;
    const target = this.#targets.get(actor);
    if (target === undefined) return;
    const isNew = target.round !== round;
    target.round = round;
    if ('probability' in when) {
      if (isNew && target.chance !== undefined && target.chance.uniform() < when.probability)
        this.#strike(actor, target);
    } else if ('after' in when) {
      if (round !== when.round || (when.phase !== undefined && phase !== when.phase)) return;
      if (!target.triggers()) return;
      if (when.after === 0) this.#strike(actor, target);
      else this.#later(timeNs + when.after, () => this.#strike(actor, target));
    }
  }

  onSent(from: number, type: string): void {
    const when = this.#when;
    const target = this.#targets.get(from);
    if (target === undefined || !('sent' in when) || type !== when.sent) return;
    if (when.round !== undefined && (target.round ?? 0) !== when.round) return;
    if (++target.messages >= when.messages && target.triggers()) this.#strike(from, target);
  }
}
