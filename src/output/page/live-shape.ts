/** What a page receives about something in progress: everything that it shows. */

export interface LiveState {
  /** Current figures, each with its name. */
  readonly cards: readonly (readonly [value: string, name: string])[];
  /** Cells, the newest row first. */
  readonly rows: readonly (readonly string[])[];
}

/** What a page shows about it. */
export interface LivePage {
  readonly title: string;
  readonly table: { readonly caption: string; readonly columns: readonly LiveColumn[] };
}

export interface LiveColumn {
  readonly title: string;
  /** Words are left-aligned, numbers right-aligned. */
  readonly words: boolean;
}
