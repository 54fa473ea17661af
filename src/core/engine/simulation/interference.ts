/** Interference from outside: what something that is not an actor may do to actors and their messages. */

import type { Bus } from '../messages/bus.ts';
import type { Directory } from '../messages/directory.ts';
import type { AnyMessageType } from '../wire/message.ts';
import type { MessageEnds, Rule } from '../network/rule.ts';

/** Running; crashed, for good or not; done; or not started yet. */
export type ActorState = 'up' | 'down' | 'done' | 'not there yet';

/** What interference can do, between two events or in the middle of a broadcast. Actors are given by number. */
export interface Controls {
  readonly directory: Directory;
  nowNs(): number;
  /** Whether the run has ended, and packets in transit are only followed to their ends. */
  isOver(): boolean;
  /**
   * Acts at a later time, before anything else that happens then, unless all actors are done by then and none will be restarted.
   */
  later(atNs: number, act: () => void): void;
  /**
   * The actor loses its memory, its mailbox and its computation, but not what it saved.
   * @param returns whether it will be restarted, which a run waits for
   */
  crash(actor: number, returns: boolean): void;
  /** Restarts a crashed actor, of which {@link Interference.mayRestart} must not have said otherwise. */
  restart(actor: number): void;
  /** The actor does nothing and receives no messages until then. */
  pause(actor: number, untilNs: number): void;
  /** Whether an actor can still do anything, and if not, why. */
  stateOf(actor: number): ActorState;
  /**
   * Announces on the bus what was done.
   * @param message the message in transit that it was done to, if any
   */
  report(fault: string, actor: number, what: string, message?: number): void;
}

/** A message as intended by its sender's protocol. */
export interface Outgoing extends MessageEnds {
  readonly type: AnyMessageType;
  readonly body: object;
  readonly payload: Uint8Array;
  /** Returns a function that gives the body as it is now, even if its values change later. */
  keep(): () => object;
}

export interface Interference {
  /**
   * Called once, before any actor does anything.
   * @param bus announces what to wait for; whoever subscribed before is notified before anything is done about it
   */
  begin(controls: Controls, bus: Bus): void;
  /** Whether it may ever crash and restart this actor, so that what the actor saves and receives must be kept. Absent: any. */
  mayRestart?(name: string): boolean;
  /** They apply between the latency and the receiver's downlink. */
  readonly rules: readonly Rule[];
  /** An actor has sent a message of this type, and every subscriber was notified. Absent: nobody waits for that. */
  readonly sent?: ((from: number, type: string) => void) | undefined;
  /**
   * What leaves instead of a message: nothing, the same bytes, others, or several; undefined: the message itself. Absent: every message
   * leaves as it is now.
   */
  readonly outgoing?: ((message: Outgoing) => readonly Uint8Array[] | undefined) | undefined;
  /** The factor by which a computation takes longer that the actor begins now; normally 1. */
  slowness(actor: number): number;
}
