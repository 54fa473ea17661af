/** The outcome of every request, as the server knows it. */

import { defined, type RequestRecord } from '../../../src/core/kit/index.ts';

/** A client's answer to a request. */
export interface Answered {
  readonly request: number;
  readonly client: number;
  readonly points: number;
  readonly changed: boolean;
  readonly hit: boolean;
  readonly places: Uint32Array;
  readonly differences: Float64Array;
}

/** How many times in a row a client is asked, each time with the agreed timeout, before it is considered gone. */
const PATIENCE = 4;

interface Entry {
  readonly request: number;
  /** The clients it concerns, by number; unknown until one is found. */
  readonly clients: readonly number[];
  readonly waiting: Set<number>;
  readonly answers: Answered[];
  /** The first clustering without the removed points; undefined: none so far. */
  clustering: number | undefined;
  /** How many clients contributed changes to that clustering. */
  together: number;
}

export class Ledger {
  readonly #entries: Entry[] = [];
  readonly #unanswered = new Map<number, number>();

  /** Opens a request to these clients. */
  open(request: number, clients: readonly number[]): void {
    const waiting = new Set(clients);
    this.#entries.push({ request, clients, waiting, answers: [], clustering: undefined, together: 0 });
  }

  /** The oldest open request of each client that is not considered gone. */
  due(): ReadonlyMap<number, number> {
    const due = new Map<number, number>();
    for (const { request, waiting } of this.#entries)
      for (const client of waiting)
        if (!due.has(client) && (this.#unanswered.get(client) ?? 0) < PATIENCE) due.set(client, request);
    return due;
  }

  /** How often in a row a client has been asked in vain. */
  attempt(client: number): number {
    return this.#unanswered.get(client) ?? 0;
  }

  /** Clients with an unanswered request. */
  get silent(): ReadonlySet<number> {
    return new Set(this.#entries.flatMap(({ waiting }) => [...waiting]));
  }

  answered(answer: Answered): void {
    this.#unanswered.delete(answer.client);
    const entry = this.#entries.find(({ request }) => request === answer.request);
    entry?.waiting.delete(answer.client);
    entry?.answers.push(answer);
  }

  unanswered(client: number): void {
    this.#unanswered.set(client, (this.#unanswered.get(client) ?? 0) + 1);
  }

  /** These clients' changes are in a clustering, or there were none: the requests that they answered before are served. */
  clustered(clustering: number, clients: ReadonlySet<number>, together: number): void {
    for (const entry of this.#entries) {
      const settled = entry.answers.every(({ client, changed }) => !changed || clients.has(client));
      if (entry.clustering !== undefined || entry.waiting.size > 0 || !settled) continue;
      entry.clustering = clustering;
      entry.together = together;
    }
  }

  records(names: readonly string[]): RequestRecord[] {
    return this.#entries.map(({ request, clients, waiting, answers, clustering, together }) =>
      defined({
        request,
        clients: clients.map((client) => names[client]),
        state:
          waiting.size > 0 || clients.length === 0 ? 'open' : clustering === undefined ? 'erased' : 'served',
        points: answers.reduce((sum, { points }) => sum + points, 0),
        hits: answers.filter(({ hit }) => hit).length,
        clustering,
        together: clustering === undefined ? undefined : together,
      }),
    );
  }
}
