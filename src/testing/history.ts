/** What happened in a run, kept for tests. */

import { Bus, type BusEvents, type Sent } from '../core/engine/messages/bus.ts';
import { KINDS } from '../run/trace/record.ts';

/** Everything that happened, by kind and in order. */
export class History {
  readonly #happened: { [K in keyof BusEvents]: BusEvents[K][] };

  constructor(bus: Bus) {
    this.#happened = Object.fromEntries(KINDS.map((kind) => [kind, []])) as never;
    for (const kind of KINDS) {
      const kept: unknown[] = this.#happened[kind];
      bus.on(kind, (event: unknown) => kept.push(event));
    }
  }

  of<K extends keyof BusEvents>(kind: K): readonly BusEvents[K][] {
    return this.#happened[kind];
  }

  /** The messages that were sent of one type. */
  sent(type: string): readonly Sent[] {
    return this.of('sent').filter((message) => message.type === type);
  }

  /** The reasons of all refusals of messages of one type, each once. */
  refusals(type: string): readonly string[] {
    const ids = new Set(this.sent(type).map(({ id }) => id));
    const reasons = this.of('refused').flatMap(({ id, reason }) => (ids.has(id) ? [reason] : []));
    return [...new Set(reasons)].toSorted();
  }

  /** The same, but those of messages that were said again when they had been taken, or too late. */
  wrong(type: string): readonly string[] {
    const again = new Set(['repeated', 'the actor is done']);
    return this.refusals(type).filter((reason) => !again.has(reason));
  }
}
