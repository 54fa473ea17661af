/** What must hold at every moment of a run is watched where that is asked for, and the first event that breaks it is named. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { secfc, standard } from '../../../bin/standard.ts';
import { invariant } from '../../../src/core/protocol/invariant.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import { BrokenInvariant, Guards } from '../../../src/run/execute/guards.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { Bus } from '../../../src/core/engine/messages/bus.ts';
import { payloadOf } from '../../support/payload.ts';

const quickstart = fileURLToPath(new URL('../../../scenarios/quickstart.yaml', import.meta.url));
const ROLES = [{ role: 'server' }, { role: 'client', count: 2, holds: true as const }];
const PAYLOAD = payloadOf(Uint8Array.of(1, 2, 3));

function watched(): { bus: Bus; guards: Guards } {
  const bus = new Bus();
  const guards = new Guards(ROLES, { messages: [] }, {}, new Set());
  guards.attach(bus);
  return { bus, guards };
}

const NOTE = { from: 0, to: 1, payloadBytes: 3, wireBytes: 10, digest: 0, payload: PAYLOAD };
const sent = (bus: Bus, timeNs: number, id: number): void =>
  bus.sent({ ...NOTE, timeNs, id, type: 'note', elements: 1 });
const delivered = (bus: Bus, timeNs: number, id: number, wireBytes = 10): void =>
  bus.delivered({ ...NOTE, timeNs, id, wireBytes, retransmissions: 0 });

describe('every run', () => {
  test('keeps its time', () => {
    const { bus } = watched();
    sent(bus, 5, 0);
    expect(() => delivered(bus, 4, 0)).toThrow('invariant time, at 4 ns: time went back from 5 ns');
  });

  test('has every actor done once', () => {
    const { bus } = watched();
    const finished = { timeNs: 1, actor: 1, result: new Uint8Array() };
    bus.emit('finished', finished);
    expect(() => bus.emit('finished', finished)).toThrow(
      'invariant done-once, at 1 ns: client-1 finishes twice',
    );
  });

  test('accounts for every byte', () => {
    const { bus, guards } = watched();
    sent(bus, 1, 0);
    sent(bus, 1, 1);
    delivered(bus, 2, 0);
    expect(() => delivered(bus, 3, 7)).toThrow('message 7 arrived but was never sent');
    expect(() => delivered(bus, 3, 1, 11)).toThrow('message 1 left with 10 B and arrived with 11 B');
    expect(() => guards.end('done', 4, undefined)).toThrow(
      'message 1 of 10 B was neither delivered nor lost',
    );
    guards.end('limit', 4, undefined);
    bus.emit('lost', { timeNs: 4, id: 1, wireBytes: 10, reason: 'lost' });
    guards.end('done', 4, undefined);
  });
});

describe("a protocol's own", () => {
  const counting = (what: (count: number) => string | undefined): typeof secfc => {
    const distances = secfc.messages.filter(({ name }) => name === 'distances');
    const few = invariant({
      name: 'few',
      summary: 'few distances',
      reads: distances,
      guard() {
        let count = 0;
        return { sent: () => what(++count) };
      },
    });
    return { ...secfc, name: 'counted', invariants: [few] };
  };
  const play = async (
    protocol: typeof secfc,
    guard: boolean,
    set: readonly string[] = [],
  ): Promise<unknown> => {
    const plugins = [standard, plugin(import.meta.url, { name: 'counted', protocols: [protocol] })];
    return run(loadScenario(quickstart, { plugins, set: ['protocol.name=counted', ...set] }), {
      plugins,
      guard,
    });
  };

  test('sees the messages that it asks for, and ends the run at the first that breaks it', async () => {
    const strict = counting((count) => (count > 12 ? `${count} distances` : undefined));
    await expect(play(strict, true)).rejects.toThrow(BrokenInvariant);
    await expect(play(strict, true)).rejects.toThrow(/^invariant few, at \d+ ns: 13 distances$/);
    await play(strict, false);
  });

  test('claims nothing any more where a fault falsifies what a party says', async () => {
    const falsify = `faults=${JSON.stringify([{ fault: 'falsify', who: 'client-1', message: 'shares' }])}`;
    const strict = counting((count) => (count > 12 ? 'too many' : undefined));
    await expect(play(strict, true, [falsify])).resolves.toBeDefined();
  });
});

test.each(['quickstart', 'mufc', 'feddp', 'fastlloyd', 'membership'])(
  'a watched run of %s is the same run',
  async (name) => {
    const file = fileURLToPath(new URL(`../../../scenarios/${name}.yaml`, import.meta.url));
    const scenario = loadScenario(file, { plugins: [standard] });
    const [watching, not] = await Promise.all(
      [true, false].map((guard) => run(scenario, { plugins: [standard], guard })),
    );
    expect(watching.hash).toBe(not.hash);
  },
);
