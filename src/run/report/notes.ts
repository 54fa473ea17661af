/** What must be said of a run besides its figures: why it failed, who was missing, what makes its figures unfair. */

import { durationText } from '../../core/base/units.ts';
import { isAbsence } from '../data/availability.ts';
import type { StartRule } from '../../core/protocol/common-parameters.ts';
import { type ClientNames, fullName } from '../data/client-names.ts';
import type { Findings } from '../execute/findings.ts';
import { type ChosenTimeout, FAULTS, STEPS } from '../scenario/chosen-timeout.ts';
import type { Fired } from '../fault/fault.ts';
import { forgottenText } from '../execute/quality.ts';
import { bytes, counted, time } from './format.ts';
import type { Reading } from './statement.ts';

/** error: there is no result, or none to trust. warning: the figures cannot be read without it. info: what was to be expected. */
export type Severity = 'error' | 'warning' | 'info';

export interface Note {
  /** One or two words. */
  readonly title: string;
  readonly text: string;
  readonly severity: Severity;
  /** The column that carries its text in the row of a run. */
  readonly column: string;
}

/** A kind of note: when it applies, and in which words. */
export interface NoteKind extends Omit<Note, 'text'> {
  /** How its values are found in its text, to tell those of several runs at once. */
  readonly reading?: Reading;
  /** What several of them have in common, where runs have different ones; absent: they are told one by one. */
  readonly together?: string;
  /** One text for each thing to be said; none if the kind does not apply. */
  texts(findings: Findings): readonly string[];
}

/** More clients are not listed by their names: `labels.csv` has all. */
const MOST_CLIENTS = 20;

/** The worst first. No two have the same column. */
export const NOTE_KINDS: readonly NoteKind[] = [
  {
    title: 'aborted',
    severity: 'error',
    column: 'aborted',
    texts: ({ aborted }) => some(aborted),
  },
  {
    title: 'stopped',
    severity: 'error',
    column: 'stopped',
    texts: ({ stopped }) => some(stopped),
  },
  {
    title: 'violated',
    severity: 'error',
    column: 'violated',
    reading: 'named',
    texts: ({ violated = [] }) => violated.map(({ property, message }) => `${property}: ${message}`),
  },
  {
    title: 'first sign',
    severity: 'error',
    column: 'firstSign',
    texts: ({ trouble }) => some(trouble && `${trouble.what}, at ${time(trouble.timeNs)}`),
  },
  {
    title: 'not Lloyd',
    severity: 'error',
    column: 'notLloyd',
    texts: ({ equalsLloyd }) =>
      equalsLloyd === false
        ? ['labels of some iteration differ from centralised Lloyd, though the protocol promises the same']
        : [],
  },
  {
    title: 'blamed',
    severity: 'error',
    column: 'blamed',
    reading: 'parties',
    texts: ({ blamed = [], clientNames }) => together(blamed, clientNames),
  },
  {
    title: 'caveat',
    severity: 'error',
    column: 'caveat',
    texts: ({ caveat }) => some(caveat),
  },
  {
    title: 'missing',
    severity: 'warning',
    column: 'missing',
    reading: 'parties',
    texts: ({ missing = [], clientNames }) => together(missing, clientNames),
  },
  {
    title: 'warning',
    severity: 'warning',
    column: 'warnings',
    texts: ({ warnings = [] }) => warnings,
  },
  {
    title: 'unconverged',
    severity: 'warning',
    column: 'unconverged',
    texts: ({ converged, aborted }) =>
      converged || aborted !== undefined ? [] : ['it ended at the most iterations that it may take'],
  },
  {
    title: 'left out',
    severity: 'warning',
    column: 'leftOut',
    texts: ({ skippedRows = 0 }) =>
      skippedRows === 0 ? [] : [`${counted(skippedRows, 'row')} of the data, in which a value is missing`],
  },
  {
    title: 'forgotten',
    severity: 'info',
    column: 'forgotten',
    texts: ({ quality }) => some(quality && forgottenText(quality)),
  },
  {
    title: 'lost',
    severity: 'warning',
    column: 'lost',
    texts: ({ lost }) => some(lost && `${counted(lost.messages, 'message')}, ${bytes(lost.wireBytes)}`),
  },
  {
    title: 'fault',
    severity: 'warning',
    column: 'idleFaults',
    reading: 'named',
    together: 'never happened',
    // Times of availability go on after a run, so that nothing is wrong with an absence that never came.
    texts: ({ faults = [] }) =>
      faults.filter(({ times, name }) => times === 0 && !isAbsence(name)).map(firedText),
  },
  {
    title: 'timeout',
    severity: 'info',
    column: 'chosenTimeout',
    texts: ({ timeout }) => some(timeout?.expired === true ? timeoutText(timeout) : undefined),
  },
  {
    title: 'start',
    severity: 'info',
    column: 'start',
    reading: 'plain',
    texts: ({ start }) => some(start && startText(start)),
  },
  {
    title: 'network',
    severity: 'info',
    column: 'network',
    reading: 'plain',
    texts: ({ network }) => some(network),
  },
  {
    title: 'fault',
    severity: 'info',
    column: 'actedFaults',
    reading: 'named',
    together: 'happened',
    texts: ({ faults = [] }) => faults.filter(({ times }) => times > 0).map(firedText),
  },
  {
    title: 'clients',
    severity: 'info',
    column: 'clientNames',
    texts: ({ clientNames = {} }) => together(Object.keys(clientNames), clientNames, MOST_CLIENTS),
  },
];

