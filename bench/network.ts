/** The network of benchmarks that are not about networks: everybody reaches everybody over links without limit. */

import type { NetworkSpec } from '../src/sim/network.ts';

export function unlimited(latency: NetworkSpec['latency']): NetworkSpec {
  return {
    latency,
    loss: 0,
    transport: 'reliable',
    retransmitNs: 1e9,
    framingBytes: 66,
    paths: 'mesh',
    hub: 'server',
    bandwidth: () => ({ uplinkBps: Number.POSITIVE_INFINITY, downlinkBps: Number.POSITIVE_INFINITY }),
    link: () => ({}),
  };
}
