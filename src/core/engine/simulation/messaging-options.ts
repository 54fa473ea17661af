/** What the messaging of a simulation needs. */

import type { AnyMessageType } from '../wire/message.ts';
import type { Bounds } from '../clock/bounds.ts';
import type { Bus } from '../messages/bus.ts';
import type { Digester } from '../messages/digest.ts';
import type { Directory } from '../messages/directory.ts';
import type { Interference } from './interference.ts';
import type { Network } from '../network/network.ts';
import type { Wrapping } from '../wire/wrapping.ts';
import type { Processes } from '../actors/processes.ts';
import type { TransportWatcher } from '../network/transport-watcher.ts';

export interface MessagingOptions {
  readonly bus: Bus;
  readonly directory: Directory;
  readonly processes: Processes;
  readonly network: Network;
  readonly bounds: Bounds;
  readonly digester: Digester;
  readonly types: readonly AnyMessageType[];
  readonly wrapping: Wrapping | undefined;
  /** Larger payloads are refused without decoding. */
  readonly messageBytes: number;
  readonly interference: Interference | undefined;
  readonly watcher: TransportWatcher | undefined;
}
