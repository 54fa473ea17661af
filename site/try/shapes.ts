/** What the page and its worker tell each other. */

import type { Payload } from '../../src/output/page/payload-shape.ts';

/** What each job takes and gives. */
export interface Jobs {
  /** Runs a scenario to its end. */
  readonly run: Job<RunInput, Ran>;
  /** Only reads the scenario: the problems are its mistakes. */
  readonly check: Job<Sources, readonly Party[]>;
  /** Of the last run, as are all below that take nothing. */
  readonly stage: Job<undefined, Stage>;
  readonly report: Job<undefined, ReportShown>;
  /** Takes the members of a coalition. */
  readonly exposed: Job<readonly string[], Exposed>;
  /** Takes the number of a message. Undefined for one that came after more bytes than a page keeps. */
  readonly contents: Job<number, Contents | undefined>;
  readonly table: Job<TableInput, TableRead>;
  readonly compare: Job<Sources, ComparisonShown>;
}

interface Job<I, O> {
  readonly input: I;
  readonly output: O;
}

/** A job for the worker. */
export interface Asked {
  readonly id: number;
  readonly job: keyof Jobs;
  readonly input: unknown;
}

export type Answer = { readonly id: number } & (
  | { readonly progress: Progress }
  | { readonly value: unknown }
  | { readonly problems: readonly Problem[] }
);

/** Why a job was not done. */
export interface Problem {
  /** In the user's scenario or data, or our own mistake. */
  readonly kind: 'input' | 'ours';
  readonly message: string;
  /** In the scenario; 1-based. */
  readonly line?: number;
  readonly column?: number;
}

/** A scenario's text, and the data files next to it. */
export interface Sources {
  readonly text: string;
  readonly files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
}

export interface RunInput extends Sources {
  /** How long the run may take. */
  readonly mostMs: number;
  /** The module for worker threads, which are started for large runs. */
  readonly threadEntry: string | undefined;
}

/** How far a run or a comparison has come. */
export interface Progress {
  readonly text: string;
  readonly done: number;
  /** 0 if unknown. */
  readonly of: number;
}

/** How a run ended. */
export type Ran =
  | {
      readonly kind: 'ran';
      readonly hash: string;
      readonly name: string;
      readonly protocol: string;
      readonly seed: number;
      readonly endNs: number;
      readonly tookMs: number;
      readonly messages: number;
      readonly parties: readonly Party[];
      /** What the network's preset says, in words. */
      readonly network: string;
    }
  | { readonly kind: 'stopped'; readonly why: 'asked' | 'time' | 'memory'; readonly reached: string };

export interface Party {
  readonly name: string;
  /** Whether it holds points. */
  readonly holds: boolean;
}

export interface Stage {
  readonly payload: Payload;
  readonly scatter: Scatter;
}

/** Points in two dimensions: their own, or the two along which they vary most. */
export interface Scatter {
  /** Point by point, two coordinates in [0, 1]. */
  readonly places: Float64Array;
  /** How many there are of which these are shown. */
  readonly of: number;
  /** The client that holds each. */
  readonly owners: readonly string[];
  /** Their clusters before each iteration and after the last (0xffff: none); one if only the result is known. */
  readonly frames: readonly Uint16Array[];
  /** Of the points themselves. */
  readonly dimension: number;
}

export interface ReportShown {
  readonly title: string;
  readonly subtitle: string;
  readonly top: string;
  readonly sections: readonly { readonly id: string; readonly title: string; readonly html: string }[];
  /** The coalition that got most; absent if none got anything. */
  readonly worst?: readonly string[];
  /** The same page as a file. */
  readonly page: string;
}

export interface Exposed {
  readonly members: readonly string[];
  /** Those that got anything. */
  readonly attacks: readonly ExposedBy[];
}

export interface ExposedBy {
  readonly attack: string;
  /** The share of all that it is after. */
  readonly whole: number;
  /** The share of each point of the scatter that the coalition got, in [0, 1]; -1 for points that it holds. */
  readonly shares: Float32Array;
  /** How many points it was asked about, one by one. */
  readonly asked: number;
  readonly meaning: string;
  /** Whether it reads what the protocol reveals on purpose. */
  readonly intended: boolean;
}

export interface Contents {
  readonly payloadBytes: number;
  /** Its first bytes. */
  readonly hex: string;
  readonly fields: readonly { readonly name: string; readonly is: string; readonly value: string }[];
  /** Why there are no fields. */
  readonly why?: string;
}

export interface TableInput {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Columns that the user names. */
  readonly label?: string;
  readonly client?: string;
}

export interface TableRead {
  readonly text: string;
  readonly notes: readonly string[];
  /** Its head. */
  readonly columns: readonly string[];
  /** SHA-256, which links name instead of the data. */
  readonly digest: string;
}

export interface ComparisonShown {
  readonly html: string;
}
