/** How many points each party holds. */

/** What everybody may know about how many points each party holds. Points are numbered client by client. */
export interface Population {
  /** The names of the parties that hold the data, in order. */
  readonly clients: readonly string[];
  /** How many points each client holds. */
  readonly sizes: readonly number[];
  /** How many points they hold in total. */
  readonly points: number;
  readonly dimension: number;
  /** The announced range of each coordinate. */
  readonly minimum: readonly number[];
  readonly maximum: readonly number[];
}
