/** The input and the result of a simulation. */

import type { Dropped } from '../network/network.ts';
import type { Executor } from '../compute/executor.ts';
import type { TaskTable } from '../compute/task.ts';
import type { Random } from '../../base/random.ts';
import type { AnyMessageType } from '../wire/message.ts';
import type { Wrapping } from '../wire/wrapping.ts';
import type { Role } from '../actors/actor.ts';
import type { Bound, Limits } from '../clock/bounds.ts';
import type { Bus } from '../messages/bus.ts';
import type { PayloadDigest } from '../messages/payload-digest.ts';
import type { Machine } from './machines.ts';
import type { Interference } from './interference.ts';
import type { NetworkSpec } from '../network/network.ts';
import type { Rule } from '../network/rule.ts';
import type { TransportWatcher } from '../network/transport-watcher.ts';

export interface SimulationOptions {
  readonly roles: readonly Role[];
  /** The types of messages that actors can receive. */
  readonly messages: readonly AnyMessageType[];
  readonly network: NetworkSpec;
  /** Rules of the user's own, see {@link Network}. */
  readonly rules?: readonly Rule[] | undefined;
  readonly random: Random;
  /** The random streams of single actors, instead of those under their names in `random`. */
  readonly ownRandom?: ((name: string) => Random | undefined) | undefined;
  /** The tasks that actors may compute; absent: any. */
  readonly tasks?: TaskTable | undefined;
  readonly executor: Executor;
  readonly bus: Bus;
  /**
   * Present if the durations of computations are measured instead of following from counted operations. Gives the duration in an
   * earlier run; undefined: to be measured.
   */
  readonly durations?: Durations | undefined;
  /** Durations on measured devices; absent: they follow from counted operations and rates. */
  readonly times?: DeviceTimes | undefined;
  /** Actors that share processors; absent: each has one of its own. */
  readonly machines?: readonly Machine[] | undefined;
  /** Interferes with actors and their messages. */
  readonly interference?: Interference | undefined;
  /** Is notified of what delays packets, including those in transit at a limit or an abort, until they would have arrived. */
  readonly watcher?: TransportWatcher | undefined;
  /** Limits that end the run. */
  readonly limits?: Limits | undefined;
  /** The digest of payloads; absent: CRC-32. */
  readonly digest?: PayloadDigest | undefined;
  /** What becomes of the bytes of messages; absent: they leave as they are. */
  readonly wrapping?: Wrapping | undefined;
  /** Larger messages are refused without decoding. */
  readonly messageBytes?: number | undefined;
  /** How many bytes may be unread at an actor, not counting the newest message of each sender. */
  readonly mailboxBytes?: number | undefined;
  /** Ends the run in an orderly way, between two events. */
  readonly signal?: AbortSignal | undefined;
}

/** Durations on measured devices, in nanoseconds. Actors are given by number. */
export interface DeviceTimes {
  /** Of a computation that begins now; undefined: it follows from its operations and the device's rate. */
  computeNs(actor: number, task: string, operations: number): number | undefined;
  encodeNs(actor: number, type: string, bytes: number): number;
  decodeNs(actor: number, type: string, bytes: number): number;
  /** Of the actor's next turn: it begins, or goes on with a message or a result, and sends what follows. */
  turnNs(actor: number): number;
}

/** The virtual duration of the computation that an actor begins now. */
export type Durations = (actor: number, task: string) => number | undefined;

/**
 * How a run ended: `done`: every started actor finished; `stalled`: nothing more can happen, but some actors still wait; `limit`: the
 * run would have exceeded a limit; `aborted`: ended by the signal.
 */
export type Ending = 'done' | 'stalled' | 'limit' | 'aborted';

export interface SimulationResult {
  readonly ending: Ending;
  /** Which limit ended the run, if one did. */
  readonly bound?: Bound | undefined;
  /** The time of the last event. */
  readonly endNs: number;
  /** How many events had the same time as the one before, so that the order of insertion decided. */
  readonly ties: number;
  /** The results of actors that finished with one, by name. */
  readonly results: ReadonlyMap<string, unknown>;
  /** What each actor that did not finish was waiting for. */
  readonly awaiting: ReadonlyMap<string, string>;
  /** The actors that left and did not come back. */
  readonly left: readonly string[];
  /** Packets that queues dropped; absent if none was. */
  readonly dropped?: Dropped | undefined;
}
