/** Stand-ins know what is public, what members hold and what they ask: nothing else, and what they make is compared. */

import { describe, expect, test } from 'vitest';
import { lloyd } from '../../../../bin/standard.ts';
import type { Agreed } from '../../../../actors/lloyd/agreed.ts';
import { client } from '../../../../actors/lloyd/client.ts';
import { Points, Result } from '../../../../actors/lloyd/messages.ts';
import { pointsSent } from '../../../../actors/lloyd/simulators.ts';
import type { View } from '../../../../src/core/protocol/view.ts';
import { protocol, type AnyProtocol } from '../../../../src/core/protocol/protocol.ts';
import { type GivenShard, role } from '../../../../src/core/protocol/role.ts';
import { type AnySimulator, type RealRun, simulator } from '../../../../src/core/protocol/simulator.ts';
import { messagesOf } from '../../../../src/core/protocol/attacks/messages.ts';
import { send } from '../../../../src/core/engine/actors/effects.ts';
import type { Behaviour } from '../../../../src/core/engine/actors/effects.ts';
import type { Self } from '../../../../src/core/engine/actors/actor.ts';
import { claimsOf } from '../../../../src/lab/attack/claims.ts';
import { runPair, withoutStandIns } from '../../../../src/lab/attack/simulate/simulated.ts';
import { agreedOf } from '../../../../src/run/execute/cast.ts';
import { plugin } from '../../../../src/run/plugin/plugin.ts';
import { plugins, scenarioFiles } from '../../../support/scenarios.ts';

const load = scenarioFiles();
const mixture = {
  source: 'gaussian-mixture',
  points: 40,
  dimension: 2,
  components: 3,
  deviation: 2,
  partition: { by: 'iid' },
};
const setting = {
  data: mixture,
  clients: 4,
  seed: 5,
  protocol: { name: 'lloyd', clusters: 3, scale: 100, timeout: '2s' },
  network: { preset: 'wan', loss: 0.05 },
};

/** All that members saw, and when. */
const seen = ({ members }: View): object[] =>
  members.map(({ received, sent }) => ({
    received: received.map((one) => ({ ...one, payload: Buffer.from(one.payload).toString('hex') })),
    sent: sent.map((one) => ({ ...one, payload: Buffer.from(one.payload).toString('hex') })),
  }));

const simulatorOf = (of: AnyProtocol, scenario: ReturnType<typeof load>, claim: number): AnySimulator => {
  const { simulator: found } = claimsOf(of, agreedOf(scenario, of))[claim];
  if (found === undefined) throw new Error('a claim without a simulator');
  return found;
};

describe('what Lloyd shows, a simulator makes to the byte and the nanosecond', () => {
  test.each([
    [0, ['server']],
    [1, ['client-1']],
    [1, ['client-2', 'client-3', 'client-4']],
  ])('by claim %i, for %j', async (claim, coalition) => {
    for (const faults of [
      [],
      [{ fault: 'dropout', who: 'client-2', when: { at: '10ms' } }],
      [{ fault: 'slow', who: 'client-1', factor: 1e6 }],
      [{ fault: 'crash', who: 'client-3', when: { at: '15ms' }, restartAfter: '300ms' }],
      [{ fault: 'crash', who: 'server', when: { round: 2 }, restartAfter: '300ms' }],
    ]) {
      const scenario = load({ ...setting, faults });
      const pair = await runPair(scenario, lloyd, simulatorOf(lloyd, scenario, claim), coalition, 77, {
        plugins,
      });
      expect(seen(pair.simulated)).toEqual(seen(pair.real));
      expect(pair.real.members.some(({ received }) => received.length > 0)).toBe(true);
      expect(pair.answers.length).toBeGreaterThan(0);
    }
  });

  test('several starts take their time', async () => {
    const start = { subsets: 3, restarts: 3 };
    const scenario = load({ ...setting, protocol: { ...setting.protocol, start } });
    const pair = await runPair(scenario, lloyd, simulatorOf(lloyd, scenario, 1), ['client-1'], 7, {
      plugins,
    });
    expect(seen(pair.simulated)).toEqual(seen(pair.real));
  });
});

