/**
 * The ledger: what was said and computed, by round, phase, message type or task, and by who. A fold over a trace, live
 * from the bus or from a file, with the same result.
 */

import type { Bus } from '../sim/bus.ts';
import { Directory, type RoleSize } from '../sim/directory.ts';
import type { Entry } from './record.ts';

/** Messages of one type between two parties in one round and phase: the sender's, when it sent. */
export interface Traffic {
  readonly round: number;
  readonly phase: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  messages: number;
  payloadBytes: number;
  /** Payload and framing. */
  wireBytes: number;
  /** The papers' unit of communication. */
  elements: number;
}

/** Runs of one task by one party in one round and phase. */
export interface Work {
  readonly round: number;
  readonly phase: string;
  readonly task: string;
  readonly by: string;
  runs: number;
  operations: number;
  /** Virtual time of the processors, added up. */
  durationNs: number;
  /** Time that this machine took, added up: differs from run to run. */
  measuredNs: number;
}

/** A round from its first label to the next round's. */
export interface RoundSpan {
  readonly round: number;
  readonly startNs: number;
  endNs: number;
}

/** What became of all messages: sent = delivered + lost + still on their way, less what the network duplicated. */
export interface Balance {
  readonly sent: { messages: number; wireBytes: number };
  readonly delivered: { messages: number; wireBytes: number };
  readonly lost: { messages: number; wireBytes: number };
  refused: number;
  /** Copies sent again by a reliable transport, beyond the bytes above. */
  retransmittedBytes: number;
}

/** What one actor computed in a round. */
export interface Load {
  readonly operations: number;
  /** Virtual time of its processor. */
  readonly durationNs: number;
}

export interface LedgerOptions {
  /** Whether parties are whole roles (the default) or single actors. */
  readonly parties?: 'roles' | 'actors';
}

/** One round and phase. */
interface Page {
  readonly round: number;
  readonly phase: string;
  readonly traffic: Map<string, Map<number, Traffic>>;
  readonly work: Map<string, Map<number, Work>>;
}

export class Ledger {
  readonly balance: Balance = {
    sent: { messages: 0, wireBytes: 0 },
    delivered: { messages: 0, wireBytes: 0 },
    lost: { messages: 0, wireBytes: 0 },
    refused: 0,
    retransmittedBytes: 0,
  };
  /** In order. Round 0 is there from the start: whoever names no round is in it. */
  readonly #rounds: RoundSpan[] = [{ round: 0, startNs: 0, endNs: 0 }];
  readonly #directory: Directory;
  readonly #party: (actor: number) => number;
  readonly #partyName: (party: number) => string;
  readonly #parties: number;
  readonly #pages = new Map<string, Page>();
  readonly #first: Page;
  /** The page of each actor that has said where it is. */
  readonly #at: (Page | undefined)[] = [];
  /** Who first named the newest round: it ends when this actor is done, or, where nobody named one, when the last is. */
  #leader = -1;
  /** What each actor has computed in the round it is in, and the most that any did by round and role. */
  readonly #loads: (Load & { readonly round: number })[] = [];
  readonly #slowest = new Map<string, Load>();

  constructor(roles: readonly RoleSize[], { parties = 'roles' }: LedgerOptions = {}) {
    const directory = new Directory(roles);
    this.#directory = directory;
    const roleNames = roles.map(({ role }) => role);
    this.#party =
      parties === 'actors' ? (actor) => actor : (actor) => roleNames.indexOf(directory.role(actor));
    this.#partyName = parties === 'actors' ? (party) => directory.name(party) : (party) => roleNames[party];
    this.#parties = parties === 'actors' ? directory.size : roleNames.length;
    this.#first = this.#page(0, '');
  }

