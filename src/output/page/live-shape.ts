/** What a page is told while something goes on: all of it as it is shown. */

export interface LiveState {
  /** What it has come to, each with its name. */
  readonly cards: readonly (readonly [value: string, name: string])[];
  /** Cells, the newest row first. */
  readonly rows: readonly (readonly string[])[];
}

/** What a page shows of it. */
export interface LivePage {
  readonly title: string;
  readonly table: { readonly caption: string; readonly columns: readonly LiveColumn[] };
}

export interface LiveColumn {
  readonly title: string;
  /** Words stand to the left, numbers to the right. */
  readonly words: boolean;
}