describe('what a simulator cannot make is a difference', () => {
  /** Lloyd with clients that do something else. */
  const changed = (play: (self: Self, given: GivenShard<Agreed>) => Behaviour): AnyProtocol =>
    protocol({
      ...lloyd,
      name: 'changed',
      reports: 'server',
      messages: [Points, Result],
      roles: { server: lloyd.roles['server'], client: role<Agreed>({ parties: 'many', play }) },
    });
  const other = changed(function* (self, given): Behaviour {
    // Tells its neighbour a coordinate.
    if (self.index === 1) yield* send('client-1', Points, { values: given.shard.values.slice(0, 1) });
    yield* client(self, given);
  });
  const known = [...plugins, plugin(import.meta.url, { name: 'changed', protocols: [other] })];
  const loadChanged = scenarioFiles(known);

  test('such as a message between clients', async () => {
    const scenario = loadChanged({ ...setting, protocol: { ...setting.protocol, name: 'changed' } });
    const found = simulatorOf(other, scenario, 1);
    const { real, simulated } = await runPair(scenario, other, found, ['client-1'], 1, { plugins: known });
    expect(messagesOf(real.members[0].received, Points)).toHaveLength(1);
    expect(messagesOf(simulated.members[0].received, Points)).toHaveLength(0);
  });
});

describe('a functionality', () => {
  const scenario = load(setting);
  const played = async (functionality: (real: RealRun) => object, ask: (of: never) => unknown) => {
    const asking = simulator({
      functionality,
      standIns: {
        *client(self, { functionality: of }) {
          yield* send('server', Points, { values: Float64Array.of(self.index) });
          ask(of as never);
        },
      },
    });
    return runPair(scenario, lloyd, asking, ['server'], 1, { plugins });
  };

  test('answers the same question once, with copies, and all answers are recorded', async () => {
    const shared = { values: Float64Array.of(1, 2) };
    const given: { values: Float64Array }[] = [];
    let times = 0;
    const { answers } = await played(
      () => ({ of: (_place: number) => (times++, shared) }),
      (of: { of(place: number): typeof shared }) => given.push(of.of(1), of.of(1), of.of(2)),
    );
    given[0].values[0] = 9;
    expect(shared.values[0]).toBe(1);
    expect(given[1].values[0]).toBe(1);
    expect([times, given.length, answers.map(({ question }) => question)]).toEqual([2, 12, ['of', 'of']]);
  });

  test('gives nothing but answers', async () => {
    const none = played(
      ({ members }) => ({ members }),
      (of: { members: unknown }) => of.members,
    );
    await expect(none).rejects.toThrow('a functionality without a method members');
    const got: unknown[] = [];
    await played(
      ({ members }) => ({ random: () => members[0].random() }),
      (of: { random(): unknown }) => got.push(of.random()),
    );
    // Nothing can be drawn from what arrives.
    expect(got[0]).toEqual({});
  });

  test('sees of the real run who holds what, and only the messages that it reads', async () => {
    let real: RealRun | undefined;
    await played(
      (seenRun) => ((real = seenRun), {}),
      () => undefined,
    );
    expect(real?.members.map(({ name }) => name)).toEqual(['server', ...scenario.parties.clients]);
    expect(real?.outcome?.kind).toBe('clustered');
    expect(() => messagesOf(real?.members[0].received ?? [], Points)).toThrow(
      'which its reads does not list',
    );
  });
});

test('an honest party without a stand-in is named', () => {
  const scenario = load(setting);
  expect(withoutStandIns(scenario, pointsSent, ['server'])).toEqual([]);
  expect(withoutStandIns(scenario, pointsSent, ['client-1'])).toEqual(['server']);
});
