/** Noisy sums under faults: nothing is opened that is hidden too little, and what is opened is told, by whoever watches messages. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { enoughShares } from '../../../../actors/blocks/noise/invariants.ts';
import { Surplus } from '../../../../actors/blocks/noise/messages.ts';
import { Survivors } from '../../../../actors/blocks/secagg/messages.ts';
import type { Agreed } from '../../../../actors/feddp/agreed.ts';
import { feddp, standard } from '../../../../bin/standard.ts';
import { plugin } from '../../../../src/run/plugin/plugin.ts';
import type { AnyProtocol } from '../../../../src/core/protocol/protocol.ts';
import { found } from '../../../../src/studies/swarm/text.ts';
import { swarm } from '../../../../src/studies/swarm/swarm.ts';
import { feddpScenarios, playFeddp } from '../../../support/feddp-parties.ts';

const scenario = feddpScenarios();
const CLIENTS = 9;
const withheld = (message: string, who: readonly number[]) => ({
  fault: 'withhold',
  who: who.map((j) => `client-${j}`),
  message,
});
const dropout = (j: number) => ({ fault: 'dropout', who: `client-${j}`, when: { at: '1ms' } });

function agreedOf(noise: object): Agreed {
  const { parameters, population } = scenario(CLIENTS, { noise, aggregation: { threshold: 3 } });
  return feddp.agree(parameters as never, population) as Agreed;
}

/** What a guard says of messages to a client. */
function said(noise: object, survivors: number, from?: number): string | undefined {
  const { sent, delivered } = enoughShares.guard(agreedOf(noise));
  const told = {
    type: Survivors,
    body: { aggregation: 0, parties: Uint32Array.from({ length: survivors }, (_, j) => j) },
    from: 'server',
    to: 'client-1',
    digest: 0,
  };
  const first = sent?.(told) ?? delivered?.(told);
  if (first !== undefined || from === undefined) return first;
  return sent?.({ ...told, type: Surplus, body: { aggregation: 0, from } });
}

describe('the invariant of noise', () => {
  test.each(['honest-minimum', 'enforced'])('under %s detects sums of too few clients', (policy) => {
    const noise = { policy, dropouts: 2, colluding: 1 };
    expect(said(noise, 7)).toBeUndefined();
    expect(said(noise, 6)).toContain('sum 0 is asked for of 6 of 9 clients, whose shares are too few');
  });

  test('detects the removal of more than surplus noise', () => {
    const noise = { policy: 'enforced', dropouts: 2, colluding: 1 };
    expect(said(noise, 8, 2)).toBeUndefined();
    expect(said(noise, 8, 1)).toContain('too few noise for sum 0');
  });

  test('promises nothing under the policy none', () => {
    expect(said({ policy: 'none' }, 3)).toBeUndefined();
  });

  test.each([
    ['clustered', { kind: 'clustered', iterations: 0, converged: false, opened: [] } as const],
    ['aborted', { kind: 'aborted', reason: 'too few', opened: [] } as const],
  ])('detects what a server that ends %s does not account for', (_, outcome) => {
    const guard = enoughShares.guard(agreedOf({ policy: 'none' }));
    expect(guard.ended?.(outcome)).toBeUndefined();
    const parties = Uint32Array.of(0, 1, 2, 3);
    const told = { type: Survivors, body: { aggregation: 0, parties }, digest: 0 };
    guard.sent?.({ ...told, from: 'server', to: 'client-1' });
    expect(guard.ended?.(outcome)).toContain('sum 0 of 4 with 1 parts');
  });

  test.each(['clients', 'server', 'nobody'] as const)(
    'detects an outcome that does not say what was opened, where noise is by %s',
    (by) => {
      const guard = enoughShares.guard(agreedOf({ by }));
      expect(guard.ended?.(undefined)).toBeUndefined();
      expect(guard.ended?.({ kind: 'aborted', reason: 'too few' })).toBe(
        'the outcome, aborted, does not say what was opened',
      );
    },
  );

  test('ends a run whose server opens sums of too few clients', async () => {
    // Of a server and clients that forgot how many there must be.
    const careless: AnyProtocol = {
      ...feddp,
      agree(parameters, population) {
        const agreed = feddp.agree(parameters as never, population) as Agreed;
        const stages = agreed.stages.map((stage) => {
          const { least: _, ...session } = stage.sum.session;
          return { ...stage, sum: { ...stage.sum, session } };
        });
        return { ...agreed, stages };
      },
    };
    const settings = { noise: { policy: 'honest-minimum', dropouts: 2 }, aggregation: { threshold: 3 } };
    const played = (protocol: AnyProtocol) =>
      playFeddp(scenario(CLIENTS, settings, { faults: [1, 4, 6].map(dropout) }), {
        guard: true,
        plugins: [plugin(import.meta.url, { name: 'careless', protocols: [protocol] })],
      });
    await expect(played(careless)).rejects.toThrow('invariant enough-shares');
    expect((await played(feddp as AnyProtocol)).figure('epsilon')).toBe(0);
  });
});

test('a sum is accounted for even if too few shares arrive to open it, as more may arrive too late', async () => {
  const faults = [withheld('unmasking', [1, 2, 3, 4, 5, 6, 7])];
  const settings = { noise: { policy: 'none' }, aggregation: { threshold: 3 } };
  const { findings, figure } = await playFeddp(scenario(CLIENTS, settings, { faults }), { guard: true });
  expect(findings.aborted).toContain('got 2 in time');
  expect(figure('epsilon')).toBeGreaterThan(0);
});

test('a sum is accounted for even if nobody could read the request, as the server does not know', async () => {
  const faults = [{ fault: 'oversize', who: 'server', message: 'survivors', bytes: '1KB' }];
  const settings = { noise: { policy: 'none' }, aggregation: { threshold: 3 } };
  const { findings, figure } = await playFeddp(scenario(CLIENTS, settings, { faults }), { guard: true });
  expect(findings.aborted).toContain('got 0 in time');
  expect(figure('epsilon')).toBeGreaterThan(0);
});

const file = fileURLToPath(new URL('../../../../scenarios/swarm/feddp.yaml', import.meta.url));

test.each([
  ['enforced', []],
  ['honest-minimum', ['protocol.noise.policy=honest-minimum']],
  ['none', ['protocol.noise={policy: none, colluding: 1}', 'expect={}']],
  ['noise of the server', ['protocol.noise={by: server}', 'expect={}']],
])(
  'under random faults no sum is opened with too little noise, and all are accounted for: %s',
  async (_, set) => {
    const small = ['clients=7', 'protocol.rounds=1', 'protocol.aggregation.threshold=4'];
    const { runs } = await swarm(file, {
      plugins: [standard],
      set: [...small, ...set],
      runs: 5,
      seed: 1,
      threads: 0,
    });
    expect(found(runs)).toEqual([]);
  },
);
