import { expect, test } from 'vitest';
import type { Findings } from '../../../src/run/execute/findings.ts';
import { crash, swarmOutcomeOf, sameOutcome } from '../../../src/studies/swarm/outcome.ts';

const CLUSTERED: Findings = { iterations: 3, converged: true };
const exact: Findings = { ...CLUSTERED, equalsLloyd: true };
const violated = [{ property: 'rounds', message: 'expected at most 3 rounds, got 4 rounds' }];

test.each([
  ['done', exact, 'exact'],
  ['done', CLUSTERED, 'finished'],
  ['done', { ...exact, missing: ['client-2'] }, 'without some'],
  ['done', { ...CLUSTERED, equalsLloyd: false, caveat: 'one answer to spare' }, 'doubted'],
  ['done', { ...CLUSTERED, aborted: 'too few' }, 'refused'],
  ['limit', { ...CLUSTERED, aborted: 'virtual time ran out' }, 'out of bounds'],
  // The server has its result, and somebody else is still on its way.
  ['limit', exact, 'exact'],
  ['stalled', exact, 'hung'],
  ['stalled', { ...CLUSTERED, aborted: 'nothing could happen' }, 'hung'],
  ['done', { ...CLUSTERED, equalsLloyd: false }, 'wrong'],
  ['done', { ...CLUSTERED, equalsLloyd: false, missing: ['client-2'] }, 'wrong'],
  ['done', { ...CLUSTERED, equalsLloyd: false, violated }, 'wrong'],
  ['done', { ...exact, violated }, 'violated'],
] as const)('a run that ended %s with %j is %s', (ending, findings, kind) => {
  expect(swarmOutcomeOf(ending, findings).kind).toBe(kind);
});

test('reasons are the same for the same cause, whoever and however many they are about', () => {
  const reason = (aborted: string): string | undefined =>
    swarmOutcomeOf('done', { ...CLUSTERED, aborted }).reason;
  expect(reason('expected 9 answers, got 7 in time')).toBe('expected # answers, got # in time');
  expect(reason('the shares of client-3, client-12 did not come')).toBe('the shares of some did not come');
  expect(sameOutcome(crash(new Error('4 of 5')), crash(new Error('17 of 2.5')))).toBe(true);
  expect(sameOutcome(crash(new Error('a')), crash(new Error('b')))).toBe(false);
  expect(swarmOutcomeOf('done', { ...exact, violated }).reason).toBe('rounds');
});
