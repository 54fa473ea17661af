/** What comes of every scenario of a bad day, in the words of its report. */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Findings } from '../src/run/execute/findings.ts';
import { loadScenario } from '../src/run/scenario/load.ts';
import { play, plugins } from './support/scenarios.ts';

const folder = fileURLToPath(new URL('../scenarios/faults/', import.meta.url));

interface Outcome extends Pick<Findings, 'aborted' | 'missing' | 'equalsLloyd' | 'blamed'> {
  /** The properties that are violated. */
  readonly violated?: readonly string[];
  /** Some of the reasons for which messages are refused or lost. */
  readonly reasons?: readonly string[];
}

const EXACT: Outcome = { equalsLloyd: true };

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  'bandwidth-collapse.yaml': { ...EXACT, reasons: ['late'] },
  'blame.yaml': { blamed: ['client-3'] },
  'dropout-while-sharing.yaml': { ...EXACT, missing: ['client-3'] },
  'duplicates.yaml': { ...EXACT, reasons: ['late', 'repeated', 'the actor is done'] },
  'equivocation.yaml': { aborted: 'expected 7 answers, got 0 in time', reasons: ['wrong shape'] },
  'false-centres.yaml': {},
  'false-points.yaml': { equalsLloyd: false, violated: ['matches'] },
  'flood.yaml': { ...EXACT, reasons: ['repeated', 'the mailbox is full'] },
  'loss-bursts.yaml': { missing: ['client-4', 'client-5', 'client-8'], reasons: ['lose 1'] },
  'malformed.yaml': { ...EXACT, reasons: ['malformed: no MessagePack'] },
  'one-way.yaml': { ...EXACT, missing: ['client-6', 'client-7'], reasons: ['partition 1'] },
  'oversized.yaml': { missing: ['client-3'], reasons: ['too large'] },
  'partition.yaml': { ...EXACT, reasons: ['late'] },
  'reordering.yaml': { ...EXACT, reasons: ['late'] },
  'restart-while-sharing.yaml': { ...EXACT, reasons: ['the actor is down'] },
  'restart.yaml': { ...EXACT, reasons: ['the actor is down'] },
  'server-restart.yaml': EXACT,
  'straggler.yaml': { ...EXACT, reasons: ['late'] },
  'withheld.yaml': EXACT,
};

const files = readdirSync(folder).toSorted();

test.each(files)('%s comes out as it says', async (file) => {
  const { reasons = [], violated, ...outcome } = OUTCOMES[file];
  const { history, findings, ending } = await play(loadScenario(folder + file, { plugins }));
  expect(ending).toBe('done');
  const { aborted, missing, equalsLloyd, blamed } = findings;
  expect({ aborted, missing, equalsLloyd, blamed }).toEqual({
    aborted: undefined,
    missing: undefined,
    equalsLloyd: undefined,
    blamed: undefined,
    ...outcome,
  });
  expect(findings.violated?.map(({ property }) => property)).toEqual(violated);
  expect(findings.faults?.filter(({ times }) => times === 0)).toEqual([]);
  const said = new Set([...history.of('refused'), ...history.of('lost')].map(({ reason }) => reason));
  expect([...said]).toEqual(expect.arrayContaining([...reasons]));
});

test('every outcome is that of a scenario', () => {
  expect(Object.keys(OUTCOMES)).toEqual(files);
});
