/** What a simulation is made of, and what comes of it. */

import type { Executor } from '../compute/executor.ts';
import type { Random } from '../../base/random.ts';
import type { AnyMessageType } from '../wire/message.ts';
import type { Role } from './actor.ts';
import type { Bound, Limits } from './bounds.ts';
import type { Bus } from './bus.ts';
import type { PayloadDigest } from './payload-digest.ts';
import type { Interference } from './interference.ts';
import type { NetworkSpec } from './network.ts';
import type { Rule } from './rule.ts';
import type { TransportWatcher } from './transport-watcher.ts';

export interface SimulationOptions {
  readonly roles: readonly Role[];
  /** The types of message that actors can take. */
  readonly messages: readonly AnyMessageType[];
  readonly network: NetworkSpec;
  /** Rules of the user's own, see {@link Network}. */
  readonly rules?: readonly Rule[];
  readonly random: Random;
  readonly executor: Executor;
  readonly bus: Bus;
  /**
   * Given where computations take as long as they are measured to take, not as their counted operations say. It knows how
   * long one took in an earlier run; undefined: it is to be measured.
   */
  readonly durations?: Durations;
  /** Devices that were measured; absent: durations follow from counted operations and rates. */
  readonly times?: DeviceTimes;
  /** Does things to actors and to what they send. */
  readonly interference?: Interference;
  /** Is told what takes packets their time; what a limit or an abort leaves under way, too, until it would have come. */
  readonly watcher?: TransportWatcher;
  /** What ends the run wherever it is. */
  readonly limits?: Limits;
  /** What stands for payloads wherever something is said of them; absent: CRC-32. */
  readonly digest?: PayloadDigest;
  /** Larger messages are refused unread. */
  readonly messageBytes?: number;
  /** What may lie unread at an actor, beyond the newest message of each sender. */
  readonly mailboxBytes?: number;
  /** Ends the run in order, between two events. */
  readonly signal?: AbortSignal;
}

/** What things take on devices that were measured, in nanoseconds. Actors are given by number. */
export interface DeviceTimes {
  /** Of the computation that begins now; undefined: by its operations and the device's rate. */
  computeNs(actor: number, task: string, operations: number): number | undefined;
  encodeNs(actor: number, type: string, bytes: number): number;
  decodeNs(actor: number, type: string, bytes: number): number;
}

/** The virtual duration of the computation that an actor begins now. */
export type Durations = (actor: number, task: string) => number | undefined;

/**
 * How a run ended: `done` when every started actor finished; `stalled` when nothing can happen any more and some still
 * wait; `limit` when it would have gone beyond its limits; `aborted` by the signal.
 */
export type Ending = 'done' | 'stalled' | 'limit' | 'aborted';

export interface SimulationResult {
  readonly ending: Ending;
  /** Which limit it was, where it was one. */
  readonly bound?: Bound | undefined;
  /** When the last thing happened. */
  readonly endNs: number;
  /** How many events came at the time of the one before, so that the order of insertion decided. */
  readonly ties: number;
  /** What each finished actor gave as its result, by name; only those that gave one. */
  readonly results: ReadonlyMap<string, unknown>;
  /** What each actor that did not finish was waiting for. */
  readonly awaiting: ReadonlyMap<string, string>;
  /** Who left, and did not come back. */
  readonly left: readonly string[];
}
