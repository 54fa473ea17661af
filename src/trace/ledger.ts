/**
 * The ledger: what was said and computed, by round, phase, message type or task, and by who. A fold over a trace, live
 * from the bus or from a file, with the same result.
 */

import type { Bus } from '../sim/bus.ts';
import { Directory, type RoleSize } from '../sim/directory.ts';
import type { Entry } from './record.ts';
import {
  addTo,
  type Balance,
  cellsOf,
  count,
  type Load,
  type Share,
  type Sums,
  type Traffic,
  type Work,
} from './account.ts';
import { type Ends, type RoundSpan, type Stretch, Timeline } from './timeline.ts';

export interface LedgerOptions {
  /** Whether parties are whole roles (the default) or single actors. */
  readonly parties?: 'roles' | 'actors';
}

/** One round and phase. */
interface Page {
  readonly part: Share;
  readonly round: number;
  readonly phase: string;
  readonly traffic: Map<string, Map<number, Traffic>>;
  readonly work: Map<string, Map<number, Work>>;
}

/** Messages in a cell, between these parties. */
interface Said extends Sums {
  readonly cell: Traffic;
  readonly from: number;
  readonly to: number;
}

export class Ledger {
  readonly balance: Balance = {
    sent: { messages: 0, wireBytes: 0 },
    delivered: { messages: 0, wireBytes: 0 },
    lost: { messages: 0, wireBytes: 0 },
    refused: 0,
    retransmittedBytes: 0,
  };
  readonly #directory: Directory;
  readonly #timeline: Timeline;
  readonly #party: (actor: number) => number;
  readonly #partyName: (party: number) => string;
  readonly #parties: number;
  readonly #pages = new Map<string, Page>();
  readonly #first: Page;
  /** The page of each actor that has said where it is. */
  readonly #at: (Page | undefined)[] = [];
  /** What the server says in one instant: where it is done in the same, that was the result. */
  #words: { timeNs: number; said: Said[] } = { timeNs: -1, said: [] };
  /** What each actor has computed in the round it is in, and the most that any did by round and role. */
  readonly #loads: (Load & { readonly at: string })[] = [];
  readonly #slowest = new Map<string, Load>();

  constructor(roles: readonly RoleSize[], { parties = 'roles' }: LedgerOptions = {}) {
    const directory = new Directory(roles);
    this.#directory = directory;
    this.#timeline = new Timeline(directory);
    const roleNames = roles.map(({ role }) => role);
    this.#party =
      parties === 'actors' ? (actor) => actor : (actor) => roleNames.indexOf(directory.role(actor));
    this.#partyName = parties === 'actors' ? (party) => directory.name(party) : (party) => roleNames[party];
    this.#parties = parties === 'actors' ? directory.size : roleNames.length;
    this.#first = this.#page('round', 0, '');
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
    return this.#timeline.rounds().filter(this.#busy('round'));
  }

  /**
   * The whole run, stretch after stretch, without those that took no time and in which nothing was said or computed.
   * @param endNs when it was over; absent where the trace does not say
   */
  stretches(endNs?: number): Stretch[] {
    const busy = { round: this.#busy('round'), delivery: this.#busy('delivery'), late: () => false };
    return this.#timeline
      .stretches(endNs)
      .filter((stretch) => stretch.endNs > stretch.startNs || busy[stretch.part](stretch));
  }

  /** @param endNs when the run was over; absent where the trace does not say */
  ends(endNs?: number): Ends {
    return this.#timeline.ends(endNs);
  }

  #busy(part: Share): (span: { readonly round: number }) => boolean {
    const cells = [...this.traffic(), ...this.work()].filter((cell) => cell.part === part);
    const rounds = new Set(cells.map(({ round }) => round));
    return ({ round }) => rounds.has(round);
  }

