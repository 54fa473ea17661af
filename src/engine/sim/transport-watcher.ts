/** Who wants to know what takes a packet its time on its way. */

import type { Packets } from './packets.ts';

/**
 * Is told by the {@link Transport} of queues, losses and latencies, of packets by number and in the order of what happens: all
 * that takes time where no connection, fault or rule of others has a part in it.
 */
export interface TransportWatcher {
  /** Once, before all else. */
  begin(packets: Packets): void;
  /**
   * A packet came to the uplink of its link, and is through at `departedNs`.
   * @param ownNs how long it is being sent
   * @param lossNs after how long a copy of it got through
   */
  departs(
    packet: number,
    nowNs: number,
    ownNs: number,
    departedNs: number,
    lossNs: number,
    latencyNs: number,
  ): void;
  /** It came to the uplink in the same way, and no copy of it gets through. */
  loses(packet: number, nowNs: number, ownNs: number, departedNs: number): void;
  /** A packet came to the downlink of its link, and is through at `leftNs`. */
  lands(packet: number, nowNs: number, ownNs: number, leftNs: number): void;
  /** A packet has come to its receiver. */
  arrives(packet: number): void;
}
