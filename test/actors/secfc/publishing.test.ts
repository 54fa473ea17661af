/** Clients of SecFC that publish in the end which identifiers are theirs (section 7). */

import { describe, expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { Identifiers } from '../../../actors/secfc/messages.ts';
import { encodeMessage } from '../../../src/core/engine/wire/message.ts';
import { counted, stated } from '../../support/counts.ts';
import { bytesOf, shapeOf, simulated, simulatorsOf } from '../../support/simulated.ts';
import { bodyOf, play, type Played, scenarioFiles, tampering } from '../../support/scenarios.ts';

const load = scenarioFiles();

const CLIENTS = 5;
const POINTS = 20;

const scenarioWith = (settings: object, faults: readonly object[] = []) =>
  load({
    clients: CLIENTS,
    seed: 2,
    data: { source: 'gaussian-mixture', points: POINTS, dimension: 2, components: 2, deviation: 1 },
    protocol: {
      name: 'secfc',
      clusters: 2,
      privacy: 1,
      timeout: '2s',
      align: { threshold: 4 },
      publish: true,
      ...settings,
    },
    network: { preset: 'lan' },
    faults,
  });

/** What the clients are told: by identifier the place of its owner. */
const toldIn = ({ history }: Played): number[][] =>
  history
    .sent('owners')
    .map(({ payload }) => [...bodyOf<{ owners: Uint32Array }>(secfc, payload).body.owners]);

const figuresOf = ({ findings }: Played) =>
  Object.fromEntries((findings.figures ?? []).map(({ name, value }) => [name, value]));

/** By identifier, who really holds it. */
function ownersOf({ shards }: ReturnType<typeof scenarioWith>): number[] {
  const owners: number[] = [];
  shards.forEach((rows, client) => rows.forEach((row) => (owners[row] = client)));
  return owners;
}

describe('clients that publish their identifiers', () => {
  test('let everybody know whose points are whose, and change no label', async () => {
    const scenario = scenarioWith({});
    const open = await play(scenario);
    const kept = await play(scenarioWith({ publish: false }));
    expect(toldIn(open)).toEqual(Array.from({ length: CLIENTS }, () => ownersOf(scenario)));
    expect(figuresOf(open)).toMatchObject({ published: POINTS, contested: 0 });
    expect([...(open.labels ?? [])]).toEqual([...(kept.labels ?? [])]);
    expect(kept.history.sent('identifiers')).toEqual([]);
    expect(figuresOf(kept)).not.toHaveProperty('published');
  });

  test('cost what the formulas say', async () => {
    const scenario = scenarioWith({});
    const { ledger, findings } = await play(scenario);
    const agreed = secfc.agree(scenario.parameters as never, scenario.population);
    expect(counted(ledger)).toEqual(stated(secfc.cost(agreed, scenario.population, findings.iterations)));
  });

  test('leave out who is gone by then, whose points nobody holds', async () => {
    const gone = { fault: 'dropout', who: 'client-3', when: { sent: 'distances', messages: 1 } };
    const scenario = scenarioWith({}, [gone]);
    const run = await play(scenario);
    const expected = ownersOf(scenario).map((owner) => (owner === 2 ? CLIENTS : owner));
    expect(toldIn(run)[0]).toEqual(expected);
    expect(figuresOf(run)['published']).toBe(expected.filter((owner) => owner < CLIENTS).length);
  });

  test('continue after a server that crashed while they published', async () => {
    const crash = {
      fault: 'crash',
      who: 'server',
      when: { sent: 'outcome', messages: 1 },
      restartAfter: '300ms',
    };
    const scenario = scenarioWith({}, [crash]);
    const run = await play(scenario);
    expect(figuresOf(run)).toMatchObject({ published: POINTS, contested: 0 });
    expect(run.ending).toBe('done');
  });

  test('that claim what another holds make it of nobody', async () => {
    const scenario = scenarioWith({});
    const owners = ownersOf(scenario);
    const others = owners.indexOf(0);
    const claims = [others, ...owners.flatMap((owner, row) => (owner === 1 ? row : []))].toSorted(
      (a, b) => a - b,
    );
    const lie = tampering(
      ({ type, from }) => type === Identifiers && from === 'client-2',
      () => encodeMessage(Identifiers, { identifiers: Uint32Array.from(claims) }),
    );
    const run = await play(scenario, { rules: [lie] });
    expect(toldIn(run)[0][others]).toBe(CLIENTS);
    expect(figuresOf(run)).toMatchObject({ published: POINTS - 1, contested: 1 });
  });

  test('and send what is no list of identifiers are refused', async () => {
    const lie = tampering(
      ({ type, from }) => type === Identifiers && from === 'client-2',
      () => encodeMessage(Identifiers, { identifiers: Uint32Array.of(1, 1) }),
    );
    const run = await play(scenarioWith({}), { rules: [lie] });
    expect(run.history.of('refused').map(({ reason }) => reason)).toContain('wrong identifiers');
  });

  test.each([
    ['client', ['client-1']],
    ['server', ['server']],
    ['client+server', ['server', 'client-2']],
  ] as const)('show %s no more than that', async (roles, coalition) => {
    const scenario = scenarioWith({});
    const simulator = simulatorsOf(secfc, scenario).get(roles);
    if (simulator === undefined) throw new Error('a claim without a simulator');
    const pair = await simulated(scenario, secfc, simulator, coalition);
    expect(shapeOf(pair.simulated, secfc)).toEqual(shapeOf(pair.real, secfc));
    const told = ['assignment', 'outcome', 'union', 'identifiers', 'owners'];
    expect(bytesOf(pair.simulated, secfc, told)).toEqual(bytesOf(pair.real, secfc, told));
  });
});

test('without alignment everybody knows, and there is nothing to publish', () => {
  expect(() => scenarioWith({ align: undefined })).toThrow(
    'protocol.publish: expected it with align, as everybody knows otherwise who holds which point, got true',
  );
});
