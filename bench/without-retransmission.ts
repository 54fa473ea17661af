/** Cahoots' protocols with roles that do not retransmit. */

import { standard } from '../bin/standard.ts';
import { plugin } from '../src/run/plugin/plugin.ts';
import type { AnyProtocol } from '../src/core/kit/index.ts';

export const withoutRetransmission = plugin(import.meta.url, {
  name: 'without-retransmission',
  protocols: (standard.protocols as readonly AnyProtocol[]).map((protocol) => ({
    ...protocol,
    roles: Object.fromEntries(
      Object.entries(protocol.roles).map(([name, { retransmitAfterNs: _none, ...role }]) => [name, role]),
    ),
  })),
});
