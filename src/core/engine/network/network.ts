/**
 * The simulated network: every actor has an uplink and a downlink, every pair a latency and a loss.
 * A packet queues at its sender's uplink, may be lost, takes its latency, and queues at its receiver's downlink.
 */

import { assert } from '../../base/errors.ts';
import type { Random } from '../../base/random.ts';
import type { Directory } from '../messages/directory.ts';
import { Links, type LinkSpec } from './links.ts';
import type { Rule } from './rule.ts';
import type { MakeRule } from './rule-kind.ts';
import { TCP, type TransportKind } from './transport-kind.ts';
import { RateOverTime, type Series } from '../queues/series.ts';
import { type SharedLink, SharedLinks } from './shared-links.ts';
import { DEFAULT_QUEUE, type LinkRate, type QueueSpec } from '../queues/queues.ts';
import type { ControlName, TcpSpec } from '../tcp/spec.ts';
import { Tcp } from '../tcp/tcp.ts';

/** Bits per second; with infinite bandwidth nothing queues. */
export interface Bandwidth {
  readonly uplinkBps: number;
  readonly downlinkBps: number;
}

export interface NetworkSpec extends LinkSpec {
  /** A packet uses the sender's uplink once; copies are counted separately. {@link TCP} retransmits segments and models TCP. */
  readonly transport: TransportKind;
  /** Only with TCP: its settings, how an actor finds its rate, the queues of its links, and links that several actors share. */
  readonly tcp?: TcpSpec;
  readonly control?: (actor: string) => ControlName;
  readonly queue?: (actor: string) => QueueSpec;
  readonly shared?: readonly SharedLink[];
  readonly retransmitNs: number;
  /** Bytes that every message costs besides its payload. The headers of TCP's segments come on top. */
  readonly framingBytes: number;
  /** Whether residues are packed. */
  readonly packsResidues: boolean;
  /**
   * `mesh`: every pair has a path of its own. `star`: messages between others are forwarded by the hub and use its links too; the hub's
   * actor never sees them.
   */
  readonly paths: 'mesh' | 'star';
  /** What happens to packets besides; before the rules of faults. Absent: nothing. */
  readonly rules?: readonly MakeRule[];
  /** The actor at the centre of a star. */
  readonly hub: string;
  readonly bandwidth: (actor: string) => Bandwidth;
  /** The rates measured over time at an actor's links, which replace its bandwidth. */
  readonly rates?: (actor: string) => Rates | undefined;
}

/** Bits per second over time. */
export interface Rates {
  readonly uplink?: Series | undefined;
  readonly downlink?: Series | undefined;
}

/** Packets that queues dropped: in all, and at the link that dropped most, such as `uplink of server`. */
export interface Dropped {
  readonly packets: number;
  readonly link: string;
  readonly most: number;
}

export class Network {
  readonly framingBytes: number;
  readonly packsResidues: boolean;
  readonly uplinks: LinkEnds;
  readonly downlinks: LinkEnds;
  readonly links: Links;
  /** The rules between the latency and the receiver's downlink. */
  readonly rules: readonly Rule[];
  readonly transport: TransportKind;
  readonly retransmitNs: number;
  /** Only with TCP, which then owns all queues at the ends of links. */
  readonly tcp: Tcp | undefined;
  readonly #hub: number | undefined;
  readonly directory: Directory;
  readonly #shared: readonly SharedLink[];

  constructor(spec: NetworkSpec, directory: Directory, random: Random, rules: readonly Rule[] = []) {
    this.directory = directory;
    this.#shared = spec.shared ?? [];
    this.framingBytes = spec.framingBytes;
    this.packsResidues = spec.packsResidues;
    this.#hub = spec.paths === 'star' ? directory.find(spec.hub) : undefined;
    assert(
      spec.paths !== 'star' || this.#hub !== undefined,
      `the hub ${spec.hub} of the star does not exist`,
    );
    const bandwidth = (id: number): Bandwidth => spec.bandwidth(directory.name(id));
    const { rates } = spec;
    const over = rates && ((id: number): Rates | undefined => rates(directory.name(id)));
    this.uplinks = new LinkEnds(
      directory.size,
      (id) => bandwidth(id).uplinkBps,
      over && ((id) => over(id)?.uplink),
    );
    this.downlinks = new LinkEnds(
      directory.size,
      (id) => bandwidth(id).downlinkBps,
      over && ((id) => over(id)?.downlink),
    );
    this.links = new Links(spec, directory, random);
    const own = random.scope('rules');
    this.rules = [...(spec.rules ?? []).map((make) => make(own)), ...rules];
    this.transport = spec.transport;
    this.retransmitNs = spec.retransmitNs;
    if (spec.transport === TCP) this.tcp = this.#tcp(spec, directory, random);
  }

