/** Parties that crash lose their memory and what is under way to them, and come back with what they saved. */

import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/run/scenario/load.ts';
import { endsOf, play, scenarioFiles } from '../../support/scenarios.ts';
import { randomShards } from '../../support/secfc-shards.ts';

const load = scenarioFiles();

/** Ten clients, of whom any two learn nothing: five answers decode, and with nine two Byzantine parties are corrected. */
function tenClients(faults: readonly object[], settings: object = {}): Scenario {
  const shards = randomShards();
  const protocol = {
    name: 'secfc' as const,
    clusters: 3,
    privacy: 2,
    timeout: '10s',
    byzantine: 2,
    ...settings,
  };
  return load({ seed: 1, shards, protocol, faults });
}

const crash = (who: string | readonly string[], when: object, restartAfter = '1ms'): object => ({
  fault: 'crash',
  who,
  when,
  restartAfter,
});

test('a restarted client answers the next order', async () => {
  const whole = await play(tenClients([]));
  const played = await play(tenClients([crash(['client-4', 'client-9'], { round: 2 })]));
  expect(played.outcome).toEqual(whole.outcome);
  // Nine of ten are waited for, and asked again before their time is over.
  expect(played.history.of('expired')).toHaveLength(0);
  const answers = played.history.sent('distances');
  expect(answers.filter(({ from }) => from === 4).length).toBeGreaterThan(3);
  expect(endsOf(played.history)['client-4'].result).toBe(null);
});

test.each([1, 4, 9])(
  'a client that crashes after sending %d of its shares deals the same again, and nobody looks Byzantine',
  async (messages) => {
    const when = { sent: 'shares', messages };
    const played = await play(tenClients([crash('client-4', when)]));
    expect(played.findings).toMatchObject({ equalsLloyd: true });
    expect(played.findings).not.toHaveProperty('blamed');
    expect(played.findings).not.toHaveProperty('missing');
    // Again, and once more where others' shares were lost with it.
    const dealt = played.history.sent('shares').filter(({ from }) => from === 4);
    expect(dealt.length).toBeGreaterThanOrEqual(messages + 9);
    const different = new Set(dealt.map(({ to, digest }) => `${to} ${digest}`));
    expect(different.size).toBe(9);
  },
);

test('and a verified dealing is found to be consistent', async () => {
  const when = { sent: 'checked-shares', messages: 4 };
  const played = await play(tenClients([crash('client-4', when)], { verifiableSharing: true }));
  expect(played.findings).toMatchObject({ equalsLloyd: true });
  expect(played.findings).not.toHaveProperty('blamed');
  expect(played.findings).not.toHaveProperty('missing');
});

test.each([1, 3])('a server that restarts in round %d continues with it', async (round) => {
  const whole = await play(tenClients([]));
  const played = await play(tenClients([crash('server', { round, after: '1ms' })]));
  expect(played.outcome).toEqual(whole.outcome);
  expect(played.history.sent('assignment').length).toBe(whole.history.sent('assignment').length + 10);
});

test('a restarted server still knows who lied', async () => {
  const lie = { fault: 'falsify', who: ['client-2'], message: 'distances', when: { round: 1 }, for: '1ms' };
  const played = await play(tenClients([lie, crash('server', { round: 3, after: '1ms' })]));
  expect(played.findings).toMatchObject({ equalsLloyd: true, blamed: ['client-2'] });
});

test.each(['100us', '500us', '1ms', '2ms'])(
  'a server that is down for 5 ms from %s on, while shares are dealt, learns again who is ready',
  async (at) => {
    const played = await play(tenClients([crash('server', { at }, '5ms')]));
    expect(played.history.of('faulted').map(({ what }) => what)).toEqual(['crash', 'restart']);
    expect(played.ending).toBe('done');
    expect(played.findings).toMatchObject({ equalsLloyd: true });
    expect(played.findings).not.toHaveProperty('missing');
  },
);