  /** The phases that actors said they are in, in the order in which they first came up. */
  get phases(): string[] {
    return [...new Set([...this.#pages.values()].map(({ phase }) => phase))];
  }

  /** All traffic, in the order in which it first came up. */
  traffic(): Traffic[] {
    return [...this.#pages.values()].flatMap(({ traffic }) =>
      [...traffic.values()].flatMap((cells) => [...cells.values()].filter(({ messages }) => messages > 0)),
    );
  }

  /** All work, in the order in which it first came up. */
  work(): Work[] {
    return [...this.#pages.values()].flatMap(({ work }) =>
      [...work.values()].flatMap((cells) => [...cells.values()]),
    );
  }

  /** What the one actor of a role computed whose processor took longest in a round. */
  slowest(round: number, role: string, part: Share = 'round'): Load {
    return this.#slowest.get(`${part} ${round} ${role}`) ?? { operations: 0, durationNs: 0 };
  }

  #sent(
    sent: { timeNs: number; from: number; to: number; type: string; wireBytes: number; elements: number },
    payloadBytes: number,
  ): void {
    const page = this.#at[sent.from] ?? this.#first;
    const { timeNs, type, wireBytes, elements } = sent;
    this.#timeline.passes(timeNs);
    const from = this.#party(sent.from);
    const to = this.#party(sent.to);
    const said = { messages: 1, payloadBytes, wireBytes, elements };
    const cell = this.#trafficCell(page, type, from, to);
    addTo(cell, said);
    count(this.balance.sent, wireBytes);
    if (this.#timeline.isServer(sent.from)) this.#remember(timeNs, { cell, from, to, ...said });
  }

  /** One entry for all messages in one cell, as there may be a million. */
  #remember(timeNs: number, said: Said): void {
    if (timeNs > this.#words.timeNs) this.#words = { timeNs, said: [] };
    const last = this.#words.said.at(-1);
    if (last?.cell === said.cell) addTo(last, said);
    else this.#words.said.push(said);
  }

  #trafficCell({ part, round, phase, traffic }: Page, type: string, from: number, to: number): Traffic {
    const cells = cellsOf(traffic, type);
    const parties = from * this.#parties + to;
    let cell = cells.get(parties);
    if (cell === undefined) {
      cell = {
        part,
        round,
        phase,
        type,
        from: this.#partyName(from),
        to: this.#partyName(to),
        messages: 0,
        payloadBytes: 0,
        wireBytes: 0,
        elements: 0,
      };
      cells.set(parties, cell);
    }
    return cell;
  }

  #delivered(delivered: { timeNs: number; wireBytes: number; retransmissions: number }): void {
    const { timeNs, wireBytes, retransmissions } = delivered;
    this.#timeline.passes(timeNs);
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
    const { part, round } = this.#at[actor] ?? this.#first;
    const at = `${part} ${round}`;
    const before = this.#loads[actor]?.at === at ? this.#loads[actor] : { operations: 0, durationNs: 0 };
    const load = {
      at,
      operations: before.operations + operations,
      durationNs: before.durationNs + durationNs,
    };
    this.#loads[actor] = load;
    const role = this.#directory.role(actor);
    if (load.durationNs >= this.slowest(round, role, part).durationNs)
      this.#slowest.set(`${at} ${role}`, load);
  }

  #computed(
    { timeNs, actor, task }: { timeNs: number; actor: number; task: string },
    measuredNs: number,
  ): void {
    this.#timeline.passes(timeNs);
    this.#workCell(actor, task).measuredNs += measuredNs;
  }

  #workCell(actor: number, task: string): Work {
    const { part, round, phase, work } = this.#at[actor] ?? this.#first;
    const by = this.#party(actor);
    const cells = cellsOf(work, task);
    let cell = cells.get(by);
    if (cell === undefined) {
      cell = {
        part,
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
    this.#timeline.passes(timeNs);
    const delivery = this.#timeline.labelled(round, timeNs);
    this.#at[actor] = delivery ? this.#deliveryPage(phase) : this.#page('round', round, phase);
  }

  #finished({ actor, result, timeNs }: { actor: number; result: Uint8Array; timeNs: number }): void {
    this.#timeline.passes(timeNs);
    const first = this.#timeline.finished(actor, result, timeNs);
    if (!first || this.#words.timeNs !== timeNs) return;
    for (const { cell, from, to, ...said } of this.#words.said) {
      addTo(this.#trafficCell(this.#deliveryPage(cell.phase), cell.type, from, to), said);
      addTo(cell, said, -1);
    }
  }

  #deliveryPage(phase: string): Page {
    return this.#page('delivery', this.#timeline.round, phase);
  }

  #page(part: Share, round: number, phase: string): Page {
    const key = `${part} ${round} ${phase}`;
    let page = this.#pages.get(key);
    if (page === undefined) {
      page = { part, round, phase, traffic: new Map(), work: new Map() };
      this.#pages.set(key, page);
    }
    return page;
  }
}
