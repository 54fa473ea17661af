/**
 * Repeats the network's part of a run. A trace says when a message was sent and when it arrived; what happened in between follows
 * from the scenario. The same rules of the network and of the scenario's faults are applied to the messages of the trace, and every
 * message must arrive when the trace says that it did.
 */

import { assert } from '../../core/base/errors.ts';
import { Random } from '../../core/base/random.ts';
import { FaultInjector } from '../fault/injector.ts';
import type { Conditions } from '../scenario/conditions.ts';
import { Agenda } from '../../core/engine/clock/agenda.ts';
import { Bus } from '../../core/engine/messages/bus.ts';
import type { Directory } from '../../core/engine/messages/directory.ts';
import type { Controls } from '../../core/engine/simulation/interference.ts';
import { Network } from '../../core/engine/network/network.ts';
import { NO_SIZE } from '../../core/engine/tcp/size.ts';
import type { AnyMessageType } from '../../core/engine/wire/message.ts';
import type { Packet } from '../../core/engine/network/rule.ts';
import type { Entry } from '../trace/record.ts';
import { Connections, type Carried } from './connections.ts';
import type { PacketPath, OpenHop } from './packet-path.ts';
import type { Direction, Portion } from './links.ts';

/** A copy of a message in transit. */
interface Transit<T> extends Carried {
  readonly kind: 'transit';
  readonly name: string;
  readonly sent: T;
  hopFrom: number;
  hopTo: number;
  rule: number;
  hops: OpenHop[];
}

type Event<T> = Transit<T> | { readonly kind: 'act'; readonly act: () => void };

/** Is told of every packet that a link takes, in order. */
export interface Watcher<T> {
  /**
   * A packet has its place in an uplink's queue; it may still be lost after the uplink.
   * @param sent the caller's note about its sending
   * @param before the hop that brought it to a relay
   */
  atUplink(hop: OpenHop, packet: Packet, sent: T, before: OpenHop | undefined): void;
  /** A packet has its place in a downlink's queue. */
  atDownlink(hop: OpenHop, packet: Packet): void;
  /** Only with TCP: a link carries something. */
  carried(direction: Direction, actor: number, portion: Portion): void;
}

/** `T`: the caller's note about the sending of a message, which is returned when the message arrives. */
export class Carrier<T> {
  /** The first arrival that differs from the trace, if any: rules other than the scenario's must have been in force. */
  contradiction: string | undefined;
  readonly #network: Network;
  readonly #injector: FaultInjector;
  readonly #conditions: Conditions;
  readonly #directory: Directory;
  readonly #watcher: Watcher<T>;
  /** Only with TCP. */
  readonly #connections: Connections<Transit<T>> | undefined;
  readonly #agenda = new Agenda<Event<T>>();
  readonly #bus = new Bus();
  /** Copies that have arrived but whose delivery in the trace has not been reached, by message. */
  readonly #come = new Map<number, { readonly atNs: number; readonly journey: PacketPath<T> }[]>();
  readonly #down = new Set<number>();
  readonly #finished = new Set<number>();
  #nowNs = 0;

  constructor(conditions: Conditions, directory: Directory, watcher: Watcher<T>) {
    const { seed, parties, network, faults, kinds } = conditions;
    const random = new Random(seed);
    const retransmitNs = network.transport !== 'datagram' ? network.retransmitNs : undefined;
    const drawn = { parties, random: random.scope('faults'), retransmitNs };
    const injector = new FaultInjector(faults, kinds, drawn);
    this.#injector = injector;
    this.#conditions = conditions;
    this.#directory = directory;
    this.#watcher = watcher;
    this.#network = new Network(network, directory, random.scope('actors').scope('network'), injector.rules);
    injector.begin(this.#controls(), this.#bus);
    const { tcp } = this.#network;
    const connections: Connections<Transit<T>> | undefined =
      tcp &&
      new Connections<Transit<T>>(this.#network, tcp, {
        nowNs: () => this.#nowNs,
        wakeAt: (atNs) =>
          this.#agenda.pushLast(atNs, { kind: 'act', act: () => connections?.wake(this.#nowNs) }),
        come: (transit, atNs) => this.#agenda.push(atNs, transit),
        handOver: (transit) => this.#getOn(transit),
        carry: (direction, actor, portion) => watcher.carried(direction, actor, portion),
      });
    this.#connections = connections;
  }

