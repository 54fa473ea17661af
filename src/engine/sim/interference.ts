/** An outside hand: what may be done to actors and to their messages by something that is no actor. */

import type { Bus } from './bus.ts';
import type { Directory } from './directory.ts';
import type { AnyMessageType } from '../wire/message.ts';
import type { Rule } from './rule.ts';

/** At work; crashed, for good or not; done; or not yet asked to take part. */
export type ActorState = 'up' | 'down' | 'done' | 'not there yet';

/** What it can do, between two events or in the middle of a broadcast. Actors are given by number. */
export interface Controls {
  readonly directory: Directory;
  nowNs(): number;
  /** Acts at a time to come, unless everybody is done by then and nobody comes back. */
  later(atNs: number, act: () => void): void;
  /**
   * The actor loses everything but what it saved: its memory, its mail, its computation.
   * @param returns whether it will be restarted, which a run waits for
   */
  crash(actor: number, returns: boolean): void;
  /** Starts a crashed actor anew. */
  restart(actor: number): void;
  /** The actor does nothing and takes no mail until then. */
  pause(actor: number, untilNs: number): void;
  /** Whether an actor can do anything still, and if not, why. */
  stateOf(actor: number): ActorState;
  /**
   * Says on the bus what was done.
   * @param message that it was done to, if it was one on its way
   */
  report(fault: string, actor: number, what: string, message?: number): void;
}

/** A message as its sender's protocol would have it. */
export interface Outgoing {
  readonly from: number;
  readonly to: number;
  readonly type: AnyMessageType;
  readonly body: object;
  readonly payload: Uint8Array;
  /** Gives the body as it is now, whatever becomes of its values. */
  keep(): () => object;
}

export interface Interference {
  /**
   * Called once, before anything happens.
   * @param bus announces what to wait for; whoever subscribed before has heard of it before anything is done about it
   */
  begin(controls: Controls, bus: Bus): void;
  /** Stand between the latency and the receiver's downlink. */
  readonly rules: readonly Rule[];
  /** An actor has sent a message of this type, and every subscriber has heard of it. Absent: nobody waits for that. */
  readonly sent?: ((from: number, type: string) => void) | undefined;
  /**
   * What leaves instead of a message: nothing, the same bytes, others, or several; undefined: the message itself. Absent: every message
   * leaves as it is now.
   */
  readonly outgoing?: ((message: Outgoing) => readonly Uint8Array[] | undefined) | undefined;
  /** How many times as long takes what an actor begins to compute now; 1 is as ever. */
  slowness(actor: number): number;
}
