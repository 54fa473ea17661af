import { describe, expect, test } from 'vitest';
import {
  type Federation,
  induced,
  localAsPublished,
  misplacedAccuracy,
  SERVER_STARTS,
} from '../../../../experiments/paper/kfed/federation.ts';
import { fits } from '../../../../experiments/paper/kfed/starts.ts';
import { accuracy } from '../../../../src/core/math/cluster/accuracy.ts';
import { projectToSingularVectors } from '../../../../src/core/math/cluster/projection.ts';
import { selectRows } from '../../../../src/core/base/matrix.ts';
import { Random } from '../../../../src/core/base/random.ts';
import { gaussianMixture } from '../../../../src/run/data/gaussian-mixture.ts';

const CLIENTS = 8;
const { points, truth = new Uint32Array() } = gaussianMixture(
  {
    points: 800,
    dimension: 5,
    components: 4,
    deviation: 0.1,
    spread: 10,
    middle: 0,
    sizes: 'equal',
    truth: 'component',
  },
  new Random(1),
);
const all = [...truth.keys()];
/** Every client holds one component. */
const alone: Federation = {
  points,
  truth,
  rows: Array.from({ length: CLIENTS }, (_, j) =>
    all.filter((i) => truth[i] === j % 4 && Math.floor(i / 4) % 2 === Math.floor(j / 4)),
  ),
};
const stream = (name: string) => new Random(2).stream(name);
const locals = alone.rows.map((rows, j) =>
  localAsPublished(selectRows(points, Array.from(rows)), 1, stream(`${j}`)),
);

describe('k-FED with another start', () => {
  test('finds far components as published, and every start clusters all points', () => {
    const found = Object.entries(SERVER_STARTS).map(([name, start]) => {
      const labels = induced(alone, locals, 4, start, stream(name));
      expect(Math.max(...labels)).toBeLessThan(4);
      return [name, accuracy(labels, truth)] as const;
    });
    expect(found.slice(0, 3).map(([, one]) => one)).toEqual([1, 1, 1]);
    expect(found.every(([, one]) => one >= 0.25)).toBe(true);
    // The first four clients hold a component each.
    expect(Object.fromEntries(found)['the first k centres']).toBe(1);
  });

  test('from a projection onto more singular vectors is the same client', () => {
    const shard = selectRows(points, all.slice(0, 90));
    const own = () => stream('own');
    const more = projectToSingularVectors(shard, 4);
    expect(localAsPublished(shard, 2, own(), more)).toEqual(localAsPublished(shard, 2, own()));
  });

  test('labels in the order of the clients are no better than chance where classes take turns', () => {
    const labels = induced(alone, locals, 4, Object.values(SERVER_STARTS)[0], stream('server'));
    expect(misplacedAccuracy(alone, labels)).toBeLessThan(0.3);
  });
});

test('values fit what is printed by the rule of the claims', () => {
  expect(fits('75.0 ± 0.1', [75.04, 74.95, 75.01])).toBe(true);
  expect(fits('75.0 ± 0.1', [100, 100, 100])).toBe(false);
});
