/** Clients that answer with wrong values of the right shape are corrected, named and left out. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { CahootsError } from '../../../src/core/base/errors.ts';
import type { Scenario } from '../../../src/run/scenario/load.ts';
import { clusteringOf, dropping, play, type Played, scenarioFiles } from '../../support/scenarios.ts';
import { forging, lying } from '../../../experiments/frontier/forging.ts';
import { randomly } from '../../support/random-lies.ts';
import { randomShards } from '../../support/secfc-shards.ts';
import { thoroughly } from '../../support/long.ts';

const load = scenarioFiles();

/** Ten clients, of whom any two learn nothing: five answers decode, and with nine two Byzantine parties are corrected. */
function tenClients(settings: object = {}, faults: readonly object[] = [], clients = 10): Scenario {
  const shards = randomShards(clients);
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

/** A fault: these clients lie, in all messages of a type. */
const byzantine = (clients: readonly number[], how: object, message = 'distances'): object => ({
  fault: 'falsify',
  who: clients.map((client) => `client-${client}`),
  message,
  ...how,
});

const LIES = [
  ...['random', 'zero', 'shift', 'scale', 'one-entry', 'stale'].map((how) => ({ how, together: false })),
  { how: 'random', together: true },
];
/** A Byzantine party that says what was right before has nothing to say at first. */
const firstRound = ({ how }: { how: string }): number => (how === 'stale' ? 2 : 1);

describe.each(LIES)('lies: $how, together $together', (how) => {
  test('from as many clients as agreed change nothing, and their senders are named and left out', async () => {
    const honest = await play(tenClients());
    expect(honest.findings).toMatchObject({ equalsLloyd: true });
    expect(honest.findings.iterations).toBeGreaterThan(4);
    const played = await play(tenClients({}, [byzantine([3, 8], how)]));
    const named = { blamed: ['client-3', 'client-8'] };
    expect(clusteringOf(played)).toEqual({ ...clusteringOf(honest), ...named });
    expect(played.findings).toMatchObject(named);
    expect(played.findings).not.toHaveProperty('caveat');
    // Those who were found out are not listened to, and then there is nobody left to look for.
    expect(played.history.refusals('distances')).toContain('unexpected sender');
    const checks = played.ledger.work().filter(({ task }) => task === 'secfc/find-errors');
    expect(checks.reduce((sum, { runs }) => sum + runs, 0)).toBe(firstRound(how));
  });

  test('from more clients than agreed end the run with the reason, without a clustering', async () => {
    const played = await play(tenClients({}, [byzantine([3, 5, 8], how)]));
    const round = firstRound(how);
    const aborted = `expected at most 2 wrong answers among 9 in round ${round}, of which 5 decode, got more`;
    expect(played.ending).toBe('done');
    expect(played.findings).toMatchObject({ aborted, converged: false });
    expect(played.labels).toBeUndefined();
    // Everybody is told.
    expect(played.history.sent('stopped')).toHaveLength(10);
  });

  test('about the centres are corrected too', async () => {
    const honest = await play(tenClients({ reveal: true }));
    const played = await play(tenClients({ reveal: true }, [byzantine([1, 4], how, 'centre-shares')]));
    // They are sent once.
    const named = how.how === 'stale' ? {} : { blamed: ['client-1', 'client-4'] };
    expect(clusteringOf(played)).toEqual({ ...clusteringOf(honest), ...named });
    expect(clusteringOf(played).centres).toBeDefined();
  });
});

test('Byzantine parties are left out one by one as they begin to lie, and corrected as long as answers allow', async () => {
  const later = byzantine([5], { when: { round: 3 } });
  const played = await play(tenClients({}, [byzantine([2], {}), later]));
  expect(played.findings).toMatchObject({ equalsLloyd: true, blamed: ['client-2', 'client-5'] });
});

test('any lies within the bound n >= 2(l+t-1) + S + 2A + 1 are corrected and named, whoever is silent', async () => {
  const cases = fc
    .record({ wrong: fc.nat(2), order: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 9 }) })
    .chain(({ wrong, order }) =>
      fc.record({
        wrong: fc.constant(order.slice(0, wrong)),
        silent: fc.integer({ min: 0, max: 4 - 2 * wrong }).map((count) => order.slice(wrong, wrong + count)),
        how: fc.constantFrom(...LIES.filter(({ how }) => how !== 'stale')),
      }),
    );
  await expect(
    fc.assert(
      fc.asyncProperty(cases, async ({ wrong, silent, how }) => {
        const faults = wrong.length > 0 ? [byzantine(wrong, how)] : [];
        const played = await play(tenClients({}, faults, 9), {
          rules: [dropping(({ sender, type }) => silent.includes(sender) && type.name === 'distances')],
        });
        expect(played.findings).toMatchObject({ equalsLloyd: true });
        const named = new Set(played.findings.blamed ?? []);
        expect(named).toEqual(new Set(wrong.map((client) => `client-${client}`)));
        const spare = 4 - silent.length;
        // Two Byzantine parties could be as near to another word of the code as to the right one.
        expect(played.findings.caveat !== undefined).toBe(spare + 1 - Math.floor(spare / 2) <= 2);
      }),
      { numRuns: thoroughly(9, 30), endOnFailure: true },
    ),
  ).resolves.toBeUndefined();
});

test('if no redundancy is left to check answers, the result says so', async () => {
  const silent = dropping(({ sender, type }) => sender > 5 && type.name === 'distances');
  const honest = await play(tenClients(), { rules: [silent] });
  const caveat = '5 answers came in time in round 1, so 1 wrong one could go unnoticed';
  expect(honest.findings).toMatchObject({ equalsLloyd: true, caveat });
  const rules = [silent, lying([4], 'distances', randomly())];
  const fooled = await play(tenClients(), { rules });
  expect(fooled.findings).toMatchObject({ equalsLloyd: false, caveat });
  // Nobody agreed on Byzantine parties, so nothing was promised.
  expect((await play(tenClients({ byzantine: 0 }))).findings).not.toHaveProperty('caveat');
});

test('a group that sends another code word deceives the server from exactly the size that coding theory gives', async () => {
  const code = { n: 9, l: 1, t: 2 };
  const tell = (number: number): Promise<Played> => {
    const group = [1, 2, 3, 4, 5].slice(0, number);
    const lie = forging(code, [6, 7, 8, 9, ...[1, 2, 3, 4, 5].slice(number)]);
    return play(tenClients({}, [], 9), { rules: [lying(group, 'distances', lie)] });
  };
  // Nine symbols, five of which are enough: two words differ in five places.
  expect((await tell(2)).findings).toMatchObject({ equalsLloyd: true, blamed: ['client-1', 'client-2'] });
  const { findings } = await tell(3);
  expect(findings.equalsLloyd).toBe(false);
  // Those who are not spared look like Byzantine parties.
  expect(findings.blamed).toHaveLength(2);
});

test('timeouts beyond virtual time are refused before anything runs', () => {
  expect(() => tenClients({ timeout: '2400h' })).toThrow('expected at most 500h, got 2400h');
});

test('more Byzantine parties than clients can correct are refused before anything runs', () => {
  expect(() => tenClients({ byzantine: 3 })).toThrow(CahootsError);
  expect(() => tenClients({ byzantine: 3 })).toThrow(
    'expected n >= 2(l+t)-1+2A = 11 clients for segments l=1, privacy t=2 and byzantine A=3, got n=10',
  );
  expect(secfc.parameters.parse({ clusters: 2, privacy: 1 })).toMatchObject({ byzantine: 0 });
});
