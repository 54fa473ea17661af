import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type NpzArrays, parseNpz } from '../../../src/run/data/npz.ts';
import { npyBytes } from '../../support/npy-writer.ts';
import { refusal } from '../../support/refusal.ts';
import { expectSound } from '../../support/sound-files.ts';

const read = (bytes: Uint8Array, arrays: NpzArrays = {}) => parseNpz(bytes, 'digits.npz', arrays);
const points = npyBytes([1, 2, 3, 4], { shape: [2, 2] });
const labels = npyBytes([7, 9], { descr: '<i4' });

/** As NumPy 2.4 writes `np.savez_compressed(file, X=[[1.5, 2], [3, 4]], y=[7, 9])`. */
const BY_NUMPY =
  'UEsDBC0AAAAIAAAAIQCdGKI8//////////8FABQAWC5ucHkBABAAoAAAAAAAAABVAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqGuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GkY6CkaaOgq1CmQDLgYw+GEPoRkcIBQHlBZwAABQSwMELQAAAAgAAAAhAI13xDz//////////wUAFAB5Lm5weQEAEACIAAAAAAAAAEsAAAAAAAAAm+wX6hsQychQxlCtnpJanFykbqWgbpNpoq6joJ6WX1RSlJgXn1+UkgoSd0vMKU4FihdnJBakAvkaRjqaOgq1ChQALnYGBgZOIAYAUEsBAi0DLQAAAAgAAAAhAJ0YojxVAAAAoAAAAAUAAAAAAAAAAAAAAIABAAAAAFgubnB5UEsBAi0DLQAAAAgAAAAhAI13xDxLAAAAiAAAAAUAAAAAAAAAAAAAAIABjAAAAHkubnB5UEsFBgAAAAACAAIAZgAAAA4BAAAAAA==';

test('a file of NumPy is read, its points being the only array of two axes', () => {
  const data = read(Buffer.from(BY_NUMPY, 'base64'), { labels: 'y' });
  expect(data.points).toEqual({ rows: 2, columns: 2, values: Float64Array.of(1.5, 2, 3, 4) });
  expect(data.classes).toEqual(['7', '9']);
  expectSound(data);
});

test('arrays are chosen by their names', () => {
  const zip = zipSync({ 'X.npy': points, 'Y.npy': npyBytes([5, 6], { shape: [2, 1] }), 'who.npy': labels });
  expect(read(zip, { points: 'Y', clients: 'who' })).toMatchObject({
    points: { rows: 2, columns: 1 },
    owners: Uint32Array.of(7, 9),
  });
  expect(refusal(() => read(zip)).message).toBe(
    'digits.npz: expected one array of shape (points, dimension), got 2: the setting points chooses one by its name',
  );
  expect(refusal(() => read(zip, { points: 'X', labels: 'y' })).message).toBe(
    'digits.npz data.labels: expected one of the arrays "X", "Y", "who", got "y"',
  );
});

test('an array of another shape or type is named with its place', () => {
  const zip = zipSync({
    'X.npy': points,
    'y.npy': npyBytes([1, 2, 3]),
    'o.npy': npyBytes(new Uint8Array(8), { descr: '|O' }),
  });
  expect(refusal(() => read(zip, { points: 'X', labels: 'y' })).message).toBe(
    'digits.npz/y.npy: expected the shape (2,) as there are 2 points, got (3,)',
  );
  expect(refusal(() => read(zip, { points: 'o' })).message).toContain(
    'digits.npz/o.npy: expected one of the types',
  );
});

test('other files are refused', () => {
  expect(refusal(() => read(points)).message).toContain(
    'digits.npz: expected an NPZ file, got a ZIP that is damaged',
  );
  expect(refusal(() => read(zipSync({ 'a.txt': labels }))).message).toBe(
    'digits.npz: expected arrays, got a ZIP without any',
  );
  const whole = zipSync({ 'X.npy': points }, { level: 0 });
  for (let end = 0; end < whole.length; end += 7) refusal(() => read(whole.subarray(0, end)));
});
