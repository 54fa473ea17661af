import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Degrees, rotateImages } from '../../../src/run/data/rotated-images.ts';
import { fromRows, row } from '../../../src/core/base/matrix.ts';
import { expectSound } from '../../support/sound-files.ts';

const turned = (image: readonly number[], side: number, angle: Degrees) => [
  ...row(rotateImages(fromRows([image]), side, [angle]).points, 0),
];

test('a quarter turn is counterclockwise', () => {
  const image = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect(turned(image, 3, 0)).toEqual(image);
  expect(turned(image, 3, 90)).toEqual([3, 6, 9, 2, 5, 8, 1, 4, 7]);
  expect(turned(image, 3, 180)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(turned(image, 3, 270)).toEqual([7, 4, 1, 8, 5, 2, 9, 6, 3]);
});

const images = fc.integer({ min: 1, max: 6 }).chain((side) =>
  fc.record({
    side: fc.constant(side),
    image: fc.array(fc.nat(255), { minLength: side * side, maxLength: side * side }),
  }),
);

test('two quarter turns are a half turn, and four are none', () => {
  fc.assert(
    fc.property(images, ({ side, image }) => {
      const quarter = turned(image, side, 90);
      expect(turned(quarter, side, 90)).toEqual(turned(image, side, 180));
      expect(turned(quarter, side, 180)).toEqual(turned(image, side, 270));
      expect(turned(quarter, side, 270)).toEqual(image);
    }),
  );
});

test('every image stands there once for each angle, with its angle as class, and every pixel once', () => {
  const pair = fromRows([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ]);
  const before = pair.values.slice();
  const data = rotateImages(pair, 2, [180, 0, 90, 270]);
  expectSound(data);
  expect(pair.values).toEqual(before);
  expect(data.classes).toEqual(['180', '0', '90', '270']);
  expect([...(data.truth ?? [])]).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  for (let i = 0; i < 8; i++) expect(row(data.points, i).toSorted()).toEqual(row(pair, i % 2));
});
