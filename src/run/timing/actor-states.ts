/** What a trace and the faults of its scenario show of actors: which are up, down or done, and what each did. */

import type { ActorState } from '../../core/engine/simulation/interference.ts';
import type { Entry } from '../trace/record.ts';

export class ActorStates {
  readonly #up = new Set<number>();
  readonly #done = new Set<number>();
  /** Crashed actors, and whether each will be restarted. */
  readonly #down = new Map<number, boolean>();

  /** Whether all that began are done, and none will be restarted: then faults no longer happen. */
  get allDone(): boolean {
    return this.#done.size > 0 && this.#up.size === 0 && ![...this.#down.values()].includes(true);
  }

  of(actor: number): ActorState {
    return this.#down.has(actor) ? 'down' : this.#done.has(actor) ? 'done' : 'up';
  }

  /** An actor did something, or something reached it. */
  acts(actor: number): void {
    if (this.of(actor) === 'up') this.#up.add(actor);
  }

  finishes(actor: number): void {
    this.#up.delete(actor);
    this.#done.add(actor);
  }

  /** @param returns whether it will be restarted */
  crashes(actor: number, returns: boolean): void {
    this.#up.delete(actor);
    this.#done.delete(actor);
    this.#down.set(actor, returns);
  }

  restarts(actor: number): void {
    this.#down.delete(actor);
    this.#up.add(actor);
  }
}

/** Whether an actor did that without anything else having reached it. */
export function isBy(entry: Entry | undefined, actor: number): entry is Entry {
  switch (entry?.kind) {
    case 'sent':
      return entry.from === actor;
    case 'refused':
      return entry.by === actor;
    case 'labelled':
    case 'computing':
    case 'finished':
      return entry.actor === actor;
    case 'faulted':
      return entry.actor === actor && entry.what !== 'restart';
    case 'lost':
      return true;
    default:
      return false;
  }
}
