/** The power of a test for an effect of a certain size. */
export interface Power {
  /** The fraction of such cases that are flagged. */
  readonly share: number;
  /**
   * The smallest size flagged with that probability, as a fraction of what `sees` describes; absent: any
   * size.
   */
  readonly at?: number;
}

/** The result of a test, over everything that it tried. */
export interface Tested {
  readonly test: string;
  /** The number of tries. */
  readonly tries: number;
  /** The smallest probability of any try, times the number of tries that could have reached it, at most 1. */
  readonly pValue: number;
  /** The most suspicious place. */
  readonly where: string;
  /** What it would have detected. */
  readonly sees: string;
  /** Its power; absent if unknown. */
  readonly power?: Power;
}
