/**
 * The network's part of an earlier run, once more. A trace says when a message was sent and when it arrived; what happened in between
 * follows from the scenario. The engine's own transport carries the messages of the trace again, among the scenario's faults, and
 * every message must arrive when the trace says that it did.
 */

import { assert } from '../../core/base/errors.ts';
import { Random } from '../../core/base/random.ts';
import { Agenda } from '../../core/engine/clock/agenda.ts';
import { Bounds } from '../../core/engine/clock/bounds.ts';
import { Bus } from '../../core/engine/messages/bus.ts';
import { DIGESTS } from '../../core/engine/messages/digest.ts';
import type { Directory } from '../../core/engine/messages/directory.ts';
import {
  FROM,
  HOP_FROM,
  HOP_TO,
  ID,
  Packets,
  place,
  TO,
  TYPE,
  WIRE,
} from '../../core/engine/messages/packets.ts';
import { Payloads } from '../../core/engine/messages/payloads.ts';
import { Network } from '../../core/engine/network/network.ts';
import { Transport } from '../../core/engine/network/transport.ts';
import type { TransportWatcher } from '../../core/engine/network/transport-watcher.ts';
import type { Controls } from '../../core/engine/simulation/interference.ts';
import type { Tcp } from '../../core/engine/tcp/tcp.ts';
import type { AnyMessageType } from '../../core/engine/wire/message.ts';
import { FaultInjector } from '../fault/injector.ts';
import type { Conditions } from '../scenario/conditions.ts';
import type { Entry } from '../trace/record.ts';
import { ActorStates, isBy } from './actor-states.ts';

/** What happens besides packets: TCP wakes its flows, or a fault begins or ends. */
interface Event {
  readonly kind: 'flows' | 'fault';
  readonly act: () => void;
}

interface Arrival {
  readonly atNs: number;
  readonly slot: number;
}

/** Is told of every entry, in order, when everything before it has happened. */
export interface TransportReplayHost {
  readonly delivered: (entry: Extract<Entry, { kind: 'delivered' }>, slot: number) => void;
  /** Of an entry of any other kind. */
  readonly acts: (entry: Entry) => void;
}

export class TransportReplay {
  /** The first arrival that differs from the trace, if any: rules other than the scenario's must have been in force. */
  contradiction: string | undefined;
  readonly #network: Network;
  readonly #injector: FaultInjector;
  readonly #directory: Directory;
  readonly #payloads: Payloads;
  readonly #packets: Packets;
  readonly #transport: Transport;
  readonly #agenda = new Agenda<Event>();
  readonly #bus = new Bus();
  /** The types of messages so far, and the index of each. */
  readonly #types: AnyMessageType[] = [];
  readonly #typeNumbers = new Map<string, number>();
  /** Copies that have arrived but whose delivery in the trace has not been reached, by message. */
  readonly #arrivals = new Map<number, Arrival[]>();
  readonly #actors = new ActorStates();
  readonly #host: TransportReplayHost;
  /** Entries of one time from a delivery on, and how many of them have been taken. */
  readonly #waiting: Entry[] = [];
  #taken = 0;
  #nowNs = 0;
  #faultsUntilNs = Number.POSITIVE_INFINITY;
  /** The time of the entry of the trace that comes next. */
  #untilNs = Number.POSITIVE_INFINITY;

