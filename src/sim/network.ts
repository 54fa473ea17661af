/**
 * The simulated network: every actor has an uplink and a downlink, every pair a latency and a loss.
 * A packet queues at its sender's uplink, may be lost, takes its latency, and queues at its receiver's downlink.
 */

import { assert } from '../base/errors.ts';
import type { Random, Stream } from '../base/random.ts';
import type { Directory } from './directory.ts';
import { type Distribution, Sampler } from './distribution.ts';
import { PASS, type Packet, type Rule, type Verdict } from './rule.ts';

/** Bits a second; infinite bandwidth never queues. */
export interface Bandwidth {
  readonly uplinkBps: number;
  readonly downlinkBps: number;
}

/** What a pair of actors has between them, in one direction. */
export interface Link {
  /** One way, in nanoseconds. */
  readonly latency: Distribution;
  /** The probability that one transmission is lost. */
  readonly loss: number;
}

export interface NetworkSpec extends Link {
  /**
   * `reliable` sends a lost packet again, `retransmitNs` later, until it arrives; `datagram` leaves it lost.
   * The sender's uplink queue is charged once; the copies are counted apart.
   */
  readonly transport: 'reliable' | 'datagram';
  readonly retransmitNs: number;
  /** Bytes that every message costs beyond its payload. */
  readonly framingBytes: number;
  /**
   * `mesh`: every pair has a path of its own. `star`: what is not from or to the hub is forwarded by it, over its
   * links too, sealed: the hub's actor never sees it.
   */
  readonly paths: 'mesh' | 'star';
  /** The actor in the middle of a star. */
  readonly hub: string;
  readonly bandwidth: (actor: string) => Bandwidth;
  /** What differs from the network's own latency and loss, by sender and receiver. */
  readonly link: (from: string, to: string) => Partial<Link>;
}

export class Network {
  readonly framingBytes: number;
  readonly rules: readonly Rule[];
  readonly #hub: number | undefined;

  /** @param extra rules that stand between the latency and the receiver's downlink */
  constructor(spec: NetworkSpec, directory: Directory, random: Random, extra: readonly Rule[] = []) {
    this.framingBytes = spec.framingBytes;
    this.#hub = spec.paths === 'star' ? directory.find(spec.hub) : undefined;
    assert(
      spec.paths !== 'star' || this.#hub !== undefined,
      `the hub ${spec.hub} of the star does not exist`,
    );
    const bandwidth = (id: number): Bandwidth => spec.bandwidth(directory.name(id));
    const links = new LinkStates(spec, directory, random);
    this.rules = [
      queue(
        'uplink',
        directory.size,
        (packet) => packet.hopFrom,
        (id) => bandwidth(id).uplinkBps,
      ),
      lossRule(spec, links),
      {
        name: 'latency',
        apply: (packet) => ({ kind: 'delay', ns: Math.round(links.of(packet).latency.draw()) }),
      },
      ...extra,
      {
        ...queue(
          'downlink',
          directory.size,
          (packet) => packet.hopTo,
          (id) => bandwidth(id).downlinkBps,
        ),
        inOrder: true,
      },
    ];
  }

  /** Where a packet goes first. */
  firstHop(from: number, to: number): number {
    const hub = this.#hub;
    return hub === undefined || from === hub || to === hub ? to : hub;
  }
}

/** A first-in-first-out queue at one end of a link: a packet waits for those before it and takes its own time. */
function queue(
  name: string,
  actors: number,
  end: (packet: Packet) => number,
  bitsPerSecond: (id: number) => number,
): Rule {
  const ends: (QueueEnd | undefined)[] = Array.from({ length: actors });
  return {
    name,
    apply(packet, timeNs): Verdict {
      const id = end(packet);
      const state = (ends[id] ??= queueEnd(bitsPerSecond(id)));
      if (state === UNLIMITED) return PASS;
      const start = Math.max(timeNs, state.freeNs);
      state.freeNs = start + Math.ceil((packet.wireBytes * 8e9) / state.bps);
      return { kind: 'delay', ns: state.freeNs - timeNs };
    },
  };
}

interface QueueEnd {
  readonly bps: number;
  freeNs: number;
}

/** One for all, as nothing ever waits there. */
const UNLIMITED: QueueEnd = { bps: Number.POSITIVE_INFINITY, freeNs: 0 };

function queueEnd(bps: number): QueueEnd {
  return bps === Number.POSITIVE_INFINITY ? UNLIMITED : { bps, freeNs: 0 };
}

/** Where even a reliable transport gives up: only links on which nearly everything is lost get there. */
const MOST_LOST = 100_000;

function lossRule(spec: NetworkSpec, links: LinkStates): Rule {
  return {
    name: 'loss',
    apply(packet): Verdict {
      const { loss, stream } = links.of(packet);
      if (stream === undefined) return PASS;
      let lost = 0;
      while (stream.uniform() < loss) {
        if (spec.transport === 'datagram') return { kind: 'drop', reason: 'lost' };
        if (++lost === MOST_LOST) return { kind: 'drop', reason: `lost ${MOST_LOST} times` };
      }
      return lost === 0 ? PASS : { kind: 'delay', ns: lost * spec.retransmitNs, retransmissions: lost };
    },
  };
}

interface LinkState {
  readonly latency: Sampler;
  readonly loss: number;
  /** Decides what is lost; absent where nothing is. */
  readonly stream: Stream | undefined;
}

/** What each direction of each pair draws from: made when first used, and named, so another pair changes nothing. */
class LinkStates {
  /** By sender, then by receiver. */
  readonly #states: ((LinkState | undefined)[] | undefined)[];
  readonly #spec: NetworkSpec;
  readonly #directory: Directory;
  readonly #latencyStream: (from: string, to: string) => Stream;
  readonly #lossStream: (from: string, to: string) => Stream;

  constructor(spec: NetworkSpec, directory: Directory, random: Random) {
    this.#spec = spec;
    this.#directory = directory;
    this.#states = Array.from({ length: directory.size });
    this.#latencyStream = random.family('latency');
    this.#lossStream = random.family('loss');
  }

  of({ hopFrom, hopTo }: Packet): LinkState {
    // An empty array would take room for many, where most only ever send to one.
    const states = (this.#states[hopFrom] ??= [undefined]);
    return (states[hopTo] ??= this.#open(hopFrom, hopTo));
  }

  #open(fromId: number, toId: number): LinkState {
    const from = this.#directory.name(fromId);
    const to = this.#directory.name(toId);
    const own = this.#spec.link(from, to);
    const { latency = this.#spec.latency, loss = this.#spec.loss } = own;
    return {
      latency: new Sampler(latency, this.#latencyStream(from, to)),
      loss,
      stream: loss === 0 ? undefined : this.#lossStream(from, to),
    };
  }
}