  #tcp(spec: NetworkSpec, directory: Directory, random: Random): Tcp {
    const { tcp, shared = [], bandwidth, rates, retransmitNs } = spec;
    const { queue = () => DEFAULT_QUEUE, control = () => 'cubic' } = spec;
    assert(tcp !== undefined, 'a transport that is TCP, without its settings');
    const own = 2 * directory.size;
    const linkOf = (link: number): LinkRate => {
      if (link >= own) return middle.linkOf(link);
      const name = directory.name(link >> 1);
      const { uplinkBps, downlinkBps } = bandwidth(name);
      const over = rates?.(name);
      return link % 2 === 0
        ? { bps: uplinkBps, series: over?.uplink, queue: queue(name) }
        : { bps: downlinkBps, series: over?.downlink, queue: queue(name) };
    };
    const middle = new SharedLinks(shared, own, directory);
    const phase = random.familyOfKeys('phase');
    return new Tcp(tcp, {
      links: own + middle.count,
      linkOf,
      routes: middle,
      paths: this.links,
      retransmitNs,
      control: (actor) => control(directory.name(actor)),
      phase: (from, to) => phase(directory.name(from), directory.name(to))[0] / 256,
    });
  }

  /**
   * What a message of this many bytes costs on its first link if sent now: payload, framing, and with TCP the headers of its segments,
   * their acknowledgements, and opening the connection if the message is its first.
   */
  wireBytes(payloadBytes: number, from: number, to: number, nowNs: number): number {
    const bytes = payloadBytes + this.framingBytes;
    return this.tcp?.wireBytes(from, this.firstHop(from, to), bytes, nowNs) ?? bytes;
  }

  /** What queues dropped until now, when no message is under way any more; undefined if nothing. */
  dropped(): Dropped | undefined {
    const { tcp } = this;
    if (tcp === undefined) return undefined;
    tcp.settle(Number.POSITIVE_INFINITY);
    const drops = Array.from({ length: tcp.links }, (_, link) => tcp.carried(link).dropped);
    const packets = drops.reduce((sum, count) => sum + count, 0);
    if (packets === 0) return undefined;
    const most = drops.reduce((larger, count) => Math.max(larger, count), 0);
    const link = drops.indexOf(most);
    return {
      packets,
      most,
      link: `${link % 2 === 0 ? 'uplink' : 'downlink'} of ${this.#ownerOf(link >> 1)}`,
    };
  }

  /** Who has links of this number: an actor, or several. */
  #ownerOf(number: number): string {
    const { size } = this.directory;
    return number < size ? this.directory.name(number) : this.#shared[number - size].name;
  }

  /** Where a packet goes first. */
  firstHop(from: number, to: number): number {
    const hub = this.#hub;
    return hub === undefined || from === hub || to === hub ? to : hub;
  }
}

/** First-in-first-out queues at one end of all links: a packet waits for those before it, and then for its own transmission. */
class LinkEnds {
  readonly #bitsPerSecond: (id: number) => number;
  /** NaN until first needed. */
  readonly #bps: Float64Array;
  readonly #freeNs: Float64Array;
  /** The links that were measured over time. */
  readonly #over: ReadonlyMap<number, RateOverTime> | undefined;
  /** How long the transmission of the last packet took. */
  ownNs = 0;

  /** @param series bits per second over time, for links that were measured */
  constructor(
    actors: number,
    bitsPerSecond: (id: number) => number,
    series?: (id: number) => Series | undefined,
  ) {
    if (series !== undefined) {
      const ids = Array.from({ length: actors }, (_, id) => id);
      this.#over = new Map(
        ids.flatMap((id) => {
          const found = series(id);
          return found === undefined ? [] : [[id, new RateOverTime(found)] as const];
        }),
      );
    }
    this.#bitsPerSecond = bitsPerSecond;
    this.#bps = new Float64Array(actors).fill(Number.NaN);
    this.#freeNs = new Float64Array(actors);
  }

  /** When a packet that arrives now has passed. */
  pass(id: number, wireBytes: number, timeNs: number): number {
    const over = this.#over?.get(id);
    if (over !== undefined) {
      const startNs = Math.max(timeNs, this.#freeNs[id]);
      const doneNs = (this.#freeNs[id] = over.doneNs(startNs, wireBytes));
      this.ownNs = doneNs - startNs;
      return doneNs;
    }
    let bps = this.#bps[id];
    if (Number.isNaN(bps)) bps = this.#bps[id] = this.#bitsPerSecond(id);
    if (bps === Number.POSITIVE_INFINITY) {
      this.ownNs = 0;
      return timeNs;
    }
    const start = Math.max(timeNs, this.#freeNs[id]);
    this.ownNs = Math.ceil((wireBytes * 8e9) / bps);
    return (this.#freeNs[id] = start + this.ownNs);
  }
}
