/** The interface for learning what delays packets. */

import type { Packets } from '../messages/packets.ts';

/**
 * Is told by the {@link Transport} about queues, losses and latencies, in order of events, with packets given by number. This
 * explains all delays if there are no connections and no other rules.
 */
export interface TransportWatcher {
  /** Once, before all else. */
  begin(packets: Packets): void;
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
  /** A packet of which no copy gets through reached the uplink of its link. */
  loses(packet: number, nowNs: number, ownNs: number, departedNs: number): void;
  /** A packet reached the downlink of its link, and will have passed it at `leftNs`. */
  lands(packet: number, nowNs: number, ownNs: number, leftNs: number): void;
  /** A packet has reached its receiver. */
  arrives(packet: number): void;
}
