/** Bits that tell worlds apart only together are flagged, and independent ones are not. */

import { describe, expect, test } from 'vitest';
import type { Field } from '../../../../src/lab/attack/detect/columns.ts';
import { testContents } from '../../../../src/lab/attack/detect/contents.ts';
import { testParities } from '../../../../src/lab/attack/detect/parities.ts';
import { Random } from '../../../../src/core/base/random.ts';

const LEVEL = 1e-4;
/** As many runs of each world as in sixteen repeated ones. */
const SIZES = [16, 8, 8, 8, 8, 8, 8, 8];
const FIELDS = 8;

/** Fields of 16 bits, each a one with such a probability. */
function drawn(seed: number, share = 0.5): number[][][][] {
  const stream = new Random(seed).stream('bits');
  const bits = (): number[] => Array.from({ length: 16 }, () => Number(stream.uniform() < share));
  return Array.from({ length: FIELDS }, () => SIZES.map((runs) => Array.from({ length: runs }, bits)));
}

function fields(bits: readonly number[][][][]): Field[] {
  return bits.map((worlds, at) => ({
    name: `field ${at + 1}`,
    worlds: worlds.map((runs) => runs.map((own) => ({ bits: own, values: [] }))),
  }));
}

/** Changes the fifth bit of the last of this many fields, so that it makes their sum the secret of each world. */
function leaking(bits: number[][][][], together: number, secrets: readonly number[]): Field[] {
  const last = bits[together - 1];
  last.forEach((runs, world) =>
    runs.forEach((own, run) => {
      const others = bits.slice(0, together - 1).reduce((sum, field) => sum ^ field[world][run][4], 0);
      own[4] = others ^ secrets[world];
    }),
  );
  return fields(bits);
}

const SECRETS = [0, 1, 0, 0, 0, 0, 0, 0];

describe('bits whose sum is a secret', () => {
  test.each([2, 3, 4])('are flagged where they are %i, and named', (together) => {
    const found = Array.from({ length: 10 }, (_, seed) => {
      const all = leaking(drawn(seed), together, SECRETS);
      expect(testContents(all, LEVEL).some(({ pValue }) => pValue < LEVEL)).toBe(false);
      return testParities(all, LEVEL)[0];
    });
    for (const { pValue, where, power } of found) {
      expect(pValue).toBeLessThan(LEVEL);
      expect(power).toEqual({ share: 1 });
      expect(where.split(' with ').toSorted()).toEqual(
        Array.from({ length: together }, (_, at) => `bit 5 of field ${at + 1}`),
      );
    }
  });

  test('are not where it is the same in all worlds', () => {
    const all = leaking(drawn(1), 2, [1, 1, 1, 1, 1, 1, 1, 1]);
    expect(testParities(all, LEVEL)[0].pValue).toBe(1);
  });

  test('are left to the test of contents where one of them is the secret', () => {
    const all = leaking(drawn(1), 1, SECRETS);
    expect(testParities(all, LEVEL)[0].pValue).toBe(1);
    expect(testContents(all, LEVEL)[0].pValue).toBeLessThan(LEVEL);
  });
});

test.each([0.5, 0.3, 0.02])('independent bits that are ones in a share of %d are never flagged', (share) => {
  const flagged = Array.from({ length: 30 }, (_, seed) => fields(drawn(seed, share))).filter((all) =>
    [...testParities(all, LEVEL), ...testContents(all, LEVEL)].some(({ pValue }) => pValue < 0.01),
  );
  expect(flagged).toEqual([]);
});

test('too few runs leave nothing to be seen, and say so', () => {
  const few = drawn(1).map((worlds) => worlds.map((runs) => runs.slice(0, 2)));
  const [found] = testParities(fields(few), LEVEL);
  expect(found.pValue).toBe(1);
  expect(found.power).toBeUndefined();
});
