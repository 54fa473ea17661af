/**
 * The simulated network: every actor has an uplink and a downlink, every pair a latency and a loss.
 * A packet queues at its sender's uplink, may be lost, takes its latency, and queues at its receiver's downlink.
 */

import { assert } from '../../base/errors.ts';
import type { Random } from '../../base/random.ts';
import type { Directory } from '../messages/directory.ts';
import { Links, type LinkSpec } from './links.ts';
import type { Rule } from './rule.ts';
import { RateOverTime, type Series } from './series.ts';
import { Ends } from '../tcp/ends.ts';
import type { TcpSpec } from '../tcp/spec.ts';
import { Tcp } from '../tcp/tcp.ts';

/** Bits per second; with infinite bandwidth nothing queues. */
export interface Bandwidth {
  readonly uplinkBps: number;
  readonly downlinkBps: number;
}

export interface NetworkSpec extends LinkSpec {
  /**
   * `reliable` retransmits a lost packet after `retransmitNs` until it arrives; with `datagram` it stays lost.
   * A packet uses the sender's uplink once; copies are counted separately. `tcp` retransmits segments and models TCP.
   */
  readonly transport: 'reliable' | 'datagram' | 'tcp';
  /** Only with TCP. */
  readonly tcp?: TcpSpec;
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

/** After this many attempts even a reliable transport gives up, which happens only if nearly everything is lost. */
const MOST_ATTEMPTS = 100_000;

export class Network {
  readonly framingBytes: number;
  readonly packsResidues: boolean;
  readonly uplinks: LinkEnds;
  readonly downlinks: LinkEnds;
  readonly links: Links;
  /** The rules between the latency and the receiver's downlink. */
  readonly rules: readonly Rule[];
  /** How often a packet is sent before it counts as lost. */
  readonly attempts: number;
  readonly retransmitNs: number;
  /** Only with TCP, which then owns all queues at the ends of links. */
  readonly tcp: Tcp | undefined;
  readonly #hub: number | undefined;

  constructor(spec: NetworkSpec, directory: Directory, random: Random, rules: readonly Rule[] = []) {
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
    this.rules = rules;
    this.attempts = spec.transport === 'datagram' ? 1 : MOST_ATTEMPTS;
    this.retransmitNs = spec.retransmitNs;
    if (spec.transport === 'tcp') {
      assert(spec.tcp !== undefined, 'a transport that is TCP, without its settings');
      const { retransmitNs } = spec;
      const bitsPerSecond = (link: number): number =>
        link % 2 === 0 ? bandwidth(link >> 1).uplinkBps : bandwidth(link >> 1).downlinkBps;
      const ends = new Ends(2 * directory.size, bitsPerSecond);
      this.tcp = new Tcp(spec.tcp, { ends, paths: this.links, retransmitNs });
    }
  }

  /**
   * What a message of this many bytes costs on its first link if sent now: payload, framing, and with TCP the headers of its segments,
   * their acknowledgements, and opening the connection if the message is its first.
   */
  wireBytes(payloadBytes: number, from: number, to: number, nowNs: number): number {
    const bytes = payloadBytes + this.framingBytes;
    return this.tcp?.wireBytes(from, this.firstHop(from, to), bytes, nowNs) ?? bytes;
  }

  /** Where a packet goes first. */
  firstHop(from: number, to: number): number {
    const hub = this.#hub;
    return hub === undefined || from === hub || to === hub ? to : hub;
  }
}

/** First-in-first-out queues at one end of all links: a packet waits for those before it, and then for its own transmission. */
export class LinkEnds {
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
