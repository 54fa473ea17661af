/** What must be said of a run besides its figures: why it failed, who was missing, what makes its figures unfair. */

import type { Findings } from '../execute/findings.ts';
import type { Fired } from '../fault/fault.ts';
import { forgottenText } from '../execute/quality.ts';
import { bytes, counted, time } from './format.ts';

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
  /** What several of them have in common, where runs have different ones; absent: they are told one by one. */
  readonly together?: string;
  /** One text for each thing to be said; none if the kind does not apply. */
  texts(findings: Findings): readonly string[];
}

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
    texts: ({ blamed = [] }) => together(blamed),
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
    texts: ({ missing = [] }) => together(missing),
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
    together: 'never happened',
    texts: ({ faults = [] }) => faults.filter(({ times }) => times === 0).map(firedText),
  },
  {
    title: 'fault',
    severity: 'info',
    column: 'actedFaults',
    together: 'happened',
    texts: ({ faults = [] }) => faults.filter(({ times }) => times > 0).map(firedText),
  },
];

/** Everything that must be said of a run, the worst first. */
export function notesOf(findings: Findings): readonly Note[] {
  return NOTE_KINDS.flatMap(({ texts, title, severity, column }) =>
    texts(findings).map((text) => ({ title, text, severity, column })),
  );
}

function some(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

function together(names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [names.join(', ')];
}

function firedText({ name, times, firstNs, missed = [] }: Fired): string {
  const happened =
    firstNs === undefined ? 'never happened' : `${counted(times, 'time')}, first at ${time(firstNs)}`;
  return [`${name}: ${happened}`, ...missed].join('; ');
}
