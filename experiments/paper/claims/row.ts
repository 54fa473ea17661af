/** An item of a paper with its verdict: a row of the table of claims. */

import { defined } from '../../../src/core/base/defined.ts';
import { spread } from '../../../src/core/math/statistics/spread.ts';
import { sha256 } from '../../../src/run/tidy/fingerprint.ts';
import type { Cell, Evidence, Item } from './item.ts';
import { type Verdict, verdictOfCases, verdictOfNumbers, worst } from './verdict.ts';

export interface ClaimRow {
  readonly item: string;
  readonly paper: Item['paper'];
  readonly where: string;
  readonly says: string;
  readonly verdict: Verdict;
  /** Why there is none, or nothing more to say. */
  readonly why?: string;
  /** What runs it alone, with all seeds. */
  readonly command?: string;
  /** How long its experiment took, see {@link Found}. */
  readonly seconds?: number;
  readonly cells: readonly JudgedCell[];
  /** SHA-256 over what was found and the traces' hashes; of tests, over whether all hold. */
  readonly digest?: string;
}

export interface JudgedCell {
  readonly at: string;
  /** What the paper prints; absent for a statement. */
  readonly printed?: string;
  /** Ours: a mean with its 95 % interval over the seeds, or in how many cases the statement holds. */
  readonly mean?: number;
  readonly low?: number;
  readonly high?: number;
  readonly seeds?: number;
  readonly held?: number;
  readonly of?: number;
  readonly verdict: Verdict;
  readonly standIn?: string;
  readonly shownBy?: string;
}

/** What became of an item's experiment. */
export interface Found {
  readonly command: string;
  /** Why it was not run, if that is known. */
  readonly why?: string;
  /** Absent if it was not run. */
  readonly cells?: readonly Cell[];
  /**
   * Processor time of the experiment, which may find other items as well, without runs that had been kept; of tests, how
   * long they ran. Absent if other machines did it.
   */
  readonly seconds?: number;
}

/** @param found absent for an item without an experiment */
export function rowOf({ id, evidence, ...about }: Item, found: Found | undefined): ClaimRow {
  const own = (found?.cells ?? []).filter(({ item }) => item === id);
  const cells = own.map(judged);
  const none: Verdict = evidence.kind === 'not done' ? 'not done' : 'not run';
  return {
    item: id,
    ...about,
    verdict: cells.length === 0 ? none : worst(cells.map(({ verdict }) => verdict)),
    ...whyOf(evidence, found),
    ...(found && { command: found.command }),
    ...(found?.seconds !== undefined && { seconds: found.seconds }),
    cells,
    ...(own.length > 0 && { digest: sha256(JSON.stringify(own.map(repeatable))) }),
  };
}

/**
 * Rows of a table that is made again: what was found before stays where nothing was found now, or a part of what was
 * found whole; an item without an experiment may have another text.
 */
export function withKept<R extends ClaimRow>(fresh: readonly R[], before: readonly R[]): readonly R[] {
  return fresh.map((row) => {
    const { item, where, says } = row;
    const kept = before.find((one) => one.item === item && one.digest !== undefined);
    if (kept === undefined) return row;
    const stays = row.digest === undefined || (isWhole(kept) && !isWhole(row));
    return stays ? { ...kept, where, says } : row;
  });
}

/** Whether all that there is to an item was tried. */
const isWhole = ({ cells }: ClaimRow): boolean => cells.every(({ of }) => of !== 0);

/** How many tests of a file are skipped depends on which data are there; whether one fails does not. */
function repeatable(cell: Cell): object {
  const { found } = cell;
  const isTested = found.kind === 'cases' && found.tests === true;
  return isTested ? { item: cell.item, at: cell.at, found: { held: found.held === found.of } } : cell;
}

const whyOf = (evidence: Evidence, found: Found | undefined): { readonly why?: string } =>
  defined({ why: evidence.kind === 'not done' ? evidence.why : found?.why });

function judged({ at, found, standIn, shownBy }: Cell): JudgedCell {
  const computed =
    found.kind === 'numbers' ? judgedNumbers(found) : { ...found, verdict: verdictOfCases(found) };
  const { kind: _, ...cell } = { kind: found.kind, ...computed };
  const agrees = cell.verdict === 'reproduced' || cell.verdict === 'consistent';
  return {
    at,
    ...cell,
    ...(standIn !== undefined && { standIn, verdict: 'stand-in' }),
    ...(shownBy !== undefined && !agrees && { shownBy }),
  };
}

function judgedNumbers({ printed, runs, values }: Extract<Cell['found'], { kind: 'numbers' }>) {
  const { mean, interval, runs: seeds } = spread(values);
  const verdict = verdictOfNumbers(printed, runs, values);
  return { printed, mean, ...(interval && { low: interval.low, high: interval.high }), seeds, verdict };
}
