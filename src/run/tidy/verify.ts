/** Compares a stored row with its run now: every column that is not measured, and what has changed since. */

import { platform } from '#platform';
import { CahootsError } from '../../core/base/errors.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { run } from '../execute/run.ts';
import { reloadScenario, type Scenario } from '../scenario/load.ts';
import { type Made, Subject } from './about.ts';
import { checked, MEASURED, ROW_NOTE_KINDS, textOf } from './digest.ts';
import { Fingerprints, sha256 } from './fingerprint.ts';
import type { Provenance } from './provenance.ts';
import type { Row } from './rows.ts';
import { runRow } from './run-row.ts';

export interface Verified {
  /** Whether the run gives the row, and the row is as it was written. */
  readonly same: boolean;
  /** The columns that differ. */
  readonly differing: readonly Differing[];
  /** How many columns were compared; 0 if the run cannot be repeated. */
  readonly compared: number;
  /** What has changed, in words, whether it made a difference or not. */
  readonly changed: readonly string[];
}

/** A column, in the row and as its run gives it now; empty where there is none. */
export interface Differing {
  readonly column: string;
  readonly kept: string;
  readonly now: string;
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
  /** Columns that a study adds to tell its runs apart: no run gives them. */
  readonly labels?: readonly string[] | undefined;
  /** How the study made its rows; absent: as `cahoots run` does. */
  readonly repeat?: Repeat | undefined;
}

/** Runs a scenario, and makes the row of it. */
export type Repeat = (
  scenario: Scenario,
  made: Made,
  options: Pick<VerifyOptions, 'plugins' | 'signal'>,
) => Promise<Row>;

/**
 * What no run gives again: what was measured, where the scenario lies, the overrides as they were typed, and the
 * code, whose change is reported by itself.
 */
export const NOT_COMPARED: readonly string[] = [
  ...MEASURED,
  'file',
  'set',
  'cahoots',
  'commit',
  'code',
  'plugins',
];

/** What is about the row itself. */
const OF_ROW: readonly string[] = ['digest', ...ROW_NOTE_KINDS.map(({ column }) => column)];

/**
 * Repeats the run of a row, with its scenario and seed.
 * @throws CahootsError if the row is not of a run, or its scenario is rejected although its files are
 *   unchanged
 */
export async function verifyRow(row: Row, options: VerifyOptions): Promise<Verified> {
  const { plugins, signal, provenance, labels = [], repeat = runAgain } = options;
  const source = sourceOf(row);
  const file = textOf(row, 'file');
  const folder = options.data ?? platform.paths.dirname(file || '.');
  const fingerprints = new Fingerprints(folder);
  const { changed: edited } = checked(row);
  const code = changedCode(row, provenance);
  const changed = [
    ...(edited === undefined ? [] : ['row: it does not match its digest, so it was changed after the run']),
    ...(sha256(textOf(row, 'scenario')) === row['scenarioDigest']
      ? []
      : ['scenario: it does not match its digest in the row, which has been edited']),
    ...changedFiles(keptFiles(textOf(row, 'files') || '{}'), fingerprints),
    ...code,
  ];
  let scenario: Scenario;
  try {
    scenario = reloadScenario(source, file || 'the row', folder, {
      plugins,
      foreign: options.data !== undefined,
    });
  } catch (error) {
    if (!(error instanceof CahootsError) || changed.length === 0) throw error;
    return {
      same: false,
      differing: [],
      compared: 0,
      changed: [...changed, `it cannot run: ${error.message}`],
    };
  }
  const files = JSON.stringify(fingerprints.files(scenario.files.named));
  const made = { files, file, set: textOf(row, 'set'), ...provenance };
  const now = await repeat(scenario, made, { plugins, signal });
  // Other code may measure more.
  const columns = new Set([...Object.keys(row), ...(code.length === 0 ? Object.keys(now) : [])]);
  for (const column of [...NOT_COMPARED, ...OF_ROW, ...labels.filter((label) => now[label] === undefined)])
    columns.delete(column);
  const differing = [...columns]
    .map((column) => ({ column, kept: textOf(row, column), now: textOf(now, column) }))
    .filter((one) => one.kept !== one.now);
  const unexplained = differing.length > 0 && changed.length === 0 ? [unexplainedText(scenario)] : [];
  return {
    same: differing.length === 0 && edited === undefined,
    differing,
    compared: columns.size,
    changed: [...changed, ...unexplained],
  };
}

const runAgain: Repeat = async (scenario, made, options) =>
  runRow(new Subject(scenario, made).under(scenario.seed), await run(scenario, { ...options, timing: true }));

/** The scenario of a row as it was written, with the row's seed. */
function sourceOf({ scenario, seed }: Row): unknown {
  if (typeof scenario === 'string' && typeof seed === 'number') {
    try {
      const written = JSON.parse(scenario) as object;
      return 'seed' in written ? { ...written, seed } : written;
    } catch {
      // Rejected below.
    }
  }
  const message = 'expected the row of a run, with its scenario and seed, got another';
  throw new CahootsError('bad-input', message);
}

/**
 * What has changed since a run was made, in words: its data, and the code. @param made as recorded in a trace
 */
export function changesSince(
  made: Readonly<Record<string, string>>,
  fingerprints: Fingerprints,
  now: Provenance,
): string[] {
  return [
    ...changesOfFiles(made, fingerprints),
    ...(made['code'] === undefined ? [] : changedCode(made, now)),
  ];
}

/** The changes of data only. */
export function changesOfFiles(
  { files = '{}' }: Readonly<Record<string, string>>,
  fingerprints: Fingerprints,
): string[] {
  try {
    return changedFiles(keptFiles(files), fingerprints);
  } catch {
    // A trace may come from anywhere.
    return ['data: what the trace says of it makes no sense'];
  }
}

function keptFiles(json: string): Readonly<Record<string, string>> {
  return JSON.parse(json) as Readonly<Record<string, string>>;
}

function changedFiles(then: Readonly<Record<string, string>>, fingerprints: Fingerprints): string[] {
  const now = fingerprints.files(Object.keys(then));
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
    `code: ${text(row)} then, ${text(now)} now (SHA-256 ${short(textOf(row, 'code'))} then, ${short(now.code)} now)`,
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
