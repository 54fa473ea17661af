/** The protocols of a first scenario for a user's table, which a plugin can suggest. */

/** What is known of a table when its first scenario is written. */
export interface TableFacts {
  readonly clients: number;
  readonly clusters: number;
  /** How many points the client with the fewest has. */
  readonly fewestPoints: number;
}

export interface Suggestion {
  /** The settings under `protocol`. */
  readonly protocol: { readonly name: string } & Readonly<Record<string, unknown>>;
  /** The entries under `compare`. */
  readonly compare: readonly (string | ({ readonly name: string } & Readonly<Record<string, unknown>>))[];
  /** What the settings mean for the user, as the end of a sentence. */
  readonly note: string;
}

/** @throws CahootsError for a table that the protocols cannot cluster */
export type Suggest = (table: TableFacts) => Suggestion;
