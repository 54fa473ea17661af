/** Compares a stored row with its run now: the same hash, or what has changed since. */

import { platform } from '#platform';
import { defined } from '../../core/base/defined.ts';
import { CahootsError } from '../../core/base/errors.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { run } from '../execute/run.ts';
import { reloadScenario, type Scenario } from '../scenario/load.ts';
import { Fingerprints, sha256 } from './fingerprint.ts';
import type { Provenance } from './provenance.ts';
import type { Row } from './rows.ts';

export interface Verified {
  readonly same: boolean;
  /** Of the run now; absent if it cannot run. */
  readonly hash?: string;
  /** What has changed, in words, whether it made a difference or not. */
  readonly changed: readonly string[];
}

export interface VerifyOptions {
  readonly plugins: readonly Plugin[];
  /** The code that runs now. */
  readonly provenance: Provenance;
  /**
   * The folder that data files are relative to, and must lie below; absent: that of the scenario's file,
   * without restriction.
   */
  readonly data?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Repeats the run of a row, with its scenario and seed.
 * @throws CahootsError if the row is not of a run, or its scenario is rejected although its files are
 *   unchanged
 */
export async function verifyRow(row: Row, options: VerifyOptions): Promise<Verified> {
  const { source, hash } = partsOf(row);
  const folder = options.data ?? platform.paths.dirname(textIn(row, 'file') || '.');
  const changed = [
    ...(sha256(textIn(row, 'scenario')) === row['scenarioDigest']
      ? []
      : ['scenario: it does not match its digest in the row, which has been edited']),
    ...changedFiles(textIn(row, 'files') || '{}', new Fingerprints(folder).files(source)),
    ...changedCode(row, options.provenance),
  ];
  let scenario: Scenario;
  try {
    scenario = reloadScenario(source, textIn(row, 'file') || 'the row', folder, {
      plugins: options.plugins,
      foreign: options.data !== undefined,
    });
  } catch (error) {
    if (!(error instanceof CahootsError) || changed.length === 0) throw error;
    return { same: false, changed: [...changed, `it cannot run: ${error.message}`] };
  }
  const { plugins, signal } = options;
  const { hash: now } = await run(scenario, { plugins, signal });
  const same = now === hash;
  const unexplained = !same && changed.length === 0 ? [unexplainedText(scenario)] : [];
  return defined({ same, hash: now, changed: [...changed, ...unexplained] });
}

function partsOf(row: Row): { readonly source: unknown; readonly hash: string } {
  const { scenario, seed, hash } = row;
  if (typeof scenario === 'string' && typeof seed === 'number' && typeof hash === 'string') {
    try {
      const written = JSON.parse(scenario) as object;
      return { source: 'seed' in written ? { ...written, seed } : written, hash };
    } catch {
      // Rejected below.
    }
  }
  const message = 'expected the row of a run, with its scenario, seed and hash, got another';
  throw new CahootsError('bad-input', message);
}

function textIn(row: Row, column: string): string {
  const cell = row[column];
  return cell === undefined ? '' : String(cell);
}

/**
 * What has changed since a run was made, in words: its data, and the code. @param made as recorded in a trace
 */
export function changesSince(
  made: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
  now: Provenance,
): string[] {
  return [...changesOfFiles(made, files), ...(made['code'] === undefined ? [] : changedCode(made, now))];
}

/** The changes of data only. */
export function changesOfFiles(
  { files = '{}' }: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): string[] {
  try {
    return changedFiles(files, now);
  } catch {
    // A trace may come from anywhere.
    return ['data: what the trace says of it makes no sense'];
  }
}

function changedFiles(kept: string, now: Readonly<Record<string, string>>): string[] {
  const then = JSON.parse(kept) as Readonly<Record<string, string>>;
  return Object.entries(then).flatMap(([file, digest]) => {
    if (now[file] === undefined) return [`data: ${file} is not there`];
    return now[file] === digest
      ? []
      : [`data: ${file} has changed (SHA-256 ${short(digest)} then, ${short(now[file])} now)`];
  });
}

function changedCode(row: Row, now: Provenance): string[] {
  if (row['code'] === now.code) return [];
  const text = ({ cahoots, commit }: Row | Provenance): string =>
    [`Cahoots ${cahoots}`, ...(commit === undefined ? [] : [`commit ${commit}`])].join(', ');
  return [
    `code: ${text(row)} then, ${text(now)} now (SHA-256 ${short(textIn(row, 'code'))} then, ${short(now.code)} now)`,
  ];
}

function unexplainedText({ durations }: Scenario): string {
  return durations === 'measured'
    ? 'durations: the scenario has them measured (devices.durations), so no two runs are the same'
    : 'nothing: scenario, data and code are as they were, so either the row is not of this run, or the run is not deterministic';
}

function short(digest: string): string {
  return digest.slice(0, 12);
}
