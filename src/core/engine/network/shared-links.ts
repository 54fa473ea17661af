/** Links in the middle that several actors share, such as the line of a clinic or a satellite. */

import type { Directory } from '../messages/directory.ts';
import { downlinkOf, type LinkRate, type QueueSpec, uplinkOf } from '../queues/queues.ts';
import { OVER_THE_DISTANCE } from '../tcp/wire.ts';

/** A link over which actors of a group reach all others. What they send to each other does not cross it. */
export interface SharedLink {
  readonly name: string;
  readonly uplinkBps: number;
  readonly downlinkBps: number;
  readonly has: (actor: string) => boolean;
  /** In addition to the latency of each path that crosses it, one way. */
  readonly latencyNs: number;
  readonly queue: QueueSpec;
}

/** The numbers of shared links begin after those of actors' own links: first the uplink of each, then its downlink. */
export class SharedLinks {
  readonly count: number;
  readonly #links: readonly SharedLink[];
  readonly #first: number;
  readonly #directory: Directory;
  /** Of each actor. */
  readonly #memberships: (readonly number[] | undefined)[] = [];

  constructor(links: readonly SharedLink[], first: number, directory: Directory) {
    this.count = 2 * links.length;
    this.#links = links;
    this.#first = first;
    this.#directory = directory;
  }

  linkOf(link: number): LinkRate {
    const at = link - this.#first;
    const { uplinkBps, downlinkBps, queue } = this.#links[at >> 1];
    return { bps: at % 2 === 0 ? uplinkBps : downlinkBps, queue };
  }

  /** From the sender outwards, in the order of the scenario, over the distance, and inwards to the receiver. */
  route(from: number, to: number): { readonly route: readonly number[]; readonly extraNs: number } {
    const ofSender = this.#of(from);
    const ofReceiver = this.#of(to);
    const out = ofSender.filter((link) => !ofReceiver.includes(link));
    const into = ofReceiver.filter((link) => !ofSender.includes(link)).toReversed();
    const extraNs = [...out, ...into].reduce((sum, link) => sum + this.#links[link].latencyNs, 0);
    const route = [
      uplinkOf(from),
      ...out.map((link) => this.#first + uplinkOf(link)),
      OVER_THE_DISTANCE,
      ...into.map((link) => this.#first + downlinkOf(link)),
      downlinkOf(to),
    ];
    return { route, extraNs };
  }

  #of(actor: number): readonly number[] {
    return (this.#memberships[actor] ??= this.#links.flatMap(({ has }, link) =>
      has(this.#directory.name(actor)) ? [link] : [],
    ));
  }
}
