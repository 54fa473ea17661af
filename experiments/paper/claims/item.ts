/** What the papers contain, as items to be judged, and what an experiment finds about one. */

import type { PaperOptions } from '../options.ts';

export interface Item {
  readonly id: string;
  readonly paper: 'SecFC' | 'MUFC' | 'FedDP';
  /** Section, algorithm, theorem, table or figure. */
  readonly where: string;
  /** What it says, in a line. */
  readonly says: string;
  readonly evidence: Evidence;
}

export type Evidence =
  | { readonly kind: 'cells'; readonly experiments: readonly [string, ...string[]] }
  /** Test files, each of whose tests is a case in which the item holds or not. */
  | { readonly kind: 'tests'; readonly files: readonly string[] }
  | { readonly kind: 'not done'; readonly why: string };

/** @param files of tests, below `test/` and without their ending */
export function tests(...files: readonly string[]): Evidence {
  return { kind: 'tests', files: files.map((file) => `test/${file}.test.ts`) };
}

/** @param experiments by name: the first finds the item, the others more cells of it */
export function cells(...experiments: readonly [string, ...string[]]): Evidence {
  return { kind: 'cells', experiments };
}

/** What an experiment finds about one item: a number for every seed, or in how many cases a statement holds. */
export interface Cell {
  readonly item: string;
  /** Setting or data set. */
  readonly at: string;
  readonly found: Numbers | Cases;
  /** What was used in place of data that cannot be had. */
  readonly standIn?: string;
  /** Why ours differs, if an experiment shows it: its name. */
  readonly shownBy?: string;
  /** Of the traces, or nothing if there is none. */
  readonly hashes?: readonly string[];
}

export interface Numbers {
  readonly kind: 'numbers';
  readonly printed: string;
  /** How many runs the paper averages. */
  readonly runs: number;
  readonly values: readonly number[];
}

export interface Cases {
  readonly kind: 'cases';
  readonly held: number;
  /** 0: none was tried. */
  readonly of: number;
  /** Whether it is proven or defined, so that a single case refutes it. */
  readonly theorem?: true;
  /** Cases that are tests: one that fails accuses us, and not the paper. */
  readonly tests?: true;
}

/** Experiments that give cells. */
export interface Experiment {
  readonly name: string;
  /** What runs it alone, with all seeds. */
  readonly command: string;
  /** Seeds with `--quick`; absent: it is too long for that. */
  readonly quick?: number;
  /** The folders below the data folder that it reads: it needs the first, and does with those that are there. */
  readonly data?: readonly [string, ...string[]];
  readonly cells: (options: PaperOptions) => Promise<readonly Cell[]>;
}
