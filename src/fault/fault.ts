/** What can go wrong on purpose: who, what and when. */

import type { Distribution } from '../sim/distribution.ts';

/**
 * Actors: a name, `server`, `clients`, `everyone`, several of these, or so many clients, or such a share of them rounded
 * down, that the seed chooses.
 */
export type Who = string | readonly string[] | { readonly clients: number } | { readonly fraction: number };

/** When a fault begins. */
export type When =
  /** At a time. */
  | { readonly at: number }
  /** `after` so many nanoseconds in this round, in this phase of it. */
  | { readonly round: number; readonly phase?: string | undefined; readonly after: number }
  /** Once the actor has sent so many messages of a type in a round: in the middle of a broadcast, if it is one. */
  | { readonly sent: string; readonly messages: number; readonly round?: number | undefined }
  /** In every round that the actor enters, with this probability. */
  | { readonly probability: number };

interface Common {
  /** What reports call it. */
  readonly name: string;
  readonly who: Who;
  readonly when: When;
}

/** How long something lasts, in nanoseconds; absent: to the end. */
interface Lasting {
  readonly for?: number | undefined;
}

/** What happens to an actor. */
export type ActorFault =
  /** It loses its memory, its mail and what it computes; later it starts again with what it saved. */
  | { readonly fault: 'crash'; readonly restartAfter: number }
  /** It is gone for good. What comes for an actor that is down is refused. */
  | { readonly fault: 'dropout' }
  /** It does nothing and takes no mail, and then goes on. */
  | { readonly fault: 'pause'; readonly for: number }
  /** Its processor takes so many times as long for everything that it begins. */
  | ({ readonly fault: 'slow'; readonly factor: number } & Lasting);

/** Of the packets between two parties, the share that a fault touches. */
interface Some extends Lasting {
  /** Of all packets, in the long run. */
  readonly rate: number;
  /** The other ends; absent: everybody, and in a partition everybody outside `who`. */
  readonly with?: Who | undefined;
  /** Which way: packets of `who`, packets to it, or both. */
  readonly direction: 'both' | 'from' | 'to';
}

/** What happens to packets on the way. */
export type LinkFault =
  /** Nothing gets through. A reliable link delivers when it has healed; where it never heals, packets are lost. */
  | ({ readonly fault: 'partition' } & Omit<Some, 'rate'>)
  /** Packets are lost for good, whatever the transport, in bursts of this mean length. */
  | ({ readonly fault: 'lose'; readonly burst: number } & Some)
  | ({ readonly fault: 'duplicate'; readonly by: Distribution } & Some)
  /** Later than they were; those behind overtake them. */
  | ({ readonly fault: 'delay'; readonly by: Distribution } & Some)
  /** They queue for a narrow link that all of them share. */
  | ({ readonly fault: 'throttle'; readonly bandwidth: number } & Omit<Some, 'rate'>);

/** What a Byzantine actor does with what its protocol has it say. */
export type LieFault = Lasting & {
  /** Only messages of this type; absent: all. */
  readonly message?: string | undefined;
  /** Only messages to these; absent: to everybody. */
  readonly to?: Who | undefined;
} & (
    | {
        readonly fault: 'lie';
        readonly how: How;
        /** Whether all liars tell the same lie. */
        readonly together: boolean;
        /** Whether every receiver is told another one. */
        readonly differently: boolean;
      }
    /** Bits are flipped, and what is left is cut. */
    | { readonly fault: 'garble' }
    /** So many bytes of nothing behind what it says. */
    | { readonly fault: 'bloat'; readonly bytes: number }
    /** Every message so many times. */
    | { readonly fault: 'flood'; readonly copies: number }
    | { readonly fault: 'silence' }
  );

/**
 * Wrong values of the right shape: drawn from the range of the true ones, all zero, moved by half the range, doubled, one
 * entry drawn, or those of the message of this type before it.
 */
export type How = 'random' | 'zero' | 'shift' | 'scale' | 'one-entry' | 'stale';

export type Fault = Common & (ActorFault | LinkFault | LieFault);

const ACTOR_FAULTS: readonly string[] = [
  'crash',
  'dropout',
  'pause',
  'slow',
] satisfies readonly ActorFault['fault'][];
const LINK_FAULTS: readonly string[] = [
  'partition',
  'lose',
  'duplicate',
  'delay',
  'throttle',
] satisfies readonly LinkFault['fault'][];

export function isActorFault(fault: Fault): fault is Common & ActorFault {
  return ACTOR_FAULTS.includes(fault.fault);
}

export function isLinkFault(fault: Fault): fault is Common & LinkFault {
  return LINK_FAULTS.includes(fault.fault);
}

/** What became of a fault. */
export interface Fired {
  readonly name: string;
  /** Packets touched, messages changed, or how often it happened to an actor. */
  readonly times: number;
  /** When it first did. */
  readonly firstNs?: number;
}
