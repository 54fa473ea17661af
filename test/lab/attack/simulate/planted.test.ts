/** Leaks are planted where there is noise that could be missed. */

import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import { againFeatures } from '../../../../src/lab/attack/simulate/features.ts';
import { areFound, plant, type Planted } from '../../../../src/lab/attack/simulate/planted.ts';
import type { Places } from '../../../../src/lab/attack/simulate/places.ts';

const PAIRS = 19;
const stream = new Random(3).stream('planted');

/** Places of which some hold random residues, and the others the same value but in few of the views. */
function planted(noisy: number, steady: number): Planted {
  const worlds = Array.from({ length: PAIRS }, (_, r) => (r < 16 ? 0 : r - 15));
  const views = () =>
    Array.from({ length: PAIRS }, (_, r) =>
      Float64Array.from({ length: noisy + steady }, (_value, f) =>
        f < noisy ? stream.integer(2 ** 28) : Number(r % 8 === 1 && stream.integer(2) === 0),
      ),
    );
  const places: Places = {
    pairs: PAIRS,
    real: views(),
    simulated: views(),
    at: Array.from({ length: noisy + steady }, (_, entry) => ({ slot: 0, entry })),
    raw: false,
    all: noisy + steady,
  };
  return plant(places, worlds, againFeatures(places, worlds), stream);
}

describe('leaks are planted', () => {
  test('at all places with noise, and found', () => {
    const leaks = planted(12, 0);
    expect(leaks.place).toHaveLength(4);
    expect(areFound(leaks, 1e-4)).toBe(true);
    expect(leaks.steady).toBeUndefined();
  });

  test('only there, where others hardly vary', () => {
    for (let time = 0; time < 10; time++) {
      const leaks = planted(40, 20);
      expect(leaks.place.every((pValue) => pValue < 1e-4)).toBe(true);
      expect(leaks.steady).toEqual({ places: 20, of: 60 });
    }
  });

  test('at those as well if no place has noise, and not found', () => {
    const leaks = planted(0, 5);
    expect(leaks.place).toHaveLength(4);
    expect(areFound(leaks, 1e-4)).toBe(false);
  });
});