  /** @param watcher is told of everything, and passes on what arrives to {@link arrived} */
  constructor(
    conditions: Conditions,
    directory: Directory,
    watcher: TransportWatcher,
    host: TransportReplayHost,
  ) {
    this.#host = host;
    const { seed, parties, network, faults, kinds } = conditions;
    const random = new Random(seed);
    const retransmitNs = network.transport.attempts > 1 ? network.retransmitNs : undefined;
    const drawn = { parties, random: random.scope('faults'), retransmitNs };
    this.#injector = new FaultInjector(faults, kinds, drawn);
    this.#directory = directory;
    const streams = random.scope('actors').scope('network');
    this.#network = new Network(network, directory, streams, this.#injector.rules);
    this.#payloads = new Payloads(false, DIGESTS.crc32);
    this.#packets = new Packets(this.#payloads, new Bounds());
    const transportHost = {
      nowNs: () => this.#nowNs,
      later: (atNs: number, packet: number) => this.#agenda.pushPacket(atNs, packet),
      notLater: (packet: number) => this.#agenda.removePacket(packet),
      flowsAt: (atNs: number, tcp: Tcp) =>
        this.#agenda.pushLast(atNs, { kind: 'flows', act: () => wake(tcp) }),
      horizonNs: () => Math.min(this.#agenda.nextTime, this.#untilNs),
      deliver: (packet: number) => this.#packets.close(packet),
      lose: (packet: number) => this.#packets.close(packet),
    };
    // Another time may have been requested since.
    const wake = (tcp: Tcp): void => {
      if (tcp.nextNs === this.#nowNs) tcp.wake(this.#nowNs);
    };
    this.#transport = new Transport(
      this.#network,
      this.#packets,
      this.#payloads,
      this.#types,
      transportHost,
      watcher,
    );
    this.#injector.begin(this.#controls(), this.#bus);
  }

  /** Takes the next entry of the trace. */
  add(entry: Entry): void {
    if (this.contradiction !== undefined) return;
    // What an actor does at once about a message comes before whatever else its connection then hands over.
    const together = this.#waiting.length > 0 && this.#waiting[0].timeNs === entry.timeNs;
    if (!together) this.#takeWaiting();
    if (together || entry.kind === 'delivered') this.#waiting.push(entry);
    else this.#take(entry);
  }

  /**
   * Lets everything in transit arrive.
   * @param faultsUntilNs when the last faults can have begun or ended, unless that was before the last entry
   */
  end(faultsUntilNs: number): void {
    this.#takeWaiting();
    this.#faultsUntilNs = Math.max(faultsUntilNs, this.#nowNs);
    this.#untilNs = Number.POSITIVE_INFINITY;
    if (this.contradiction === undefined)
      this.#advance(() => this.#agenda.nextTime < Number.POSITIVE_INFINITY);
  }

  /** A copy of a message has arrived. */
  arrived(message: number, slot: number): void {
    const next = this.#waiting[this.#taken];
    if (next?.kind === 'delivered' && next.id === message && next.timeNs === this.#nowNs) {
      this.#taken++;
      this.#deliver(next, slot);
      return;
    }
    const arrivals = this.#arrivals.get(message);
    const arrival = { atNs: this.#nowNs, slot };
    if (arrivals === undefined) this.#arrivals.set(message, [arrival]);
    else arrivals.push(arrival);
  }

  #takeWaiting(): void {
    while (this.#taken < this.#waiting.length && this.contradiction === undefined) {
      const entry = this.#waiting[this.#taken];
      if (entry.kind === 'delivered') this.#await(entry);
      else {
        this.#taken++;
        this.#take(entry);
      }
    }
    this.#waiting.length = 0;
    this.#taken = 0;
  }

  #deliver(entry: Extract<Entry, { kind: 'delivered' }>, slot: number): void {
    this.#host.delivered(entry, slot);
    this.#actors.acts(entry.to);
    this.#takeReaction(entry.to);
  }

