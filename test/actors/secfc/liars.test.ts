/** Clients that answer with wrong values of the right shape are corrected, named and left out. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secfc } from '../../../actors/index.ts';
import { Random } from '../../../src/random.ts';
import { CahootsError } from '../../../src/errors.ts';
import type { Scenario } from '../../../src/scenario/load.ts';
import { clusteringOf, dropping, play, type Played, scenarioFiles } from '../scenarios.ts';
import { lies, lying } from '../../../frontier/lies.ts';

const load = scenarioFiles();

/** Ten clients, of whom any two learn nothing: five answers decode, and with nine two liars are corrected. */
function tenClients(settings: object = {}, clients = 10): Scenario {
  const stream = new Random(1).stream('points');
  const point = (): number[] => Array.from({ length: 3 }, () => stream.uniform() * 10);
  const shards = Array.from({ length: clients }, () => Array.from({ length: 4 }, point));
  const protocol = { name: 'secfc' as const, clusters: 3, privacy: 2, timeout: '10s', liars: 2, ...settings };
  return load({ seed: 1, shards, protocol });
}

const LIES = Object.keys(lies());

describe.each(LIES)('%s', (name) => {
  test('from as many as agreed change nothing, and their senders are named and left out', async () => {
    const honest = await play(tenClients());
    expect(honest.findings).toMatchObject({ equalsLloyd: true });
    expect(honest.findings.iterations).toBeGreaterThan(4);
    const played = await play(tenClients(), { rules: [lying([3, 8], 'distances', lies()[name])] });
    expect(clusteringOf(played)).toEqual({
      ...clusteringOf(honest),
      liars: expect.arrayContaining(['client-3', 'client-8']),
    });
    expect(played.findings.liars).toHaveLength(2);
    expect(played.findings).not.toHaveProperty('caveat');
    // One client answers in vain in any round: nine are enough. Those who were found out are not listened to.
    expect(played.history.refusals('distances')).toContain('unexpected sender');
    // No check takes more than nine answers, and none is needed once two are out.
    const checks = played.ledger.work().filter(({ task }) => task === 'secfc/find-liars');
    const runs = checks.reduce((sum, { runs: number }) => sum + number, 0);
    expect(runs).toBe(name === "the previous round's values" ? 2 : 1);
  });

  test('from more than agreed end the run with the reason, without a clustering', async () => {
    const played = await play(tenClients(), { rules: [lying([3, 5, 8], 'distances', lies()[name])] });
    const round = name === "the previous round's values" ? 2 : 1;
    const failure = `expected at most 2 wrong answers among 9 in round ${round}, of which 5 decode, got more`;
    expect(played.ending).toBe('done');
    expect(played.findings).toMatchObject({ failure, converged: false });
    expect(played.labels).toBeUndefined();
    // Everybody is told.
    expect(played.history.sent('stopped')).toHaveLength(10);
  });

  test('about the centres are corrected too', async () => {
    const honest = await play(tenClients({ reveal: true }));
    const told = lies()[name];
    const played = await play(tenClients({ reveal: true }), {
      rules: [lying([1, 4], 'distances', (values) => values), lying([1, 4], 'centre-shares', told)],
    });
    // There is one round of these, so none that a liar could say again.
    const liars = name === "the previous round's values" ? {} : { liars: ['client-1', 'client-4'] };
    expect(clusteringOf(played)).toEqual({ ...clusteringOf(honest), ...liars });
    expect(clusteringOf(played).centres).toBeDefined();
  });
});

test('liars are left out one by one as they begin to lie, and corrected as long as answers allow', async () => {
  const lie = lies()['random values'];
  const rules = [2, 5].map((client, at) => {
    const { apply } = lying([client], 'distances', lie);
    let heard = 0;
    return {
      name: 'lie later',
      apply: (packet: Parameters<typeof apply>[0], timeNs: number) =>
        packet.from === client && packet.type.name === 'distances' && heard++ < 2 * at + 1
          ? ({ kind: 'pass' } as const)
          : apply(packet, timeNs),
    };
  });
  const played = await play(tenClients(), { rules });
  expect(played.findings).toMatchObject({ equalsLloyd: true, liars: ['client-2', 'client-5'] });
});

test('any lies within the bound n >= 2(l+t-1) + S + 2A + 1 are corrected and named, whoever is silent', async () => {
  const cases = fc
    .record({ wrong: fc.nat(2), order: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 9 }) })
    .chain(({ wrong, order }) =>
      fc.record({
        liars: fc.constant(order.slice(0, wrong)),
        silent: fc.integer({ min: 0, max: 4 - 2 * wrong }).map((count) => order.slice(wrong, wrong + count)),
        name: fc.constantFrom(...LIES.filter((lie) => lie !== "the previous round's values")),
      }),
    );
  await expect(
    fc.assert(
      fc.asyncProperty(cases, async ({ liars, silent, name }) => {
        const played = await play(tenClients({}, 9), {
          rules: [
            lying(liars, 'distances', lies()[name]),
            dropping(({ from, type }) => silent.includes(from) && type.name === 'distances'),
          ],
        });
        expect(played.findings).toMatchObject({ equalsLloyd: true });
        const named = new Set(played.findings.liars ?? []);
        expect(named).toEqual(new Set(liars.map((client) => `client-${client}`)));
        const spare = 4 - silent.length;
        // Two liars could be as near to another word of the code as to the right one.
        expect(played.findings.caveat !== undefined).toBe(spare + 1 - Math.floor(spare / 2) <= 2);
      }),
      { numRuns: 30, endOnFailure: true },
    ),
  ).resolves.toBeUndefined();
});

test('where nothing is left to check answers by, the result says so', async () => {
  const silent = dropping(({ from, type }) => from > 5 && type.name === 'distances');
  const honest = await play(tenClients(), { rules: [silent] });
  const caveat = '5 answers came in time in round 1, so 1 wrong one could go unnoticed';
  expect(honest.findings).toMatchObject({ equalsLloyd: true, caveat });
  const rules = [silent, lying([4], 'distances', lies()['random values'])];
  const fooled = await play(tenClients(), { rules });
  expect(fooled.findings).toMatchObject({ equalsLloyd: false, caveat });
  // Nobody agreed on liars, so nothing was promised.
  expect((await play(tenClients({ liars: 0 }))).findings).not.toHaveProperty('caveat');
});

test('a group that lies together fools the server from the number on that coding theory gives, and not before', async () => {
  const tell = async (liars: number): Promise<Played> => {
    const clients = Array.from({ length: liars }, (_, j) => j + 1);
    const rules = [lying(clients, 'distances', lies()['the same lie as another'])];
    return play(tenClients({}, 9), { rules });
  };
  const reasons = [3, 4, 5, 6].map(async (liars) => (await tell(liars)).findings.failure);
  for (const reason of await Promise.all(reasons))
    expect(reason).toMatch(/^expected at most 2 wrong answers/);
  // Seven of nine: the two honest ones are nearer to being wrong.
  const { findings } = await tell(7);
  expect(findings).toMatchObject({ equalsLloyd: false, liars: ['client-8', 'client-9'] });
});

test('more liars than clients can correct are refused before anything runs', () => {
  expect(() => tenClients({ liars: 3 })).toThrow(CahootsError);
  expect(() => tenClients({ liars: 3 })).toThrow(
    'expected n >= 2(l+t)-1+2A = 11 clients for segments l=1, privacy t=2 and liars A=3, got n=10',
  );
  expect(secfc.parameters.parse({ clusters: 2, privacy: 1 })).toMatchObject({ liars: 0 });
});