  /** Takes the next entry of the trace, for a sent message with a note; for a delivery, returns the journey of the message. */
  add(entry: Entry, sent?: T): PacketPath<T> | undefined {
    if (this.contradiction !== undefined) return undefined;
    // Events at the same time as a delivery are in the order of the trace: only those before the delivery have happened.
    if (entry.kind === 'delivered') return this.#delivered(entry.id, entry.timeNs);
    this.#advance(() => this.#agenda.nextTime < entry.timeNs);
    this.#nowNs = Math.max(this.#nowNs, entry.timeNs);
    if (entry.kind === 'sent') {
      this.#injector.sent?.(entry.from, entry.type);
      this.#depart(entry, sent as T);
    } else if (entry.kind === 'labelled') this.#bus.emit('labelled', entry);
    else if (entry.kind === 'finished') this.#finished.add(entry.actor);
    return undefined;
  }

  /** Lets everything in transit arrive. */
  end(): void {
    if (this.contradiction === undefined)
      this.#advance(() => this.#agenda.nextTime < Number.POSITIVE_INFINITY);
  }

  #advance(goOn: () => boolean): void {
    while (goOn()) {
      const timeNs = this.#agenda.nextTime;
      const event = this.#agenda.peek() as Event<T>;
      this.#agenda.pop();
      this.#nowNs = timeNs;
      if (event.kind === 'act') event.act();
      else this.#further(event);
    }
  }

  #delivered(id: number, timeNs: number): PacketPath<T> | undefined {
    this.#advance(() => this.#come.get(id) === undefined && this.#agenda.nextTime <= timeNs);
    const [next, ...others] = this.#come.get(id) ?? [];
    if (next === undefined || next.atNs !== timeNs) {
      const now = next === undefined ? 'not yet' : `at ${next.atNs} ns`;
      this.contradiction = `message ${id} arrived at ${timeNs} ns, but by the scenario ${now}`;
      return undefined;
    }
    if (others.length === 0) this.#come.delete(id);
    else this.#come.set(id, others);
    return next.journey;
  }

  #depart(entry: Extract<Entry, { kind: 'sent' }>, sent: T): void {
    const { id, from, to, type: name, wireBytes, payloadBytes, digest } = entry;
    const transit: Transit<T> = {
      kind: 'transit',
      id,
      from,
      to,
      name,
      sent,
      // No rule of a scenario looks at the contents of a message, only at its type.
      type: { name } as AnyMessageType,
      payload: NOTHING,
      wireBytes,
      digest,
      hopFrom: from,
      hopTo: this.#network.firstHop(from, to),
      rule: 0,
      hops: [],
      streamBytes: payloadBytes + this.#network.framingBytes,
      size: NO_SIZE,
      number: undefined,
      train: false,
      throughNs: 0,
    };
    const atNs = this.#enterLink(transit, false);
    if (atNs !== undefined) this.#agenda.push(atNs, transit);
  }

  #further(transit: Transit<T>): void {
    const atNs = this.#passRules(transit, this.#nowNs, true);
    if (atNs === undefined) return;
    if (atNs > this.#nowNs) return this.#agenda.push(atNs, transit);
    if (transit.rule === this.#network.rules.length) {
      transit.rule++;
      const hop = transit.hops[transit.hops.length - 1];
      const leftNs = this.#passDownlink(transit, hop);
      this.#watcher.atDownlink(hop, transit);
      if (leftNs > this.#nowNs) return this.#agenda.push(leftNs, transit);
    }
    if (this.#connections === undefined) this.#getOn(transit);
    else this.#connections.through(transit);
  }

  #passDownlink(transit: Transit<T>, hop: OpenHop): number {
    if (this.#connections !== undefined) return this.#connections.land(transit);
    hop.arrivedNs = this.#nowNs;
    const { downlinks } = this.#network;
    hop.leftNs = downlinks.pass(transit.hopTo, transit.wireBytes, this.#nowNs);
    hop.downlinkNs = downlinks.ownNs;
    return hop.leftNs;
  }

  /** A packet has passed its last link, or has reached the relay that forwards it. */
  #getOn(transit: Transit<T>): void {
    if (transit.hopTo === transit.to) return this.#arrive(transit);
    transit.hopFrom = transit.hopTo;
    transit.hopTo = transit.to;
    transit.rule = 0;
    const atNs = this.#enterLink(transit, true);
    if (atNs === undefined) return;
    if (atNs > this.#nowNs) this.#agenda.push(atNs, transit);
    else this.#further(transit);
  }

  #arrive({ id, name: type, wireBytes, hops, sent }: Transit<T>): void {
    const come = this.#come.get(id) ?? [];
    come.push({ atNs: this.#nowNs, journey: { type, wireBytes, sent, hops } });
    this.#come.set(id, come);
  }

  /** As in the simulation's own transport, recording times. @returns undefined if the packet is dropped */
  #enterLink(transit: Transit<T>, inTurn: boolean): number | undefined {
    const { uplinks, links, attempts, retransmitNs } = this.#network;
    const { hopFrom, hopTo, wireBytes, hops } = transit;
    const hop = this.#enter(transit, this.#nowNs);
    if (this.#connections !== undefined) {
      this.#watcher.atUplink(hop, transit, transit.sent, hops[hops.length - 2]);
      const comesNs = this.#connections.send(transit);
      return comesNs === undefined ? undefined : this.#passRules(transit, comesNs, inTurn);
    }
    hop.departedNs = uplinks.pass(hopFrom, wireBytes, this.#nowNs);
    hop.uplinkNs = uplinks.ownNs;
    this.#watcher.atUplink(hop, transit, transit.sent, hops[hops.length - 2]);
    const link = links.find(hopFrom, hopTo);
    const lost = links.losses(link, attempts);
    if (lost === attempts) return undefined;
    const lossNs = lost * retransmitNs;
    const latencyNs = links.latencyNs(link, hop.departedNs + lossNs);
    if (lossNs > 0) hop.delays.push({ by: 'loss', ns: lossNs });
    if (latencyNs > 0) hop.delays.push({ by: 'latency', ns: latencyNs });
    return this.#passRules(transit, hop.departedNs + lossNs + latencyNs, inTurn);
  }

  #passRules(transit: Transit<T>, reachedNs: number, inTurn: boolean): number | undefined {
    const { rules } = this.#network;
    let atNs = reachedNs;
    for (; transit.rule < rules.length; transit.rule++) {
      const rule = rules[transit.rule];
      if (rule.inOrder === true && (!inTurn || atNs > this.#nowNs)) return atNs;
      const hop = transit.hops[transit.hops.length - 1];
      const verdict = rule.apply(transit, atNs);
      if (verdict.kind === 'drop') {
        this.#connections?.lose(transit);
        return undefined;
      }
      if (verdict.kind === 'duplicate') {
        const twin = { ...hop, twinOf: hop, delays: [...hop.delays, { by: rule.name, ns: verdict.ns }] };
        const hops = [...transit.hops.slice(0, -1), twin];
        const copy = { ...transit, hops, rule: transit.rule + 1, number: undefined };
        this.#agenda.push(atNs + verdict.ns, copy);
      }
      const ns = verdict.kind === 'delay' ? verdict.ns : 0;
      atNs += ns;
      if (ns > 0) hop.delays.push({ by: rule.name, ns });
    }
    return atNs;
  }

  #enter(transit: Transit<T>, atNs: number): OpenHop {
    const { hopFrom, hopTo, wireBytes } = transit;
    const { bandwidth } = this.#conditions.network;
    const { uplinkBps } = bandwidth(this.#directory.name(hopFrom));
    const { downlinkBps } = bandwidth(this.#directory.name(hopTo));
    const hop: OpenHop = {
      from: hopFrom,
      to: hopTo,
      enteredNs: atNs,
      uplinkNs: sendingNs(wireBytes, uplinkBps),
      departedNs: atNs,
      delays: [],
      arrivedNs: atNs,
      downlinkNs: sendingNs(wireBytes, downlinkBps),
      leftNs: atNs,
    };
    transit.hops.push(hop);
    return hop;
  }

  /** The trace already shows what faults did to actors; only what they do to packets is repeated. */
  #controls(): Controls {
    return {
      directory: this.#directory,
      nowNs: () => this.#nowNs,
      later: (atNs, act) => this.#agenda.push(atNs, { kind: 'act', act }),
      crash: (actor) => this.#down.add(actor),
      restart: (actor) => this.#down.delete(actor),
      pause: () => undefined,
      stateOf: (actor) => (this.#down.has(actor) ? 'down' : this.#finished.has(actor) ? 'done' : 'up'),
      report: () => undefined,
    };
  }
}

const NOTHING = new Uint8Array();

/** How long a link takes to send this many bytes. */
export function sendingNs(wireBytes: number, bps: number): number {
  assert(bps > 0, `a link of ${bps} bits a second`);
  return bps === Number.POSITIVE_INFINITY ? 0 : Math.ceil((wireBytes * 8e9) / bps);
}
