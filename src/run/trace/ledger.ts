/**
 * The ledger: messages and computations by round, phase, message type or task, and party. A fold over a
 * trace, live from the bus or from a file, with the same result.
 */

import type { Bus, Delivered, Sent, TrafficListener, Viewed } from '../../core/engine/messages/bus.ts';
import { Directory, roleOf, type RoleSize } from '../../core/engine/messages/directory.ts';
import type { Entry } from './record.ts';
import {
  addMessage,
  addTo,
  type Balance,
  count,
  type Load,
  type Share,
  type Sums,
  type Traffic,
  type Work,
} from './account.ts';
import { Loads } from './loads.ts';
import { type Page, Pages } from './pages.ts';
import type { Register } from './register.ts';
import { type Ends, type Knowing, type RoundSpan, type Stretch, Timeline } from './timeline.ts';

export interface LedgerOptions {
  /** Whether parties are whole roles (the default) or single actors. */
  readonly parties?: 'roles' | 'actors' | undefined;
  /** The most that a network retransmits at once: a TCP segment; absent: a whole message. */
  readonly againBytes?: number | undefined;
  /** Where to write down who sent which message to whom. */
  readonly register?: Register | undefined;
}

/** Messages in a cell, between these parties. */
interface InstantTotal extends Sums {
  readonly cell: Traffic;
  /** A pair of parties as one number: the sender's, times the number of parties, plus the receiver's. */
  readonly parties: number;
}

/** Without its payload, which no trace has. */
type Message<M extends Sent | Delivered> = Omit<Viewed<M>, 'payload'>;

export class Ledger implements TrafficListener {
  readonly balance: Balance = {
    sent: { messages: 0, wireBytes: 0 },
    delivered: { messages: 0, wireBytes: 0 },
    lost: { messages: 0, wireBytes: 0 },
    refused: 0,
    retransmittedBytes: 0,
  };
  readonly #againBytes: number;
  readonly #register: Register | undefined;
  readonly #directory: Directory;
  readonly #timeline: Timeline;
  readonly #party: (actor: number) => number;
  readonly #parties: number;
  readonly #pages: Pages;
  readonly #first: Page;
  /** The page of each actor that has announced its round and phase. */
  readonly #at: (Page | undefined)[] = [];
  /** The cell last counted in, and its key: the next message usually has the same. */
  #newest: Traffic | undefined;
  #newestPage: Page | undefined;
  #newestParties = -1;
  /** The same of computations. */
  #work: Work | undefined;
  #workPage: Page | undefined;
  #worker = -1;
  /** The server's messages of one instant: if it finishes at the same instant, they carried the result. */
  #instant: { timeNs: number; totals: InstantTotal[] } = { timeNs: -1, totals: [] };
  readonly #loads = new Loads();

  /** The parties, by role. */
  readonly roles: readonly RoleSize[];

  constructor(
    roles: readonly RoleSize[],
    { parties = 'roles', againBytes = Number.POSITIVE_INFINITY, register }: LedgerOptions = {},
  ) {
    this.roles = roles;
    this.#againBytes = againBytes;
    this.#register = register;
    const directory = new Directory(roles);
    this.#directory = directory;
    this.#timeline = new Timeline(directory);
    const roleNames = roles.map(({ role }) => role);
    this.#party = parties === 'actors' ? (actor) => actor : (actor) => directory.rolePlace(actor);
    const partyName =
      parties === 'actors' ? (party: number) => directory.name(party) : (party: number) => roleNames[party];
    this.#parties = parties === 'actors' ? directory.size : roleNames.length;
    this.#pages = new Pages(this.#parties, partyName);
    this.#first = this.#pages.page('round', 0, '');
  }

  /** Whether a party holds data: a role, or an actor if parties are single actors. */
  holds(party: string): boolean {
    const role = roleOf(party);
    return this.roles.some((known) => known.role === role && known.holds === true);
  }