  /** Keeps the ledger of everything that happens on the bus. */
  attach(bus: Bus): void {
    bus.on('sent', (sent) => this.#sent(sent, sent.payload.byteLength));
    bus.on('delivered', (delivered) => this.#delivered(delivered));
    bus.on('lost', (lost) => this.#lost(lost));
    bus.on('refused', () => this.balance.refused++);
    bus.on('computing', (computing) => this.#computing(computing));
    bus.on('computed', (computed) => this.#computed(computed, computed.measuredNs));
    bus.on('labelled', (labelled) => this.#labelled(labelled));
    bus.on('finished', (finished) => this.#finished(finished));
  }

  /** Adds one entry of a trace. */
  add(entry: Entry): void {
    if (entry.kind === 'sent') this.#sent(entry, entry.payloadBytes);
    else if (entry.kind === 'delivered') this.#delivered(entry);
    else if (entry.kind === 'lost') this.#lost(entry);
    else if (entry.kind === 'refused') this.balance.refused++;
    else if (entry.kind === 'computing') this.#computing(entry);
    else if (entry.kind === 'computed') this.#computed(entry, entry.measuredNs ?? 0);
    else if (entry.kind === 'labelled') this.#labelled(entry);
    else if (entry.kind === 'finished') this.#finished(entry);
  }

  /** The rounds in which something was said or computed, in order. */
  get rounds(): RoundSpan[] {
    const busy = new Set([...this.traffic(), ...this.work()].map(({ round }) => round));
    return this.#rounds.filter(({ round }) => busy.has(round));
  }

  /** The phases that actors said they are in, in the order in which they first came up. */
  get phases(): string[] {
    return [...new Set([...this.#pages.values()].map(({ phase }) => phase))];
  }

  /** All traffic, in the order in which it first came up. */
  traffic(): Traffic[] {
    return [...this.#pages.values()].flatMap(({ traffic }) =>
      [...traffic.values()].flatMap((cells) => [...cells.values()]),
    );
  }

  /** All work, in the order in which it first came up. */
  work(): Work[] {
    return [...this.#pages.values()].flatMap(({ work }) =>
      [...work.values()].flatMap((cells) => [...cells.values()]),
    );
  }

  /** What the one actor of a role computed whose processor took longest in a round. */
  slowest(round: number, role: string): Load {
    return this.#slowest.get(`${round} ${role}`) ?? { operations: 0, durationNs: 0 };
  }

  #sent(
    sent: { from: number; to: number; type: string; wireBytes: number; elements: number },
    payloadBytes: number,
  ): void {
    const { round, phase, traffic } = this.#at[sent.from] ?? this.#first;
    const from = this.#party(sent.from);
    const to = this.#party(sent.to);
    const cells = cellsOf(traffic, sent.type);
    const parties = from * this.#parties + to;
    let cell = cells.get(parties);
    if (cell === undefined) {
      cell = {
        round,
        phase,
        type: sent.type,
        from: this.#partyName(from),
        to: this.#partyName(to),
        messages: 0,
        payloadBytes: 0,
        wireBytes: 0,
        elements: 0,
      };
      cells.set(parties, cell);
    }
    cell.messages++;
    cell.payloadBytes += payloadBytes;
    cell.wireBytes += sent.wireBytes;
    cell.elements += sent.elements;
    count(this.balance.sent, sent.wireBytes);
  }

  #delivered({ wireBytes, retransmissions }: { wireBytes: number; retransmissions: number }): void {
    count(this.balance.delivered, wireBytes);
    this.balance.retransmittedBytes += retransmissions * wireBytes;
  }

  #lost({ wireBytes }: { wireBytes: number }): void {
    count(this.balance.lost, wireBytes);
  }

  #computing({
    actor,
    task,
    operations,
    durationNs,
  }: {
    actor: number;
    task: string;
    operations: number;
    durationNs: number;
  }): void {
    const cell = this.#workCell(actor, task);
    cell.runs++;
    cell.operations += operations;
    cell.durationNs += durationNs;
    const { round } = this.#at[actor] ?? this.#first;
    const before =
      this.#loads[actor]?.round === round ? this.#loads[actor] : { operations: 0, durationNs: 0 };
    const load = {
      round,
      operations: before.operations + operations,
      durationNs: before.durationNs + durationNs,
    };
    this.#loads[actor] = load;
    const role = this.#directory.role(actor);
    if (load.durationNs >= this.slowest(round, role).durationNs) this.#slowest.set(`${round} ${role}`, load);
  }

  #computed({ actor, task }: { actor: number; task: string }, measuredNs: number): void {
    this.#workCell(actor, task).measuredNs += measuredNs;
  }

  #workCell(actor: number, task: string): Work {
    const { round, phase, work } = this.#at[actor] ?? this.#first;
    const by = this.#party(actor);
    const cells = cellsOf(work, task);
    let cell = cells.get(by);
    if (cell === undefined) {
      cell = {
        round,
        phase,
        task,
        by: this.#partyName(by),
        runs: 0,
        operations: 0,
        durationNs: 0,
        measuredNs: 0,
      };
      cells.set(by, cell);
    }
    return cell;
  }

  #labelled({
    actor,
    phase,
    round,
    timeNs,
  }: {
    actor: number;
    phase: string;
    round: number;
    timeNs: number;
  }): void {
    this.#at[actor] = this.#page(round, phase);
    const newest = this.#rounds[this.#rounds.length - 1];
    if (round <= newest.round) return;
    newest.endNs = timeNs;
    this.#rounds.push({ round, startNs: timeNs, endNs: timeNs });
    this.#leader = actor;
  }

  #finished({ actor, timeNs }: { actor: number; timeNs: number }): void {
    if (actor !== this.#leader && this.#leader >= 0) return;
    this.#rounds[this.#rounds.length - 1].endNs = timeNs;
  }

  #page(round: number, phase: string): Page {
    const key = `${round} ${phase}`;
    let page = this.#pages.get(key);
    if (page === undefined) {
      page = { round, phase, traffic: new Map(), work: new Map() };
      this.#pages.set(key, page);
    }
    return page;
  }
}

/** The cells of a type of message or a task, by parties. */
function cellsOf<C>(cells: Map<string, Map<number, C>>, name: string): Map<number, C> {
  let named = cells.get(name);
  if (named === undefined) cells.set(name, (named = new Map()));
  return named;
}

function count(total: { messages: number; wireBytes: number }, wireBytes: number): void {
  total.messages++;
  total.wireBytes += wireBytes;
}
