/** A fault precedes everything else that happens at its time. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { compute, phase, round, send, sleep } from '../../../src/core/engine/actors/effects.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { afflict, type Afflicted, finishedIn, listeners, teller } from '../../support/afflicted-casts.ts';
import { actor, actors, LATENCY_NS, Note } from '../../support/cast.ts';
import { work } from '../../support/tasks.ts';

/** Who sends, by number, and when. */
const sentIn = ({ of }: Afflicted): [number, number][] =>
  of('sent').map(({ timeNs, from }) => [from, timeNs]);
const waiting = actor('server', () => sleep(50_000));
/** Sends at time 0 and at 100, where its second round begins. */
const talkers = actors('client', 2, function* () {
  yield* send('server', Note, { value: 1 });
  yield* sleep(100);
  yield* phase('talk');
  yield* round(2);
  yield* send('server', Note, { value: 2 });
});
const who = 'client-1';
const plugins = [standard];

describe('at time 0', () => {
  test('who has dropped out sends nothing', async () => {
    const played = await afflict([waiting, talkers], [{ fault: 'dropout', who }]);
    expect(sentIn(played)).toEqual([
      [2, 0],
      [2, 100],
    ]);
    expect(played.fired).toEqual([{ name: 'dropout', times: 1, firstNs: 0 }]);
    expect(played.log[0]).toMatchObject({ kind: 'faulted', timeNs: 0, actor: 1 });
  });

  test('who has crashed sends when it has restarted', async () => {
    const played = await afflict([waiting, talkers], [{ fault: 'crash', who, restartAfter: 30 }]);
    expect(sentIn(played)).toEqual([
      [2, 0],
      [1, 30],
      [2, 100],
      [1, 130],
    ]);
  });

  test('who is paused begins when its pause ends, the latest if there are several', async () => {
    const pauses = [30, 70, 50].map((ns) => ({ fault: 'pause', who, for: ns, name: `for ${ns}` }));
    expect(sentIn(await afflict([waiting, talkers], pauses))).toEqual([
      [2, 0],
      [1, 70],
      [2, 100],
      [1, 170],
    ]);
  });

  test('who is paused and then drops out sends nothing', async () => {
    const faults = [
      { fault: 'pause', who, for: 30 },
      { fault: 'dropout', who, when: { at: 20 } },
    ];
    expect(sentIn(await afflict([waiting, talkers], faults)).map(([from]) => from)).toEqual([2, 2]);
  });

  test('who is slow is slow in its first computation', async () => {
    const workers = actors('client', 2, function* () {
      yield* compute(work, 1000);
    });
    const played = await afflict([waiting, workers], [{ fault: 'slow', who, factor: 3 }]);
    expect(played.of('computing').map(({ durationNs }) => durationNs)).toEqual([3000, 1000]);
  });
});

describe.each([
  ['at the time of its message', { at: 100 }],
  ['in the round that its message begins', { round: 2, after: 0 }],
  ['in a phase of that round', { round: 2, phase: 'talk', after: 0 }],
])('%s', (_, when) => {
  test('who drops out does not send it', async () => {
    const played = await afflict([waiting, talkers], [{ fault: 'dropout', who, when }]);
    expect(sentIn(played).filter(([, timeNs]) => timeNs === 100)).toEqual([[2, 100]]);
  });

  test('who is paused sends it afterwards', async () => {
    const played = await afflict([waiting, talkers], [{ fault: 'pause', who, for: 40, when }]);
    expect(sentIn(played).filter(([, timeNs]) => timeNs >= 100)).toEqual([
      [2, 100],
      [1, 140],
    ]);
  });

  test('who falsifies has changed it', async () => {
    const played = await afflict([waiting, talkers], [{ fault: 'withhold', who, when }]);
    expect(sentIn(played).filter(([, timeNs]) => timeNs === 100)).toEqual([[2, 100]]);
  });
});

test('a dropout when a message arrives has it refused', async () => {
  const faults = [{ fault: 'dropout', who: 'client-2', when: { at: LATENCY_NS } }];
  const played = await afflict([teller, listeners], faults);
  expect(played.of('refused').map(({ by, reason }) => [by, reason])).toEqual([[2, 'the actor is down']]);
});

test('who goes on when a message arrives takes it', async () => {
  const faults = [{ fault: 'pause', who: 'client-2', for: LATENCY_NS }];
  expect(finishedIn(await afflict([teller, listeners], faults)).toSorted()).toEqual([
    [0, 0],
    ...[1, 2, 3, 4].map((client) => [client, LATENCY_NS]),
  ]);
});

test('dropouts at time 0 hit Lloyd as they hit SecFC', async () => {
  const file = fileURLToPath(new URL('../../../scenarios/sweep/thesis.yaml', import.meta.url));
  const scenario = loadScenario(file, {
    plugins,
    set: ['protocol={name: lloyd, clusters: 3}', 'faults.0.who.fraction=0.4'],
  });
  const { findings } = await run(scenario, { plugins });
  expect(findings.faults).toMatchObject([{ name: 'dropout 1', times: 8, firstNs: 0 }]);
  expect(findings.missing).toHaveLength(8);
  expect(findings.quality).toMatchObject({ countedPoints: 120, missingPoints: 80 });
});
