/**
 * The pages of a ledger, one per round and phase, and their cells: messages by type, sender and receiver,
 * work by task and actor.
 */

import { cellsOf, type Share, spanOf, type Traffic, type Work } from './account.ts';

/** One round and phase. */
export interface Page {
  /** Its part and round in one word. */
  readonly span: string;
  readonly part: Share;
  readonly round: number;
  readonly phase: string;
  readonly traffic: Map<string, Map<number, Traffic>>;
  readonly work: Map<string, Map<number, Work>>;
}

export class Pages {
  readonly #pages = new Map<string, Page>();
  readonly #partyName: (party: number) => string;
  readonly #parties: number;

  /** @param parties their number */
  constructor(parties: number, partyName: (party: number) => string) {
    this.#parties = parties;
    this.#partyName = partyName;
  }

  /** The page of a round and phase, created if missing. */
  page(part: Share, round: number, phase: string): Page {
    const span = spanOf(part, round);
    const key = `${span} ${phase}`;
    let page = this.#pages.get(key);
    if (page === undefined) {
      page = { span, part, round, phase, traffic: new Map(), work: new Map() };
      this.#pages.set(key, page);
    }
    return page;
  }

  /** In order of first appearance. */
  get phases(): string[] {
    return [...new Set([...this.#pages.values()].map(({ phase }) => phase))];
  }

  /** All traffic, in order of first appearance. */
  traffic(): Traffic[] {
    const all: Traffic[] = [];
    for (const { traffic } of this.#pages.values())
      for (const cells of traffic.values())
        for (const cell of cells.values()) if (cell.messages > 0) all.push(cell);
    return all;
  }

  /** All work, in order of first appearance. */
  work(): Work[] {
    const all: Work[] = [];
    for (const { work } of this.#pages.values())
      for (const cells of work.values()) all.push(...cells.values());
    return all;
  }

  /** @param parties a pair: the sender's number times the number of parties, plus the receiver's */
  trafficCell({ part, round, phase, traffic }: Page, type: string, parties: number): Traffic {
    const cells = cellsOf(traffic, type);
    let cell = cells.get(parties);
    if (cell === undefined) {
      const from = this.#partyName(Math.floor(parties / this.#parties));
      const to = this.#partyName(parties % this.#parties);
      const nothing = { messages: 0, payloadBytes: 0, wireBytes: 0, elements: 0 };
      cell = { part, round, phase, type, from, to, ...nothing };
      cells.set(parties, cell);
    }
    return cell;
  }

  workCell({ part, round, phase, work }: Page, task: string, party: number): Work {
    const cells = cellsOf(work, task);
    let cell = cells.get(party);
    if (cell === undefined) {
      const nothing = { runs: 0, operations: 0, durationNs: 0, measuredNs: 0 };
      cell = { part, round, phase, task, by: this.#partyName(party), ...nothing };
      cells.set(party, cell);
    }
    return cell;
  }
}
