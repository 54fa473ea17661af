/** How an actor that gives up is told from one that is done. */

/** What an actor finishes with that gave up. */
export interface Aborted {
  readonly kind: 'aborted';
  /** One line for people: what was expected, and what came. */
  readonly reason: string;
  /** Parties found not to have kept to the protocol, or groups of which one at least did not. */
  readonly blamed?: readonly string[];
  /** Parties whose contributions are not in it. */
  readonly missing?: readonly string[];
  /** How far it came. */
  readonly iterations?: number;
}

/** What is known beside the reason. */
export type AbortDetails = Omit<Aborted, 'kind' | 'reason'>;

/** Travels up the behaviours that called each other; nobody sees one but the simulator and who attempts. */
export class Abortion extends Error {
  readonly outcome: Aborted;

  constructor(outcome: Aborted) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}

/** What came of an attempt. */
export type Attempt<R> = { readonly kind: 'completed'; readonly value: R } | Aborted;
