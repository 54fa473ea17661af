/** The interface for learning where the time of packets goes. */

import type { Packets } from '../messages/packets.ts';
import type { Passage } from '../tcp/passage.ts';
import type { Network } from './network.ts';

/**
 * Is notified by the {@link Transport} of what happens to every packet, in order of events. Packets are given by number. On each link, what it
 * is told adds up to the whole time from one end to the other.
 */
export interface TransportWatcher {
  /** Once, before all else. */
  begin(network: Network, packets: Packets): void;
  /**
   * A packet reached the uplink of its link, and will have passed it at `departedNs`.
   * @param ownNs how long it is being sent
   * @param lossNs how long it took until a copy got through
   */
  departs(
    packet: number,
    nowNs: number,
    ownNs: number,
    departedNs: number,
    lossNs: number,
    latencyNs: number,
  ): void;
  /** A rule delays a packet. @param rule its place in the chain */
  delays(packet: number, rule: number, ns: number): void;
  /** A rule makes a copy of a packet, which continues that much later. */
  copies(packet: number, twin: number, rule: number, ns: number): void;
  /** A packet reached the downlink of its link, and will have passed it at `leftNs`. */
  receives(packet: number, nowNs: number, ownNs: number, leftNs: number): void;
  /** A packet is lost. */
  loses(packet: number): void;
  /** A packet has reached its receiver. */
  arrives(packet: number): void;

  /** Only with TCP, instead of `departs`: a packet joined its connection, and `transmits` will follow. */
  enqueues(packet: number, nowNs: number): void;
  /** Only with TCP: a packet that joined will arrive at `atNs`. @param passage is reused */
  transmits(packet: number, atNs: number, passage: Passage): void;
  /** Only with TCP: a packet has come to its receiver's end, where it may wait for those sent before it. */
  receivesFlow(packet: number, nowNs: number): void;
  /** Only with TCP: its connection hands it over. */
  deliversInOrder(packet: number, nowNs: number): void;
}
