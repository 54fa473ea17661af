/** A certificate never reassures where nothing was looked at, and says what it did not look at. */

import { describe, expect, test } from 'vitest';
import { additive, type Cut, Share, uniformCut } from '../../../experiments/mutants/additive.ts';
import { kfed, lloyd } from '../../../bin/standard.ts';
import { changed, secretOf } from '../../../experiments/mutants/broken.ts';
import { REPEATS, scenarioOf } from '../../../experiments/mutants/examine.ts';
import { SETTINGS, type SettingName } from '../../../experiments/mutants/settings.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import { protocol } from '../../../src/core/protocol/protocol.ts';
import type { Claim } from '../../../src/core/protocol/attack.ts';
import { role } from '../../../src/core/protocol/role.ts';
import { type Behaviour, send } from '../../../src/core/engine/actors/effects.ts';
import type { Self } from '../../../src/core/engine/actors/actor.ts';
import { attackRun } from '../../../src/lab/attack/attack-run.ts';
import type { Certificate } from '../../../src/lab/attack/certificate.ts';
import { certificateText } from '../../../src/lab/attack/text.ts';

async function certified(of: AnyProtocol, repeats = REPEATS, more?: object): Promise<Certificate> {
  const setting = more && { ...SETTINGS[of.name as SettingName], ...more };
  const mutant = { name: of.name, what: '', protocol: of, ...(setting && { setting }) };
  const { scenario, plugins } = scenarioOf(mutant, 2);
  const { certificate } = await attackRun(scenario, { plugins, repeats });
  if (certificate === undefined) throw new Error('the run was interrupted');
  return certificate;
}

const sound = additive('additive');
const [claim] = (sound.privacy?.claims?.({ clients: Array(5).fill('') }) ?? []) as [Claim];

/** Additive sharing with other claims. */
function claiming(claims: readonly Claim[]): AnyProtocol {
  const { privacy } = sound;
  return protocol({
    ...sound,
    privacy: { attacks: [], statement: () => '', ...privacy, claims: () => claims },
  } as never);
}

describe('nothing found', () => {
  test('is said where all that is received was simulated, with its power', async () => {
    const { verdicts } = await certified(sound);
    expect(verdicts.map(({ status, missing }) => [status, missing])).toEqual([
      ['nothing found', []],
      ['nothing found', []],
    ]);
    const [{ ledger, because }] = verdicts;
    expect(ledger.untestedBytes).toBe(0);
    expect(ledger.testedBytes).toBeGreaterThan(ledger.explainedBytes);
    expect(because.join('\n')).toMatch(/one entry without noise (\d+) of \1, half of the range (\d+) of \2/);
  });

  test('is not said of a run that broke off', async () => {
    const gone = { fault: 'dropout', who: 'server', when: { at: '0ms' } };
    const { verdicts } = await certified(lloyd, 3, { faults: [gone] });
    expect(verdicts.length).toBeGreaterThan(0);
    for (const { status, missing } of verdicts) {
      expect(status).toBe('open');
      expect(missing.at(-1)).toMatch(/^the run ended without a clustering/);
    }
  });

  test.each<[string, Claim, RegExp]>([
    ['a simulator', { ...claim, simulator: undefined } as never, /brings no simulator/],
    [
      'a stand-in for everybody',
      { ...claim, simulator: { functionality: () => ({}), standIns: {} } },
      /no stand-in for server, client-4, client-5, client-1/,
    ],
  ])('is not said without %s', async (_, of, lacks) => {
    const [{ status, missing, ledger }] = (await certified(claiming([of]))).verdicts;
    expect(status).toBe('open');
    expect(missing.join('\n')).toMatch(lacks);
    expect(ledger.entries).toMatchObject([
      { from: 'client', to: 'client', type: 'share', explainedBytes: 0, testedBytes: 0 },
    ]);
  });

  test.each([
    [0, /were not compared/],
    [4, /too weak for values of share/],
  ])('is not said after %i repeats', async (repeats, lacks) => {
    const [{ status, missing }] = (await certified(sound, repeats)).verdicts;
    expect(status).toBe('open');
    expect(missing.join('\n')).toMatch(lacks);
  });

  test('is not said after too few pairs to tell what messages come from chance', async () => {
    const late = changed(lloyd, (effect, _self, shard) =>
      effect.kind === 'send' && secretOf(shard) ? [{ kind: 'sleep', ns: 1000 }, effect] : [effect],
    );
    const [{ status, missing }] = (await certified(late, 2)).verdicts;
    expect(status).toBe('open');
    expect(missing.join('\n')).toMatch(
      /too weak for the number, size, order and time of messages, which differ in \d of 5 pairs/,
    );
  });

  test.each([kfed, lloyd])('is only said of the server where there is one client', async (of) => {
    const { verdicts, uncovered } = await certified(of as AnyProtocol, 0, { clients: 1, collusion: [] });
    expect(verdicts).toHaveLength(1);
    expect(verdicts[0].claim).toMatch(/^the server/);
    expect(uncovered).toEqual(['client']);
  });

  test('is not said of a protocol without claims, or of roles that none is about', async () => {
    const none = await certified(claiming([]), 0);
    expect(none.verdicts).toEqual([]);
    expect(certificateText(none)).toMatch(
      /^The protocol claims nothing, so there is nothing to hold: OPEN\n/,
    );
    expect((await certified(claiming([claim]), 0)).uncovered).toEqual(['server']);
    expect((await certified(sound, 0)).uncovered).toEqual([]);
    const ofServer = await certified(claiming([{ ...claim, coalition: { server: 1 } }]), 0);
    expect(ofServer.uncovered).toEqual(['client']);
  });

  test('is not said of a claim by what was found for another in the same words', async () => {
    const other = { ...claim, coalition: { server: 1 } };
    await expect(certified(claiming([claim, other]), 0)).rejects.toThrow(`the claim "${claim.says}" twice`);
  });
});

describe('what only differs from its simulation is flagged', () => {
  /** Clients that cut their sum otherwise. */
  const cut =
    (change: (shares: Uint32Array[]) => Uint32Array[]): Cut =>
    (...given) =>
      change(uniformCut(...given));

  test.each<[string, AnyProtocol, RegExp]>([
    [
      'one message more',
      protocol({
        ...sound,
        roles: {
          ...sound.roles,
          client: role({
            parties: 'many',
            *play(self, given): Behaviour {
              yield* (sound.roles['client'].play as (self: Self, given: object) => Behaviour)(self, given);
              if (self.index === 3) yield* send('client-1', Share, { values: [], note: new Uint8Array() });
            },
          }),
        },
      } as never),
      /shape of all messages/,
    ],
    [
      'the last entry without noise',
      additive(
        'additive',
        cut((shares) => shares.map((share) => share.map((value, c) => (c === 2 ? 17 : value)))),
      ),
      /(repeats|values|distribution|evenness|collisions|combinations) of (values of share|all residues)/,
    ],
    [
      'shares whose sum is zero',
      additive(
        'additive',
        cut(([a, b, c, d, e]) => [a, b, c.map((_, at) => (2 ** 28 - 57 - a[at]) % (2 ** 28 - 57)), d, e]),
      ),
      /linear relations modulo 268435399/,
    ],
  ])('%s', async (_, of, why) => {
    const { verdicts, simulations = [] } = await certified(of);
    expect(verdicts[0].status).toBe('flagged');
    const reasons = simulations[0].flagged.map((one) => `${one.test} of ${one.of}: ${one.where}`);
    expect(reasons.join('\n')).toMatch(why);
  });
});
