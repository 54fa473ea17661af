/** What stands in a file that a scenario names, and where it names it. */

export interface Content {
  /** Where the name stands in the document. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}
