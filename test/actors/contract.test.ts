/**
 * What every protocol promises, whatever happens to its parties: a run ends in order, with a clustering or with the reason
 * why there is none, nobody waits for ever, nobody honest is blamed, and nothing wrong is taken for Lloyd's result.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { standard } from '../../bin/standard.ts';
import { durationText } from '../../src/core/base/units.ts';
import { NO_CLUSTER } from '../../src/core/base/labels.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import { Directory } from '../../src/core/engine/messages/directory.ts';
import { send } from '../../src/core/engine/actors/effects.ts';
import { playing } from '../support/playing.ts';
import { refusal } from '../support/refusal.ts';
import { plugins, pluginsWith } from '../support/plugins.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { bodyOf, play, type Played, tampering } from '../support/scenarios.ts';

const write = temporaryFiles();
const fileOf = ({ name }: AnyProtocol): string =>
  fileURLToPath(new URL(`../../scenarios/swarm/${name}.yaml`, import.meta.url));

test.each(standard.protocols)('$name has a scenario for swarms', (protocol) => {
  expect(existsSync(fileOf(protocol))).toBe(true);
});

describe.each(standard.protocols)('$name', (protocol) => {
  const scenarioWith = (faults: readonly object[]): Scenario =>
    loadScenario(fileOf(protocol), { plugins, set: [`faults=${JSON.stringify(faults)}`] });
  const { parties, parameters } = scenarioWith([]);
  const victim = parties.clients[1];
  const { reporter } = parties;
  const directory = new Directory(parties.roles);
  const idOf = (name: string): number => directory.find(name) ?? -1;
  const holds = (id: number): boolean => parties.clients.includes(directory.name(id));

  /** What is promised of any run and was broken by this one, in which these parties were touched. */
  function broken({ ending, findings, outcome, history }: Played, touched: readonly string[]): string[] {
    const left = new Set(
      history
        .of('faulted')
        .flatMap(({ what, actor }) => (what === 'dropout' || what === 'crash' ? [actor] : [])),
    );
    const finished = new Set(history.of('finished').map(({ actor }) => actor));
    const everybody = Array.from({ length: directory.size }, (_, id) => id);
    const labels = outcome?.kind === 'clustered' ? [...(outcome.labels ?? [])] : [];
    const promises: Readonly<Record<string, boolean>> = {
      'the run is done': ending === 'done',
      'everybody who stays finishes': everybody.every((id) => finished.has(id) || left.has(id)),
      'nothing wrong is taken for the result of Lloyd': findings.equalsLloyd !== false,
      'nobody honest is blamed': (findings.blamed ?? []).every((name) => touched.includes(name)),
      'there is a clustering or a reason': outcome?.kind === 'clustered' || findings.aborted !== undefined,
      'labels are of clusters': labels.every((label) => label < parameters.clusters || label === NO_CLUSTER),
    };
    return Object.keys(promises).filter((promise) => !promises[promise]);
  }

  const afflicted = (who: string, fault: object): Promise<Played> => play(scenarioWith([{ who, ...fault }]));

  let whole: Played;
  beforeAll(async () => {
    whole = await play(scenarioWith([]));
  });

  test('clusters all points if nothing goes wrong', () => {
    expect(broken(whole, [])).toEqual([]);
    expect(whole.findings.missing ?? []).toEqual([]);
    expect(whole.clustering?.labels).toBeDefined();
  });

  test('refuses points whose squared distances would overflow', () => {
    const file = write('far.csv', `x\n${'1e152\n-1e152\n'.repeat(30)}`);
    const set = [`data=${JSON.stringify({ source: 'csv', file, partition: { by: 'iid' } })}`];
    const { message } = refusal(() => loadScenario(fileOf(protocol), { plugins, set }));
    expect(message).toContain('expected coordinates up to 1e+150, got 1e+152');
  });

  test('is not held up for ever by a straggler', async () => {
    expect(broken(await afflicted(victim, { fault: 'slow', factor: 1e4 }), [victim])).toEqual([]);
  });

  test.each(['a client', 'the party that reports'])('tolerates the silence of %s', async (whom) => {
    const who = whom === 'a client' ? victim : reporter;
    expect(broken(await afflicted(who, { fault: 'withhold' }), [who])).toEqual([]);
  });

  test.each(['a client', 'the party that reports'])('accepts no garbage from %s', async (whom) => {
    const who = whom === 'a client' ? victim : reporter;
    const garbage = tampering(
      ({ from }) => from === idOf(who),
      (payload) => payload.map((byte) => byte ^ 0xff),
    );
    const played = await play(scenarioWith([]), { rules: [garbage] });
    expect(broken(played, [who])).toEqual([]);
    const { history } = played;
    const sent = new Set(history.of('sent').flatMap(({ id, from }) => (from === idOf(who) ? [id] : [])));
    const refused = history.of('refused').filter(({ id }) => sent.has(id));
    expect(refused).toHaveLength(sent.size);
  });

  describe.each([0.1, 0.5, 0.9])('crashes at %d of its time', (share) => {
    const when = (): object => ({ at: durationText(Math.round(share * whole.endNs)) });

    test('of a client are tolerated', async () => {
      const played = await afflicted(victim, { fault: 'dropout', when: when() });
      expect(broken(played, [victim])).toEqual([]);
    });

    test('of the party that reports leave nobody waiting', async () => {
      const played = await afflicted(reporter, { fault: 'dropout', when: when() });
      expect(broken(played, [reporter])).toEqual([]);
    });

    test('of a client that restarts are tolerated', async () => {
      const played = await afflicted(victim, { fault: 'crash', when: when(), restartAfter: '2ms' });
      expect(broken(played, [victim])).toEqual([]);
    });
  });

  test('accepts from nobody what only another role sends', async () => {
    const impostor = parties.clients.at(-1) ?? '';
    const said = new Map<string, { readonly type: string; readonly body: object }>();
    for (const { from, type, payload } of whole.history.of('sent'))
      if (!holds(from)) said.set(type, bodyOf<object>(protocol, payload));
    for (const { from, type } of whole.history.of('sent')) if (holds(from)) said.delete(type);
    const types = protocol.messages.filter(({ name }) => said.has(name));
    expect(types.length).toBeGreaterThan(0);
    const others = [...parties.servers, ...parties.clients].filter((name) => name !== impostor);
    const posed = playing(
      protocol,
      protocol.holders,
      (own) =>
        function* pose(self, given) {
          if (self.name !== impostor) return yield* own(self, given);
          for (const type of types) yield* send(others, type, said.get(type.name)?.body as never);
          return undefined;
        },
    );
    const options = { plugins: pluginsWith(posed) };
    const played = await play(loadScenario(fileOf(protocol), options), options);
    expect(broken(played, [impostor])).toEqual([]);
    const wrong = played.history.of('sent').filter(({ from }) => from === idOf(impostor));
    expect(wrong.length).toBeGreaterThanOrEqual(types.length * others.length);
    const refused = new Set(played.history.of('refused').map(({ id }) => id));
    expect(wrong.every(({ id }) => refused.has(id))).toBe(true);
    // It is as if that client had said nothing.
    const { outcome } = await play(scenarioWith([{ fault: 'withhold', who: impostor }]));
    expect(played.outcome?.kind).toBe(outcome?.kind);
  });
});
