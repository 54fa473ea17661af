import { expect, test } from 'vitest';
import type { Agreed } from '../../../actors/feddp/agreed.ts';
import { feddp } from '../../../bin/standard.ts';
import { agreedOf } from '../../../src/run/execute/cast.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { plugins } from '../../support/plugins.ts';

/** The value of a step of each release. */
function unitsAt(level: string, ...set: readonly string[]): Record<string, number> {
  const asked = { plugins, set: [`protocol.level=${level}`, ...set] };
  const { stages } = agreedOf(loadScenario('scenarios/feddp.yaml', asked), feddp) as Agreed;
  return Object.fromEntries(stages.flatMap(({ releases }) => releases.map(({ name, unit }) => [name, unit])));
}

test('points are counted one by one, and of what a whole client adds to counts and weights its clip has 1024 steps', () => {
  expect(unitsAt('point')).toMatchObject({ weights: 1, counts: 1 });
  const clips = 'protocol.clips={ outer: 1, means: 2, sums: 4, counts: 8, weights: 16 }';
  expect(unitsAt('client', clips)).toMatchObject({ weights: 16 / 1024, counts: 8 / 1024 });
});
