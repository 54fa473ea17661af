/** Who holds how much. */

/** What everybody may know about who holds how much. Points are numbered client by client. */
export interface Population {
  /** The names of those who hold the data, in order. */
  readonly clients: readonly string[];
  /** How many points each client holds. */
  readonly sizes: readonly number[];
  /** How many points all hold together. */
  readonly points: number;
  readonly dimension: number;
  /** The announced range of each coordinate. */
  readonly minimum: readonly number[];
  readonly maximum: readonly number[];
}
