/** What a fault does in a run, by what it happens to. */

import type { Controls, Outgoing } from '../engine/sim/interference.ts';
import type { Packet, Verdict } from '../engine/sim/rule.ts';

export type Action = ActorAction | LinkAction | MessageAction;

/** An actor that a fault strikes now. */
export interface Struck {
  readonly actor: number;
  readonly nowNs: number;
  readonly controls: Controls;
  /** Puts into the trace what comes of it later, in a word. */
  report(what: string): void;
}

export type ActorAction =
  /** Its time has come at an actor that is up. */
  | { strike(struck: Struck): void }
  /** How many times as long computations take that the actor begins while the fault lasts. */
  | { readonly slowness: number };

/** What becomes of a packet; `PASS` where the fault leaves it alone after all. */
export type Touch = (packet: Packet, timeNs: number, untilNs: number) => Verdict;

/** The other ends where a scenario does not say: everybody, or everybody outside `who`. */
export type OtherEnds = 'everybody' | 'everybody else';

export interface LinkAction {
  readonly touch: Touch;
  readonly otherEnds: OtherEnds;
}

/** A message as its protocol would have it. */
export interface Said extends Outgoing {
  /** How many of this type its sender said to its receiver before. */
  readonly nth: number;
  /** The body of the last of these, as it was then: the values may have changed since. Undefined for the first. */
  before(): object | undefined;
}

/** A message on its way out, and what is left of its truth. */
export interface Draft {
  readonly body: object;
  /** What leaves: nothing, one message, or several. */
  readonly payloads: readonly Uint8Array[];
}

/** What becomes of a message; the draft itself where the fault has nothing to do with it. */
export type Twist = (said: Said, draft: Draft) => Draft;

export interface MessageAction {
  /** Whether it need not be told of messages that nothing is done about. */
  readonly forgets?: true;
  /** Must be told of every message of the fault's actors: it keeps what they said last. */
  listen(message: Outgoing): Said;
  readonly twist: Twist;
}
