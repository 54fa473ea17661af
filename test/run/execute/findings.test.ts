import { describe, expect, test } from 'vitest';
import { type AnyProtocol, type Clustered, finish, type Labels, receive } from '../../../src/index.ts';
import { localLloyd } from '../../support/local-lloyd.ts';
import { pluginsWith } from '../../support/plugins.ts';
import { edited, SMALL } from '../../support/small-scenario.ts';
import { Sides } from '../../support/scenario-sides.ts';
import { LLOYD, SIDES, sidesRuns, sidesWith, withServer } from '../../support/sides-runs.ts';

const { ran, write } = sidesRuns();

describe('findings', () => {
  /** Two classes, five points each, on a line; one point of each lies on the other's side. */
  const xs = [-9, -8, -7, -6, 4, 9, 8, 7, 6, -4];
  const text = edited(SIDES, [
    SIDES.slice(SIDES.indexOf('source:'), SIDES.indexOf('  partition:')),
    'source: csv\n  file: line.csv\n  label: kind\n',
  ]);
  const lines = (): string =>
    write('line.csv', `x,kind\n${xs.map((x, i) => `${x},${i < 5 ? 'low' : 'high'}\n`).join('')}`);

  test('are the accuracy and the loss of the labels on the data as it is', async () => {
    lines();
    const { findings } = await ran(text);
    const [low, high] = [xs.filter((x) => x < 0), xs.filter((x) => x >= 0)];
    const loss = [low, high]
      .flatMap((side) => side.map((x) => (x - side.reduce((a, b) => a + b) / side.length) ** 2))
      .reduce((a, b) => a + b);
    expect(findings).toMatchObject({ accuracy: 0.8, start: 'random', iterations: 1, converged: true });
    expect(findings.loss).toBeCloseTo(loss, 9);
    expect(findings).not.toHaveProperty('aborted');
  });

  test('have no accuracy where the classes are not known', async () => {
    lines();
    const { findings } = await ran(edited(text, ['  label: kind\n', '  ignore: [kind]\n']));
    expect(findings).not.toHaveProperty('accuracy');
    expect(findings.loss).toBeGreaterThan(0);
  });

  test.each([
    ['the same labels in every iteration', (all: Labels, start: Labels) => [start, all], true],
    ['other labels', (all: Labels, start: Labels) => [start, all.map((label) => 1 - label)], false],
    ['more iterations', (all: Labels, start: Labels) => [start, all, all], false],
    ['another start', (all: Labels) => [all, all], false],
  ])('say whether the reference had %s', async (_, reference, equal) => {
    const { history } = (await ran(SIDES)).outcome as Clustered;
    const [start, all] = history as readonly Labels[];
    const { findings } = await ran(SIDES, {
      plugins: sidesWith({ reference: () => reference(all, start) }),
    });
    expect(findings.equalsLloyd).toBe(equal);
  });

  test.each(['lloyd', 'secfc'])('say that %s equals centralised Lloyd', async (name) => {
    const { findings, labels } = await ran(name === 'lloyd' ? LLOYD : SMALL);
    expect(findings).toMatchObject({ equalsLloyd: true, converged: true });
    expect(labels).toHaveLength(40);
  });

  describe('of a protocol in which only clients learn labels', () => {
    const LOCAL = edited(
      LLOYD,
      ['name: lloyd', 'name: local-lloyd'],
      ['clusters: 2', 'clusters: 2\n  timeout: 1s'],
      ['deviation: 1', 'deviation: 4'],
    );
    const held = async (protocol: AnyProtocol, ...faults: readonly string[]) => {
      const set = ['expect={ matches: lloyd }', `faults=[${faults.join(', ')}]`];
      return (await ran(LOCAL, { plugins: pluginsWith(protocol), set })).findings;
    };

    test('say that it equals Lloyd if its labels at the end do', async () => {
      const found = await held(localLloyd);
      expect(found).toMatchObject({ equalsLloyd: true, converged: true });
      expect(found).not.toHaveProperty('violated');
    });

    test('say so too of those who learn theirs, if others took no part', async () => {
      const found = await held(localLloyd, '{ fault: withhold, who: client-2 }');
      expect(found).toMatchObject({ equalsLloyd: true, missing: ['client-2'] });
    });

    test('say so too of those who learn theirs, if others took part to the last', async () => {
      const untold =
        '{ fault: withhold, who: server, to: client-4, message: centres, when: { at: 21200us } }';
      const { iterations } = await held(localLloyd);
      expect(await held(localLloyd, untold)).toMatchObject({
        equalsLloyd: true,
        missing: ['client-4'],
        iterations,
      });
    });

    test('say that it does not if a client lies', async () => {
      const found = await held(localLloyd, '{ fault: falsify, who: client-4, message: sums }');
      expect(found.equalsLloyd).toBe(false);
      expect(found.violated).toMatchObject([{ property: 'matches' }]);
    });

    test('say nothing if there is nothing to compare', async () => {
      const found = await held({ ...localLloyd, reference: () => [] });
      expect(found).not.toHaveProperty('equalsLloyd');
      expect(found.violated?.[0].message).toBe(
        "expected Lloyd's labels in every iteration, got none to compare",
      );
    });
  });

  test('of a protocol that gave up are why, without labels, accuracy and loss', async () => {
    const { findings, labels, ending, hash } = await ran(SIDES, { set: ['protocol.timeout=1ns'] });
    expect(findings).toEqual({
      start: 'random',
      network: 'preset lan (2026-11): 0.3 ms, loss 0 %, clients 1000 Mbps, others 1000 Mbps',
      iterations: 1,
      converged: false,
      aborted: 'only 0 clients answered',
    });
    expect([labels, ending]).toEqual([undefined, 'done']);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('of a server that says nothing are that', async () => {
    // oxlint-disable-next-line require-yield, no-empty-function -- a behaviour without effects
    const { findings } = await ran(SIDES, { plugins: withServer(function* () {}) });
    expect(findings).toEqual({
      start: 'random',
      network: 'preset lan (2026-11): 0.3 ms, loss 0 %, clients 1000 Mbps, others 1000 Mbps',
      iterations: 0,
      converged: false,
      aborted: 'the reporting party finished without a result',
      timeout: { timeoutNs: 30e9, stepNs: expect.any(Number) as number, faultNs: 0, expired: false },
    });
  });

  test('of a server that left are that', async () => {
    const gone = 'faults=[{ fault: dropout, who: server, when: { at: 1ms } }]';
    const { findings } = await ran(SMALL, { set: [gone] });
    expect(findings.aborted).toBe('server left and did not come back');
    const back = 'faults=[{ fault: crash, who: server, restartAfter: 1ms, when: { at: 1ms } }]';
    expect((await ran(SMALL, { set: [back] })).findings.aborted ?? '').not.toContain('left');
  });

  test('of parties that wait for ever are that, and the run ends', async () => {
    const plugins = withServer(function* () {
      yield* receive(Sides, { from: 'server' });
      yield* finish({});
    });
    const { findings, ending, hash } = await ran(SIDES, { plugins });
    expect(ending).toBe('stalled');
    expect(findings.aborted).toBe('nothing could happen any more, and parties still waited');
    expect(hash).toBeDefined();
  });
});
