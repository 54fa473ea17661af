/** Networks for benchmarks. */

import type { NetworkSpec } from '../src/core/engine/network/network.ts';
import type { TcpSpec } from '../src/core/engine/tcp/spec.ts';
import { RELIABLE } from '../src/core/engine/network/transport-kind.ts';

/** Everybody reaches everybody over links without limit. */
export function unlimited(latency: NetworkSpec['latency']): NetworkSpec {
  return {
    latency,
    loss: 0,
    transport: RELIABLE,
    retransmitNs: 1e9,
    framingBytes: 66,
    packsResidues: false,
    paths: 'mesh',
    hub: 'server',
    bandwidth: () => ({ uplinkBps: Number.POSITIVE_INFINITY, downlinkBps: Number.POSITIVE_INFINITY }),
    link: () => ({}),
  };
}

/** TCP with the defaults of scenarios. */
export const TCP: TcpSpec = {
  segmentBytes: 1448,
  initialWindow: 10,
  windowBytes: 2 ** 22,
  nagle: false,
  delayedAcks: true,
  connect: 'first',
};
