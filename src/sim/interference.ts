/** An outside hand: what may be done to actors and to their messages by something that is no actor. */

import type { Directory } from './directory.ts';
import type { AnyMessageType } from './message.ts';
import type { Rule } from './rule.ts';

/** What it can do, between two events or in the middle of a broadcast. Actors are given by number. */
export interface Controls {
  readonly directory: Directory;
  nowNs(): number;
  /** Acts at a time to come, unless everybody is done by then and the act starts nobody again. */
  later(atNs: number, act: () => void, restarts?: boolean): void;
  /** The actor loses everything but what it saved: its memory, its mail, its computation. */
  crash(actor: number): void;
  /** Starts a crashed actor anew. */
  restart(actor: number): void;
  /** The actor does nothing and takes no mail until then. */
  pause(actor: number, untilNs: number): void;
  /** What the actor begins to compute takes so many times as long; 1 is as before. */
  slow(actor: number, factor: number): void;
  /** Whether an actor can do anything still: not crashed, not done. */
  isUp(actor: number): boolean;
  /** Says on the bus what was done. */
  report(fault: string, actor: number, what: string): void;
}

/** A message as its sender's protocol would have it. */
export interface Outgoing {
  readonly from: number;
  readonly to: number;
  readonly type: AnyMessageType;
  readonly body: object;
  readonly payload: Uint8Array;
}

export interface Interference {
  /** Called once, before anything happens. */
  begin(controls: Controls): void;
  /** Stand before the rules of the network. */
  readonly rules: readonly Rule[];
  /** What leaves instead of a message: nothing, the same bytes, others, or several. */
  outgoing(message: Outgoing): readonly Uint8Array[];
}
