/** What arrived at every actor: of what was sent to it, not what was lost or still under way, and copies as often as they came. */

import type { Entry } from '../trace/record.ts';

/** The messages that arrived at one actor, of those sent in one phase. */
export interface Arrived {
  /** By number. */
  readonly actor: number;
  /** The sender's when it sent them: the receiver may be in another. */
  readonly phase: string;
  messages: number;
  /** Payload and framing. */
  bytes: number;
}

/** A fold over the entries of a trace. */
export class Received {
  /** The phase that each actor has announced. */
  readonly #phases: string[] = [];
  /** The phase in which each message was sent. */
  readonly #sentIn: string[] = [];
  readonly #cells = new Map<string, Arrived>();

  add(entry: Entry): void {
    if (entry.kind === 'labelled') this.#phases[entry.actor] = entry.phase;
    else if (entry.kind === 'sent') this.#sentIn[entry.id] = this.#phases[entry.from] ?? '';
    else if (entry.kind === 'delivered') this.#delivered(entry);
  }

  /** In order of first appearance. */
  get cells(): Iterable<Arrived> {
    return this.#cells.values();
  }

  #delivered({ id, to: actor, wireBytes }: Extract<Entry, { kind: 'delivered' }>): void {
    const phase = this.#sentIn[id] ?? '';
    const key = `${actor} ${phase}`;
    let cell = this.#cells.get(key);
    if (cell === undefined) this.#cells.set(key, (cell = { actor, phase, messages: 0, bytes: 0 }));
    cell.messages++;
    cell.bytes += wireBytes;
  }
}
