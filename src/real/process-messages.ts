/** Messages between a machine that runs parties and their processes; those between parties are elsewhere. */

import type { PluginPlace } from '../run/plugin/modules.ts';
import type { Address } from './mesh.ts';
import type { PartyEnd } from './party-runtime.ts';
import type { ComputingTime, UsedTime } from './metered.ts';
import type { ProcessorTime } from '../core/platform/node/thread-times.ts';

/** To a party's process. */
export type Command =
  | {
      readonly kind: 'start';
      /** The file with its inputs. */
      readonly inputs: string;
      readonly folder: string;
      readonly plugins: readonly PluginPlace[];
      readonly build: string;
      readonly patienceMs: number;
      readonly durable: boolean;
      readonly address: Address;
    }
  | { readonly kind: 'connect'; readonly addresses: readonly (readonly [name: string, address: Address])[] }
  | { readonly kind: 'stop' };

/** From it. */
export type Report =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'begun' }
  | {
      readonly kind: 'ended';
      readonly end: PartyEnd;
      readonly processors?: ProcessorTime | undefined;
      readonly computing: ComputingTime;
      readonly used: UsedTime;
    }
  | { readonly kind: 'wrong'; readonly message: string };
