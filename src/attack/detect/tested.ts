/** What a test came to, of all that it tried. */
export interface Tested {
  readonly test: string;
  /** How many times it was tried. */
  readonly tries: number;
  /** The smallest probability of any try, times the tries, at most 1. */
  readonly pValue: number;
  /** The one that is most suspicious. */
  readonly where: string;
  /** What it would have seen. */
  readonly sees: string;
}
