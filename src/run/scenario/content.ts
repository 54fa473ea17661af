/** The content of a file that a scenario names, and where it is named. */

export interface Content {
  /** The path of the name in the document. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}
