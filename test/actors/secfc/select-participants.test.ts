/** Whose points take part is decided again where too few answer a round. */

import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/run/scenario/load.ts';
import { play, scenarioFiles } from '../../support/scenarios.ts';
import { randomShards } from '../../support/secfc-shards.ts';

const load = scenarioFiles();

/** Ten clients, of whom nine have to answer. */
function tenClients(faults: readonly object[], settings: object = {}): Scenario {
  const protocol = { name: 'secfc' as const, clusters: 3, privacy: 4, timeout: '10s', ...settings };
  return load({ seed: 1, shards: randomShards(), protocol, faults });
}

/** A client is down while shares come, and whoever dealt them then leaves. */
const down = { fault: 'crash', who: 'client-4', restartAfter: '2ms' };
const gone = { fault: 'dropout', who: 'client-9', when: { round: 1 } };

test('points of an owner that left are left out if a remaining client lacks its shares', async () => {
  const played = await play(tenClients([down, gone]));
  expect(played.findings).toMatchObject({ equalsLloyd: true, missing: ['client-9'] });
});

test('the same if it is known from the start who lacks shares, and the dealing is verified', async () => {
  const lost = { fault: 'lose', who: 'client-9', with: 'client-4', direction: 'from' };
  const played = await play(tenClients([lost, { ...gone, when: { round: 2 } }], { verifiableSharing: true }));
  expect(played.findings).toMatchObject({ equalsLloyd: true, missing: ['client-9'] });
});

test('no two rounds have the same number, whoever takes part', async () => {
  const played = await play(tenClients([down, { ...gone, when: { round: 3 } }]), { guard: true });
  const rounds = [...new Set(played.history.of('labelled').map(({ round }) => round))];
  expect(rounds).toEqual(rounds.map((_, i) => i));
  // Shares were dealt, the third round fell short, and the points that are left were clustered from the start.
  expect(rounds).toHaveLength(1 + 3 + (played.clustering?.iterations ?? 0));
  expect(played.findings).toMatchObject({ equalsLloyd: true, missing: ['client-9'] });
});

test('a server that restarts afterwards leaves out the same points', async () => {
  const crash = { fault: 'crash', who: 'server', when: { round: 2, after: '300us' }, restartAfter: '1ms' };
  const whole = await play(tenClients([down, gone]));
  const played = await play(tenClients([down, gone, crash]));
  expect(played.outcome).toEqual(whole.outcome);
  expect(played.history.sent('assignment').length).toBeGreaterThan(whole.history.sent('assignment').length);
});

test('if that helps nobody, the run ends as soon as that is known', async () => {
  const faults = [{ ...gone, who: ['client-8', 'client-9'] }];
  const { findings, endNs } = await play(tenClients(faults));
  expect(findings.aborted).toBe('expected 9 answers, got 8 in time');
  expect(endNs).toBeLessThan(11e9);
});

test('finished rounds are not requested again', async () => {
  const { findings } = await play(tenClients([down, { ...gone, when: { round: 3 } }], { maxIterations: 3 }));
  expect(findings.aborted).toBe('the rounds that were agreed on are over');
});
