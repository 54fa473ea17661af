/** How surely a test flags something of a size. */
export interface Power {
  /** Of so many such cases, as a share. */
  readonly share: number;
  /** The smallest size that is seen so surely, as a share of what `sees` is about; absent: any size. */
  readonly at?: number;
}

/** What a test came to, of all that it tried. */
export interface Tested {
  readonly test: string;
  /** How many times it was tried. */
  readonly tries: number;
  /** The smallest probability of any try, times the tries that could have come to it, at most 1. */
  readonly pValue: number;
  /** The one that is most suspicious. */
  readonly where: string;
  /** What it would have seen. */
  readonly sees: string;
  /** How surely it sees how much; absent where nobody knows. */
  readonly power?: Power;
}
