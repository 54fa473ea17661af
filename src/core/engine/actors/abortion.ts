/** What distinguishes an actor that gives up from one that is done. */

/** The result of an actor that gave up. */
export interface Aborted {
  readonly kind: 'aborted';
  /** One line for people: what was expected, and what was received. */
  readonly reason: string;
  /** Parties found to have deviated from the protocol, or groups with at least one that did. */
  readonly blamed?: readonly string[];
  /** Parties whose contributions are not in it. */
  readonly missing?: readonly string[];
  /** How many iterations were completed. */
  readonly iterations?: number;
}

/** What is known besides the reason. */
export type AbortDetails = Omit<Aborted, 'kind' | 'reason'>;

/** Thrown through the behaviours that called each other; only the simulator and {@link attempt} catch it. */
export class Abortion extends Error {
  readonly outcome: Aborted;

  constructor(outcome: Aborted) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}

/** The outcome of an attempt. */
export type Attempt<R> = { readonly kind: 'completed'; readonly value: R } | Aborted;
