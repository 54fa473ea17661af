/** A fault as a scenario has it: its kind, whom it is about and when it begins, and what its kind is told besides. */

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

/** Plain values, as the schema of its kind gives them. */
export interface Fault {
  /** What reports call it; distinct within a scenario. */
  readonly name: string;
  /** The name of its kind. */
  readonly fault: string;
  readonly who: Who;
  readonly when: When;
  /** How long it lasts, in nanoseconds; absent: to the end, or its kind does not last. */
  readonly for?: number | undefined;
  /** Of what happens to packets: the other ends; absent: everybody, or everybody outside `who`. */
  readonly with?: Who | undefined;
  /** Which way: packets of `who`, packets to it, or both. */
  readonly direction?: 'both' | 'from' | 'to' | undefined;
  /** Of what happens to messages: only those of this type; absent: all. */
  readonly message?: string | undefined;
  /** Only those to these; absent: to everybody. */
  readonly to?: Who | undefined;
}

/** What became of a fault. */
export interface Fired {
  readonly name: string;
  /** Packets touched, messages changed, or how often it happened to an actor. */
  readonly times: number;
  /** When it first did. */
  readonly firstNs?: number;
  /** Of each type of message, how many it touched or changed; absent where it is about no messages. */
  readonly messages?: Readonly<Record<string, number>>;
  /** Where its time had come and it did nothing, or never came: why, each reason once. */
  readonly missed?: readonly string[];
}
