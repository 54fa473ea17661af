/** Takes packets along the chain of rules, hop by hop, from their sender to their receiver. */

import { assert } from '../base/errors.ts';
import type { Load } from './bounds.ts';
import { isDelay } from './delay.ts';
import type { Digest } from './digest.ts';
import type { Network } from './network.ts';
import type { Packet } from './rule.ts';

/** A packet at some place of the chain: one object, as there may be a million under way. */
export interface Transit extends Packet {
  readonly kind: 'transit';
  payload: Uint8Array;
  digest: Digest;
  hopFrom: number;
  hopTo: number;
  /** The rule that comes next. */
  rule: number;
  retransmissions: number;
  /** Its payload, as the run's bounds count it. */
  readonly load: Load;
}

/** What the transport asks of the simulation. */
export interface TransportHost {
  readonly nowNs: () => number;
  /** Hands the transit back to {@link Transport.advance} when that time has come. */
  readonly later: (atNs: number, transit: Transit) => void;
  readonly digestOf: (payload: Uint8Array) => Digest;
  readonly deliver: (transit: Transit) => void;
  readonly lose: (transit: Transit, reason: string) => void;
  /** Another packet of the same payload is under way from now on. */
  readonly duplicated: (transit: Transit) => void;
}

export class Transport {
  readonly #network: Network;
  readonly #host: TransportHost;

  constructor(network: Network, host: TransportHost) {
    this.#network = network;
    this.#host = host;
  }

  /** Lets a packet go. It comes to its receiver in its turn, even where the way takes no time. */
  depart(transit: Transit): void {
    const atNs = this.#passRules(transit, false);
    if (atNs !== undefined) this.#host.later(atNs, transit);
  }

  /** Takes a packet further whose time has come, and delivers it if it gets to the end without delay. */
  advance(transit: Transit): void {
    const atNs = this.#passRules(transit, true);
    if (atNs === undefined) return;
    if (atNs > this.#host.nowNs()) return this.#host.later(atNs, transit);
    if (transit.hopTo === transit.to) return this.#host.deliver(transit);
    transit.hopFrom = transit.hopTo;
    transit.hopTo = transit.to;
    transit.rule = 0;
    this.advance(transit);
  }

  /**
   * Applies the rules that can be applied now.
   * @param inTurn whether it is this packet's turn among all events, as rules in order of time need
   * @returns when it gets to the rule where it stands, or to the end of the chain; undefined when it was dropped
   */
  #passRules(transit: Transit, inTurn: boolean): number | undefined {
    const { rules } = this.#network;
    const nowNs = this.#host.nowNs();
    let atNs = nowNs;
    for (; transit.rule < rules.length; transit.rule++) {
      const rule = rules[transit.rule];
      if (rule.inOrder === true && (!inTurn || atNs > nowNs)) return atNs;
      const verdict = rule.apply(transit, atNs);
      switch (verdict.kind) {
        case 'pass':
          break;
        case 'delay':
          if (!isDelay(verdict.ns)) assert(false, `${rule.name} delays by ${verdict.ns} ns`);
          atNs += verdict.ns;
          transit.retransmissions += verdict.retransmissions ?? 0;
          // It never gets any further, and rules count in whole nanoseconds.
          if (atNs > Number.MAX_SAFE_INTEGER) return atNs;
          break;
        case 'drop':
          this.#host.lose(transit, verdict.reason);
          return undefined;
        case 'duplicate':
          if (!isDelay(verdict.ns)) assert(false, `${rule.name} duplicates after ${verdict.ns} ns`);
          this.#host.duplicated(transit);
          this.#host.later(atNs + verdict.ns, { ...transit, rule: transit.rule + 1, retransmissions: 0 });
          break;
        case 'tamper':
          transit.payload = verdict.payload;
          transit.digest = this.#host.digestOf(verdict.payload);
          break;
      }
    }
    return atNs;
  }
}
