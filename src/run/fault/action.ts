/** What a fault does in a run, depending on what it affects. */

import type { Controls } from '../../core/engine/simulation/interference.ts';
import type { Packet, Verdict } from '../../core/engine/network/rule.ts';
import type { MessageMemory } from './message-memory.ts';
import type { IntendedMessage } from './intended-message.ts';

export type Action = ActorAction | LinkAction | MessageAction;

/** An actor that a fault strikes at this moment. */
export interface Struck {
  readonly actor: number;
  readonly name: string;
  readonly role: string;
  readonly nowNs: number;
  readonly controls: Controls;
  /** Records in the trace, in a word, what becomes of it later. */
  report(what: string): void;
}

export type ActorAction =
  /** When its time has come, for an actor that is up. */
  | { strike(struck: Struck): void }
  /** The factor by which computations take longer that the actor starts while the fault lasts. */
  | { readonly slowness: number };

/** What happens to a packet; `PASS` if the fault leaves it alone after all. */
export type Touch = (packet: Packet, timeNs: number, untilNs: number) => Verdict;

/** The other ends if a scenario names none: everybody, or everybody outside `who`. */
export type OtherEnds = 'everybody' | 'everybody else';

export interface LinkAction {
  readonly touch: Touch;
  readonly otherEnds: OtherEnds;
}

/** A message on its way out, as changed by faults so far. */
export interface Draft {
  readonly body: object;
  /** What is sent: nothing, one message, or several. */
  readonly payloads: readonly Uint8Array[];
}

/** What happens to a message; returns the draft itself if the fault does not affect it. */
export type Twist = (said: IntendedMessage, draft: Draft) => Draft;

export interface MessageAction {
  /** What is kept of the messages of the fault's actors, which must then all be passed to it; absent: nothing. */
  readonly memory?: MessageMemory | undefined;
  readonly twist: Twist;
}
