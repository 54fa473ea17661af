/** Modules that scripts/try.ts makes while it bundles. */

declare module 'made:shipped' {
  export interface Shipped {
    readonly text: string;
    /** The data files that it reads, by name. */
    readonly files?: Readonly<Record<string, string>>;
  }
  /** The paths below `scenarios/`, without extension, of the scenarios that come with Cahoots. */
  export const paths: readonly string[];
  /** The one to begin with. */
  export const quickstart: Shipped;
  /** All of them, by their paths. */
  export function loadShipped(): Promise<Readonly<Record<string, Shipped>>>;
}

declare module 'made:worker' {
  export function startWorker(): Worker;
  /** The module for worker threads of a run; undefined where there can be none. */
  export const threadEntry: string | undefined;
}

declare module '*/scenario.schema.json' {
  const schema: object;
  export default schema;
}
