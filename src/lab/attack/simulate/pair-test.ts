/** A test of pairs. */
export interface PairTest {
  /** What is compared, and of what. */
  readonly test: string;
  readonly of: string;
  /** Where it differs most. */
  readonly where: string;
  readonly pValue: number;
}
