/**
 * A fault as a scenario has it: its kind, which actors it affects, when it begins, and the settings of its
 * kind.
 */

/**
 * Actors: a name, `server`, `clients`, `everyone`, a list of these, or a number of clients, or a fraction of
 * them rounded down, which the seed selects.
 */
export type Who = string | readonly string[] | { readonly clients: number } | { readonly fraction: number };

/** When a fault begins. What is sent at that time is sent under it. */
export type When =
  /** At this time. */
  | { readonly at: number }
  /** This many nanoseconds after this round begins, or after this phase of it. */
  | { readonly round: number; readonly phase?: string | undefined; readonly after: number }
  /**
   * Once the actor has sent this many messages of a type in a round: in the middle of a broadcast, if it is
   * one.
   */
  | { readonly sent: string; readonly messages: number; readonly round?: number | undefined }
  /** In every round that the actor enters, with this probability. */
  | { readonly probability: number };

/** Plain values, as produced by the schema of its kind. */
export interface Fault {
  /** Its name in reports; unique within a scenario. */
  readonly name: string;
  /** The name of its kind. */
  readonly fault: string;
  readonly who: Who;
  readonly when: When;
  /** How long it lasts, in nanoseconds; absent: until the end, or it does not last. */
  readonly for?: number | undefined;
  /** For packets, the other ends; absent: everybody, or everybody outside `who`. */
  readonly with?: Who | undefined;
  /** Which direction: packets from `who`, packets to it, or both. */
  readonly direction?: 'both' | 'from' | 'to' | undefined;
  /** For packets and messages, only those of this type; absent: all. */
  readonly message?: string | undefined;
  /** Only messages to these; absent: to everybody. */
  readonly to?: Who | undefined;
}

/** The outcome of a fault. */
export interface Fired {
  readonly name: string;
  /** Packets affected, messages changed, or how often it happened to an actor. */
  readonly times: number;
  /** When it first happened. */
  readonly firstNs?: number;
  /** How many messages of each type it affected or changed; absent if it does not affect messages. */
  readonly messages?: Readonly<Record<string, number>>;
  /** Why it did nothing when its time had come, or never came: each reason once. */
  readonly missed?: readonly string[];
}