/** Everything that must be said of a run, the worst first. */
export function notesOf(findings: Findings): readonly Note[] {
  return NOTE_KINDS.flatMap(({ texts, title, severity, column }) =>
    texts(findings).map((text) => ({ title, text, severity, column })),
  );
}

/** Between the texts in one cell. */
const BETWEEN = ' | ';

/** Texts in one cell. Their own bars are doubled, so that none of them can look like two. */
export function inOneCell(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll('|', '||')).join(BETWEEN);
}

/** The texts in a cell. */
export function textsInCell(cell: string): readonly string[] {
  return cell.split(BETWEEN).map((text) => text.replaceAll('||', '|'));
}

/** The notes of a run as the cells of its row; none for a kind that does not apply. */
export function noteCells(findings: Findings): Readonly<Record<string, string>> {
  return Object.fromEntries(
    NOTE_KINDS.flatMap(({ column, texts }) => {
      const own = texts(findings);
      return own.length === 0 ? [] : [[column, inOneCell(own)] as const];
    }),
  );
}

function some(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

function together(parties: readonly string[], names?: ClientNames, most = Infinity): readonly string[] {
  if (parties.length === 0) return [];
  const shown = parties.slice(0, most).map((party) => fullName(party, names));
  return [shown.join(', ') + (parties.length > most ? ` and ${parties.length - most} more` : '')];
}

function firedText({ name, times, firstNs, missed = [] }: Fired): string {
  const happened =
    firstNs === undefined ? 'never happened' : `${counted(times, 'time')}, first at ${time(firstNs)}`;
  return [`${name}: ${happened}`, ...missed].join('; ');
}

/** Which timeout was chosen, and why. */
function timeoutText({ timeoutNs, stepNs, faultNs }: ChosenTimeout): string {
  const chosen = `${durationText(timeoutNs)}, chosen because the scenario sets none`;
  if (stepNs === undefined) return `${chosen}: the longest, as no formula tells how long a step takes`;
  const isEnough = timeoutNs >= STEPS * stepNs && timeoutNs >= FAULTS * faultNs;
  const fault = faultNs === 0 ? '' : ` and ${FAULTS} times its longest fault (${time(faultNs)})`;
  return `${chosen}: ${isEnough ? 'at least' : 'the longest, though less than'} ${STEPS} times a step (some ${time(stepNs)} by its formulas)${fault}`;
}

/** Where the iterations of a protocol start, in words. */
export function startText(start: StartRule): string {
  if (start === 'random') return 'a random cluster for every point';
  if (start === 'k-means++') return 'k-means++, drawn outside the protocol';
  if ('file' in start) return `the assignment in ${start.file}`;
  if ('protocol' in start) return `found by ${start.protocol}, in the same run`;
  const { subsets, restarts } = start;
  return `centres from ${counted(subsets, 'point')} each, the best of ${counted(restarts, 'start')}`;
}
