import { describe, expect, test } from 'vitest';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { type Fate, fatesOf } from '../../../src/run/execute/fates.ts';
import { qualityOf, warningsOf } from '../../../src/run/execute/quality.ts';
import { edited, scenarios, SMALL } from '../../support/small-scenario.ts';
import { plugins } from '../../support/plugins.ts';
import { run } from '../../../src/run/execute/run.ts';

const labels = Uint16Array.of(0, 0, 3, NO_CLUSTER, NO_CLUSTER, NO_CLUSTER);

const fates: readonly Fate[] = ['counted', 'uncounted', 'counted', 'missing', 'refused', 'forgotten'];
const judged = { labels, fates, clusters: 4, loss: 6 };

describe('what figures are of', () => {
  test('every point is exactly one of counted, refused, forgotten, missing and unassigned', () => {
    expect(qualityOf(judged)).toEqual({
      countedPoints: 3,
      uncountedPoints: 1,
      missingPoints: 1,
      refusedPoints: 1,
      forgottenPoints: 1,
      unassignedPoints: 0,
      keptPoints: 5,
      occupiedClusters: 2,
      clusters: 4,
      lossPerPoint: 2,
    });
  });

  test('the first reason holds, and what is in a cluster is so whoever is missing', () => {
    const owners = ['client-1', 'client-1', 'client-2', 'client-2', 'client-3', 'client-4'];
    const outcome = { missing: ['client-1', 'client-3'], blamed: ['client-3'], uncounted: ['client-1'] };
    expect(fatesOf(labels, owners, outcome, new Set([3, 4]))).toEqual([
      'uncounted',
      'uncounted',
      'counted',
      'forgotten',
      'refused',
      'unassigned',
    ]);
  });

  test('agreement with the classes is over the points in clusters', () => {
    const same = qualityOf({ ...judged, truth: [5, 5, 7, 1, 2, 3] });
    expect([same.adjustedRand, same.mutualInformation]).toEqual([1, 1]);
  });

  test('nothing is warned of where all is there', () => {
    const whole = qualityOf({
      labels: Uint16Array.of(0, 1),
      fates: ['counted', 'counted'],
      clusters: 2,
      loss: 1,
    });
    expect(warningsOf(whole, { missing: [], blamed: [], clientNames: undefined })).toEqual([]);
  });

  test('what makes a comparison unfair is said in words', () => {
    const quality = qualityOf({ ...judged, fates: [...fates.slice(0, 5), 'unassigned'] });
    const who = {
      missing: ['client-3', 'client-4'],
      blamed: ['client-4'],
      clientNames: { 'client-4': 'Bonn' },
    };
    expect(warningsOf(quality, who)).toEqual([
      '1 of 6 points are refused, with client-4 (Bonn): the loss is over the others, and therefore smaller',
      '1 of 6 points are missing, with client-3: the loss is over the others, and therefore smaller',
      '1 of 6 points are in no cluster and do not count in the loss',
      '2 of 4 clusters have no points: this says more about the start than about the protocol',
    ]);
  });
});

describe('a run', () => {
  const { load } = scenarios();

  test('whose client drops out says what its loss is of', async () => {
    const text = edited(
      SMALL,
      ['clients: 5', 'clients: 7'],
      ['limits:', 'faults:\n  - { fault: dropout, who: client-3 }\nlimits:'],
      ['privacy: 2', 'privacy: 2\n  timeout: 1s'],
    );
    const { findings } = await run(load(text), { plugins });
    expect(findings.missing).toEqual(['client-3']);
    const { countedPoints = 0, missingPoints = 0, lossPerPoint = 0 } = findings.quality ?? {};
    expect(countedPoints + missingPoints).toBe(40);
    expect(lossPerPoint * countedPoints).toBeCloseTo(findings.loss ?? 0, 9);
    expect(findings.warnings?.[0]).toMatch(/^\d+ of 40 points are missing, with client-3: /);
  });

  test('that is not scored says the same of itself, but for how good its clustering is', async () => {
    const dropout = 'faults=[{ fault: dropout, who: client-3 }]';
    const scenario = load(SMALL, { set: ['clients=7', 'protocol.timeout=1s', dropout] });
    const [{ findings }, unscored] = await Promise.all([
      run(scenario, { plugins }),
      run(scenario, { plugins, hashed: false, scored: false }),
    ]);
    const { accuracy, loss, quality, ...others } = findings;
    const { lossPerPoint, lossOfAll, adjustedRand, mutualInformation, ...counts } = quality ?? {};
    for (const score of [accuracy, loss, lossPerPoint, lossOfAll, adjustedRand, mutualInformation])
      expect(score).toBeTypeOf('number');
    expect(unscored.findings).toEqual({ ...others, quality: counts });
    expect(unscored.hash).toBeUndefined();
  });

  test('that rounds away the difference of its points says so', async () => {
    const { findings } = await run(load(edited(SMALL, ['privacy: 2', 'privacy: 2\n  scale: 0.05'])), {
      plugins,
    });
    const merged = findings.figures?.find(({ name }) => name === 'mergedPoints')?.value as number;
    expect(merged).toBeGreaterThan(4);
    expect(findings.warnings).toContainEqual(
      `rounding to multiples of 1/0.05 leaves ${40 - merged} of 40 distinct points: protocol.scale is too small`,
    );
  });

  test('that keeps all its points apart has nothing to warn of', async () => {
    const { findings } = await run(load(SMALL), { plugins });
    expect(findings.figures).toContainEqual(expect.objectContaining({ name: 'mergedPoints', value: 0 }));
    expect(findings.warnings).toBeUndefined();
  });
});

test('the loss over all points grows with every client that is lost, however the others fare', async () => {
  const scenario = edited(SMALL, ['privacy: 2', 'privacy: 1\n  timeout: 1s']);
  const { load } = scenarios();
  const lost = (names: string) => [`faults=[{ fault: dropout, who: [${names}], when: { at: 0ms } }]`];
  const qualities = [];
  for (const set of [[], lost('client-1'), lost('client-1, client-4')]) {
    const { findings } = await run(load(scenario, { set }), { plugins });
    qualities.push(findings.quality?.lossOfAll ?? (findings.loss as number));
  }
  expect(qualities).toEqual(qualities.toSorted((a, b) => a - b));
  expect(new Set(qualities).size).toBe(3);
});

test('what rounding alone costs is how much better Lloyd does from there on the points as they are', async () => {
  const { load } = scenarios();
  const costOf = async (scale: number) => {
    const { findings } = await run(load(SMALL, { seed: 2, set: [`protocol.scale=${scale}`] }), { plugins });
    const cost = findings.figures?.find(({ name }) => name === 'roundingLoss')?.value;
    return { cost: (cost ?? 0) as number, warned: (findings.warnings ?? []).join().includes('of the loss') };
  };
  const coarse = await costOf(0.4);
  expect(coarse.cost).toBeGreaterThan(0.01);
  expect(coarse.warned).toBe(true);
  expect(await costOf(100_000)).toEqual({ cost: 0, warned: false });
});
