import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type IdxFiles, parseIdx, readIdxDataSet } from '../../../src/run/data/idx.ts';
import { idxBytes } from '../../support/idx-writer.ts';
import { refusal } from '../../support/refusal.ts';
import { expectSound } from '../../support/sound-files.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { thoroughly } from '../../support/long.ts';

const write = temporaryFiles();
const IMAGES = idxBytes([3, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 255]);
const LABELS = idxBytes([3], [7, 2, 7]);
const read = (changes: Partial<IdxFiles> = {}, images = IMAGES, labels = LABELS) =>
  readIdxDataSet({ images: write('images.idx', images), labels: write('labels.idx', labels), ...changes });

describe('what is read', () => {
  test('images as rows, labels as classes in order of first appearance', () => {
    const data = read();
    expectSound(data);
    expect(data).toEqual({
      points: { rows: 3, columns: 4, values: Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 255) },
      truth: Uint32Array.of(0, 1, 0),
      classes: ['7', '2'],
      skipped: 0,
    });
  });

  test('gzipped or not', () => {
    expect(read({}, gzipSync(IMAGES), gzipSync(LABELS))).toEqual(read());
  });

  test('images alone, and rows that are no images', () => {
    expect(Object.keys(read({ labels: undefined }))).toEqual(['points', 'skipped']);
    expect(read({}, idxBytes([3, 2], [1, 2, 3, 4, 5, 6])).points).toMatchObject({ rows: 3, columns: 2 });
    expect(read({}, idxBytes([3, 1, 2, 2], Array(12).fill(1))).points.columns).toBe(4);
  });

  test('the images of some classes', () => {
    const data = read({ classes: [7] });
    expect([...data.points.values]).toEqual([0, 1, 2, 3, 8, 9, 10, 255]);
    expect(data.classes).toEqual(['7']);
    expect(read({ classes: [2, 7] })).toEqual(read());
  });

  test('the images of a class, rotated', () => {
    const data = read({ classes: [2], rotate: [0, 90, 180, 270] });
    expectSound(data);
    expect([...data.points.values]).toEqual([4, 5, 6, 7, 5, 7, 4, 6, 7, 6, 5, 4, 6, 4, 7, 5]);
    expect(data.classes).toEqual(['0', '90', '180', '270']);
  });
});

describe('what is refused', () => {
  const magic = (...bytes: number[]) => Buffer.concat([Buffer.from(bytes), IMAGES.subarray(4)]);

  test.each([
    [
      'an empty file',
      Buffer.alloc(0),
      'expected the magic number of an IDX file, got the end of the file at byte 0',
    ],
    [
      'another magic number',
      magic(1, 0, 8, 3),
      'expected the magic number of an IDX file at byte 0, got 01000803',
    ],
    ['no axes', magic(0, 0, 8, 0), 'at byte 0, got 00000800'],
    ['doubles', magic(0, 0, 14, 3), 'expected unsigned bytes (type 8) at byte 2, got double precision'],
    ['an unknown type', magic(0, 0, 10, 3), 'at byte 2, got the unknown type 10'],
    [
      'a cut header',
      IMAGES.subarray(0, 15),
      'expected 3 lengths up to byte 16, got the end of the file at byte 15',
    ],
    [
      'cut values',
      IMAGES.subarray(0, -1),
      'expected values up to byte 28, got the end of the file at byte 27',
    ],
    [
      'more values',
      Buffer.concat([IMAGES, IMAGES]),
      'expected the end of the file at byte 28, got 28 more bytes',
    ],
    ['a huge shape', idxBytes([2 ** 32 - 1, 2 ** 32 - 1, 2 ** 32 - 1], []), 'expected values up to byte 7.9'],
    ['a cut gzip file', gzipSync(IMAGES).subarray(0, -9), 'got one with a mistake: unexpected end of file'],
    [
      'a damaged gzip file',
      gzipSync(IMAGES).fill(255, 20, 24),
      'expected a whole gzip file, got one with a mistake',
    ],
  ])('%s', (_, bytes, message) => {
    const error = refusal(() => parseIdx(bytes, 'images.gz'));
    expect(error.message).toContain(message);
    expect(error.place).toEqual({ file: 'images.gz' });
  });

  test('a file that ends anywhere before its end', () => {
    for (const whole of [IMAGES, gzipSync(IMAGES)]) {
      for (let end = 0; end < whole.length; end++) {
        const error = refusal(() => parseIdx(whole.subarray(0, end), 'images.gz'));
        expect(error.place).toEqual({ file: 'images.gz' });
      }
    }
  });

  // Inflating it takes seconds.
  test.runIf(thoroughly(false, true))('a megabyte that inflates to more than a gigabyte', () => {
    const bomb = Buffer.concat(Array<Buffer>(65).fill(gzipSync(Buffer.alloc(2 ** 24))));
    expect(bomb.length).toBeLessThan(1.1e6);
    expect(refusal(() => parseIdx(bomb, 'bomb.gz')).message).toBe(
      'bomb.gz: expected at most 1073741824 bytes after inflating, got more',
    );
  });

  test.each([
    ['labels as images', {}, LABELS, LABELS, 'expected images of shape (images, height, width), got (3,)'],
    ['no images', {}, idxBytes([0, 2, 2], []), idxBytes([0], []), 'got (0, 2, 2)'],
    ['images without pixels', {}, idxBytes([3, 0, 2], []), LABELS, 'got (3, 0, 2)'],
    [
      'labels of others',
      {},
      IMAGES,
      idxBytes([2], [1, 2]),
      'labels of shape (3,) as there are 3 images, got (2,)',
    ],
    [
      'a million pixels',
      {},
      idxBytes([1, 1000, 1000], new Uint8Array(1e6)),
      idxBytes([1], [1]),
      'at most 500000',
    ],
    [
      'images to rotate that are no squares',
      { rotate: [0, 90] },
      idxBytes([3, 1, 2], Array(6).fill(1)),
      LABELS,
      'expected square images to rotate, got the shape (3, 1, 2)',
    ],
    [
      'rows to rotate',
      { rotate: [0, 90] },
      idxBytes([3, 4], Array(12).fill(1)),
      LABELS,
      'got the shape (3, 4)',
    ],
  ] satisfies [string, Partial<IdxFiles>, Buffer, Buffer, string][])(
    '%s',
    (_, changes, images, labels, message) => {
      const error = refusal(() => read(changes, images, labels));
      expect(error.message).toContain(message);
      expect(error.place.file).toMatch(/\.idx$/);
    },
  );

  test('classes without labels, and classes that no image has', () => {
    const nameless = refusal(() => read({ labels: undefined, classes: [7] }));
    expect(nameless.message).toBe('data.classes: expected labels to choose classes by, got none');
    expect(refusal(() => read({ classes: [7, 8] })).message).toBe(
      'data.classes: expected classes among 2, 7, got 8',
    );
  });
});
