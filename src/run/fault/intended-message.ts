import type { Outgoing } from '../../core/engine/simulation/interference.ts';

/** A message as the protocol intended it. */
export interface IntendedMessage extends Outgoing {
  /** How many messages of this type its sender had sent to its receiver before. */
  readonly nth: number;
  /**
   * The body of the previous one, as it was then: the values may have changed since. Undefined for the first.
   */
  before(): object | undefined;
}