  /** What an actor does at once when it gets a message. */
  #takeReaction(actor: number): void {
    for (let entry = this.#waiting[this.#taken]; isBy(entry, actor); entry = this.#waiting[this.#taken]) {
      this.#taken++;
      this.#act(entry);
    }
  }

  /** Something happened that no message caused at this time. */
  #take(entry: Entry): void {
    this.#untilNs = entry.timeNs;
    this.#advance(() => this.#agenda.nextTime < entry.timeNs || this.#faultComesFirst(entry));
    this.#nowNs = Math.max(this.#nowNs, entry.timeNs);
    this.#act(entry);
  }

  /** Faults begin and end before anything else that happens at the same time. */
  #faultComesFirst({ timeNs }: Entry): boolean {
    const event = this.#agenda.peek();
    return this.#agenda.nextTime === timeNs && typeof event === 'object' && event.kind === 'fault';
  }

  #act(entry: Entry): void {
    this.#host.acts(entry);
    if (entry.kind === 'sent') {
      this.#injector.sent?.(entry.from, entry.type);
      this.#depart(entry);
      this.#actors.acts(entry.from);
    } else if (entry.kind === 'labelled') this.#bus.emit('labelled', entry);
    else if (entry.kind === 'finished') this.#actors.finishes(entry.actor);
  }

  #advance(continues: () => boolean): void {
    while (continues()) {
      const event = this.#agenda.peek();
      this.#nowNs = this.#agenda.nextTime;
      this.#agenda.pop();
      if (typeof event === 'number') this.#transport.advance(event);
      else event?.act();
    }
  }

  /** Lets a message arrive. Other events at the same time are in the order of the trace: only those before it have happened. */
  #await(entry: Extract<Entry, { kind: 'delivered' }>): void {
    const { id, timeNs } = entry;
    const taken = this.#taken;
    this.#untilNs = timeNs;
    this.#advance(() => this.#taken === taken && !this.#arrivals.has(id) && this.#agenda.nextTime <= timeNs);
    if (this.#taken > taken) return;
    const [next, ...others] = this.#arrivals.get(id) ?? [];
    if (next === undefined || next.atNs !== timeNs) {
      const now = next === undefined ? 'not yet' : `at ${next.atNs} ns`;
      this.contradiction = `message ${id} arrived at ${timeNs} ns, but by the scenario ${now}`;
      return;
    }
    if (others.length === 0) this.#arrivals.delete(id);
    else this.#arrivals.set(id, others);
    this.#taken++;
    this.#deliver(entry, next.slot);
  }

  #depart({ id, from, to, type, wireBytes, payloadBytes, digest }: Extract<Entry, { kind: 'sent' }>): void {
    assert(wireBytes <= MOST_BYTES && payloadBytes <= MOST_BYTES, `message ${id} is too large for any run`);
    const payload = this.#payloads.outline(payloadBytes, digest);
    const packet = this.#packets.open(payload);
    this.#payloads.release(payload);
    const { cells } = this.#packets;
    const row = place(packet);
    cells[row + ID] = id;
    cells[row + FROM] = from;
    cells[row + TO] = to;
    cells[row + TYPE] = this.#typeNumber(type);
    cells[row + WIRE] = wireBytes;
    cells[row + HOP_FROM] = from;
    cells[row + HOP_TO] = this.#network.firstHop(from, to);
    this.#transport.send(packet);
  }

  /** The index of a type; no rule of a scenario looks at more than its name. */
  #typeNumber(name: string): number {
    let number = this.#typeNumbers.get(name);
    if (number === undefined) {
      number = this.#types.push({ name } as AnyMessageType) - 1;
      this.#typeNumbers.set(name, number);
    }
    return number;
  }

  /** The trace already shows what faults did to actors; only what they do to packets is repeated. */
  #controls(): Controls {
    return {
      directory: this.#directory,
      nowNs: () => this.#nowNs,
      isOver: () => false,
      later: (atNs, act) =>
        this.#agenda.pushFirst(atNs, {
          kind: 'fault',
          act: () => {
            if (this.#nowNs <= this.#faultsUntilNs && !this.#actors.allDone) act();
          },
        }),
      crash: (actor, returns) => this.#actors.crashes(actor, returns),
      restart: (actor) => this.#actors.restarts(actor),
      pause: () => undefined,
      stateOf: (actor) => this.#actors.of(actor),
      report: () => undefined,
    };
  }
}

/** What a row of a packet can hold. */
const MOST_BYTES = 2 ** 31 - 1;