  /** Records everything that happens on the bus. */
  attach(bus: Bus): void {
    bus.onTraffic(this);
    bus.on('lost', (lost) => this.#lost(lost));
    bus.on('refused', () => this.balance.refused++);
    bus.on('computing', (computing) => this.#computing(computing));
    bus.on('computed', (computed) => this.#computed(computed, computed.measuredNs));
    bus.on('labelled', (labelled) => this.#labelled(labelled));
    bus.on('finished', (finished) => this.#finished(finished));
  }

  /** Adds one entry of a trace. */
  add(entry: Entry): void {
    if (entry.kind === 'sent') this.sent(entry);
    else if (entry.kind === 'delivered') this.delivered(entry);
    else if (entry.kind === 'lost') this.#lost(entry);
    else if (entry.kind === 'refused') this.balance.refused++;
    else if (entry.kind === 'computing') this.#computing(entry);
    else if (entry.kind === 'computed') this.#computed(entry, entry.measuredNs ?? 0);
    else if (entry.kind === 'labelled') this.#labelled(entry);
    else if (entry.kind === 'finished') this.#finished(entry);
  }

  /** The rounds with any messages or computations, in order. */
  get rounds(): RoundSpan[] {
    return this.#timeline.rounds().filter(this.#busy('round'));
  }

  /**
   * The whole run, stretch by stretch, without those that took no time and had no messages or computations.
   * @param endNs when it ended; absent if the trace does not say
   */
  stretches(endNs?: number): Stretch[] {
    const busy = { round: this.#busy('round'), delivery: this.#busy('delivery'), late: () => false };
    return this.#timeline
      .stretches(endNs)
      .filter((stretch) => stretch.endNs > stretch.startNs || busy[stretch.part](stretch));
  }

  /** @param endNs when the run ended; absent if the trace does not say */
  ends(endNs?: number): Ends {
    return this.#timeline.ends(endNs);
  }

  /** How many parties have learned the result; undefined if there is none. */
  get knowing(): Knowing | undefined {
    return this.#timeline.knowing;
  }

  #busy(part: Share): (span: { readonly round: number }) => boolean {
    const cells = [...this.traffic(), ...this.work()].filter((cell) => cell.part === part);
    const rounds = new Set(cells.map(({ round }) => round));
    return ({ round }) => rounds.has(round);
  }

  /** The phases that actors announced, in order of first appearance. */
  get phases(): string[] {
    return this.#pages.phases;
  }

  /** All traffic, in order of first appearance. */
  traffic(): Traffic[] {
    return this.#pages.traffic();
  }

  /** All work, in order of first appearance. */
  work(): Work[] {
    return this.#pages.work();
  }

  /** What the actor of a role computed whose processor took longest in a round. */
  slowest(round: number, role: string, part: Share = 'round'): Load {
    return this.#loads.slowest(round, role, part);
  }

  /** A message was sent, see {@link TrafficListener}. */
  sent({ timeNs, id, from, to, type, payloadBytes, wireBytes, elements }: Message<Sent>): void {
    this.#register?.add(id, from, to, type);
    this.#timeline.passes(timeNs);
    const page = this.#at[from] ?? this.#first;
    const parties = this.#party(from) * this.#parties + this.#party(to);
    let cell = this.#newest;
    if (page !== this.#newestPage || cell?.type !== type || parties !== this.#newestParties) {
      cell = this.#pages.trafficCell(page, type, parties);
      this.#newest = cell;
      this.#newestPage = page;
      this.#newestParties = parties;
    }
    addMessage(cell, payloadBytes, wireBytes, elements);
    count(this.balance.sent, wireBytes);
    if (this.#timeline.isReporter(from))
      addMessage(this.#totalIn(timeNs, cell, parties), payloadBytes, wireBytes, elements);
  }

  /** A message was delivered, see {@link TrafficListener}. */
  delivered({ timeNs, wireBytes, retransmissions }: Message<Delivered>): void {
    this.#timeline.passes(timeNs);
    count(this.balance.delivered, wireBytes);
    this.balance.retransmittedBytes += retransmissions * Math.min(wireBytes, this.#againBytes);
  }

  /**
   * The server's messages of this instant in a cell: one entry for all of them, as there may be a million.
   */
  #totalIn(timeNs: number, cell: Traffic, parties: number): InstantTotal {
    if (timeNs > this.#instant.timeNs) this.#instant = { timeNs, totals: [] };
    const { totals } = this.#instant;
    let last = totals[totals.length - 1];
    if (last?.cell !== cell)
      totals.push((last = { cell, parties, messages: 0, payloadBytes: 0, wireBytes: 0, elements: 0 }));
    return last;
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
    const page = this.#at[actor] ?? this.#first;
    this.#loads.add(actor, this.#directory.role(actor), page.span, { operations, durationNs });
  }

  #computed(
    { timeNs, actor, task }: { timeNs: number; actor: number; task: string },
    measuredNs: number,
  ): void {
    this.#timeline.passes(timeNs);
    this.#workCell(actor, task).measuredNs += measuredNs;
  }

  #workCell(actor: number, task: string): Work {
    const page = this.#at[actor] ?? this.#first;
    const worker = this.#party(actor);
    if (this.#work?.task === task && page === this.#workPage && worker === this.#worker) return this.#work;
    this.#workPage = page;
    this.#worker = worker;
    return (this.#work = this.#pages.workCell(page, task, worker));
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
    this.#at[actor] = delivery ? this.#deliveryPage(phase) : this.#pages.page('round', round, phase);
  }

  #finished({ actor, result, timeNs }: { actor: number; result: Uint8Array; timeNs: number }): void {
    this.#timeline.passes(timeNs);
    const first = this.#timeline.finished(actor, result, timeNs);
    if (!first || this.#instant.timeNs !== timeNs) return;
    for (const { cell, parties, ...total } of this.#instant.totals) {
      addTo(this.#pages.trafficCell(this.#deliveryPage(cell.phase), cell.type, parties), total);
      addTo(cell, total, -1);
    }
  }

  #deliveryPage(phase: string): Page {
    return this.#pages.page('delivery', this.#timeline.round, phase);
  }
}
