import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ON_HEAP_BYTES } from '../../../src/core/base/matrix.ts';
import { readNpy, readNpyDataSet } from '../../../src/run/data/npy.ts';
import { npyBytes, type NpyParts } from '../../support/npy-writer.ts';
import { refusal } from '../../support/refusal.ts';
import { expectSound } from '../../support/sound-files.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();
const npy = (values: readonly number[] | Uint8Array, parts?: NpyParts) =>
  write('array.npy', npyBytes(values, parts));

/** The smallest and the largest value that each type and a double both hold exactly. */
const LIMITS: Record<string, [number, number]> = {
  '|u1': [0, 2 ** 8 - 1],
  '|i1': [-(2 ** 7), 2 ** 7 - 1],
  '<u2': [0, 2 ** 16 - 1],
  '<i2': [-(2 ** 15), 2 ** 15 - 1],
  '<u4': [0, 2 ** 32 - 1],
  '<i4': [-(2 ** 31), 2 ** 31 - 1],
  '<u8': [0, Number.MAX_SAFE_INTEGER],
  '<i8': [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

describe('what is read', () => {
  test.each(Object.entries(LIMITS))('%s to its limits', (descr, limits) => {
    expect(readNpy(npy(limits, { descr })).values).toEqual(Float64Array.from(limits));
  });

  test('single precision, exactly', () => {
    expect(readNpy(npy([0.1, -1e30], { descr: '<f4' })).values).toEqual(
      Float64Array.of(Math.fround(0.1), Math.fround(-1e30)),
    );
  });

  test('shapes of no, one, two and three axes, and of no values', () => {
    for (const shape of [[], [1], [1, 1], [1, 1, 1]])
      expect(readNpy(npy([7], { shape })).shape).toEqual(shape);
    expect(readNpy(npy([], { shape: [0] })).values).toHaveLength(0);
    expect(readNpy(npy([], { shape: [2 ** 52, 2 ** 52, 0] })).values).toHaveLength(0);
  });

  test.each([
    `{'shape': (2,), 'fortran_order': False, 'descr': '<f8'}`,
    `{"descr":"<f8","fortran_order":False,"shape":(2,)}`,
    `{ 'descr' : '<f8' , 'fortran_order' : False , 'shape' : ( 2 , ) , }`,
  ])('the header %s', (header) => {
    expect(readNpy(npy([1, 2], { header }))).toEqual({ shape: [2], values: Float64Array.of(1, 2) });
  });

  test('values need not start at a multiple of their size', () => {
    const header = `{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}`;
    const bytes = Buffer.concat([
      Buffer.from('\x93NUMPY\x01\x00', 'latin1'),
      Buffer.from([header.length, 0]),
      Buffer.from(header),
      new Uint8Array(Float64Array.of(1, 2).buffer),
    ]);
    expect(readNpy(write('array.npy', bytes)).values).toEqual(Float64Array.of(1, 2));
  });

  test('any matrix comes back, from every version', () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true });
    const matrix = fc.tuple(fc.nat(6), fc.nat(6)).chain((shape) => {
      const length = shape[0] * shape[1];
      return fc.record({
        shape: fc.constant(shape),
        values: fc.array(value, { minLength: length, maxLength: length }),
      });
    });
    fc.assert(
      fc.property(matrix, fc.constantFrom(1, 2, 3), ({ shape, values }, major) => {
        const array = readNpy(npy(values, { shape, version: [major, 0] }));
        expect(array).toEqual({ shape, values: Float64Array.from(values) });
        const isTiny = array.values.byteLength <= ON_HEAP_BYTES;
        expect(array.values.buffer).toBeInstanceOf(isTiny ? ArrayBuffer : SharedArrayBuffer);
      }),
      { numRuns: 300 },
    );
  });
});

const header = (text: string): NpyParts => ({ header: text });
const entries = (descr: string, order = 'False', shape = '(2,)') =>
  header(`{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }`);

describe('what is refused', () => {
  test.each([
    ['Fortran order', entries(`'<f8'`, 'True'), 'an array in C order, got one in Fortran order'],
    ['big-endian numbers', entries(`'>f8'`), 'got the big-endian type ">f8"'],
    ['objects', entries(`'|O'`), 'got the object type "|O"'],
    ['structures', entries(`[('a', '<f8'), ('b', '<i4')]`), "got the structured type \"[('a',"],
    ['text', entries(`'<U5'`), 'got the text type "<U5"'],
    ['raw bytes', entries(`'|V8'`), 'got the raw type "|V8"'],
    ['complex numbers', entries(`'<c16'`), 'got the complex type "<c16"'],
    ['booleans', entries(`'|b1'`), 'got the boolean type "|b1"'],
    ['dates', entries(`'<M8[ns]'`), 'got the date type "<M8[ns]"'],
    ['half precision', entries(`'<f2'`), 'got the unknown type "<f2"'],
    ['a name that objects inherit', entries(`'constructor'`), 'got the unknown type "constructor"'],
    ['a type that is no text', entries('True'), 'a type as descr in the header, got "True"'],
    ['an order that is no truth value', entries(`'<f8'`, '(1,)'), 'True or False as fortran_order'],
    ['a shape that is a number', entries(`'<f8'`, 'False', '(2)'), 'a tuple of lengths as shape'],
    ['a negative length', entries(`'<f8'`, 'False', '(-2,)'), 'a tuple of lengths as shape'],
    ['a huge length', entries(`'<f8'`, 'False', `(${2n ** 53n},)`), 'a tuple of lengths as shape'],
    ['a huge shape', entries(`'<f8'`, 'False', `(${2 ** 52}, ${2 ** 52})`), 'expected values up to'],
    ['a call in the shape', entries(`'<f8'`, 'False', '(print(1),)'), 'a dict of distinct keys'],
    ['a missing key', header(`{'descr': '<f8', 'shape': (2,)}`), 'the keys descr, fortran_order, shape'],
    [
      'a key too many',
      header(`{'a': True, 'descr': '<f8', 'fortran_order': False, 'shape': (2,)}`),
      'got "a,',
    ],
    ['a key twice', header(`{'descr': '<f8', 'descr': '<f8', 'shape': (2,)}`), 'a dict of distinct keys'],
    ['a header that is no dict', header('hello'), 'a dict of distinct keys in the header, got "hello"'],
    ['text after the dict', header(`{'descr': '<f8'} + 1`), 'a dict of distinct keys'],
    ['an absurd header', header(' '.repeat(20_000)), 'a header of at most 10000 bytes, got the length 20'],
    ['version 4.0', { version: [4, 0] }, 'expected NPY version 1.0, 2.0 or 3.0 at byte 6, got 4.0'],
    ['version 1.1', { version: [1, 1] }, 'got 1.1'],
  ] satisfies [string, NpyParts, string][])('%s', (_, parts, message) => {
    const error = refusal(() => readNpy(npy([1, 2], parts)));
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/expected .*, got /s);
    expect(error.place.file).toMatch(/array\.npy$/);
  });

  test('a file that does not begin with the magic string', () => {
    for (const bytes of ['', '\x93NUM', 'x,y\n1,2\n3,4\n']) {
      const error = refusal(() => readNpy(write('array.npy', Buffer.from(bytes, 'latin1'))));
      expect(error.message).toContain('expected the magic string of an NPY file at byte 0, got other bytes');
    }
  });

  test('a file that ends anywhere before its end, or goes on after it', () => {
    const whole = npyBytes([1, 2, 3], { descr: '<f4' });
    for (let end = 0; end < whole.length; end++)
      refusal(() => readNpy(write('array.npy', whole.subarray(0, end))));
    expect(refusal(() => readNpy(write('array.npy', whole.subarray(0, -1)))).message).toContain(
      'expected values up to byte 140, got the end of the file at byte 139',
    );
    expect(refusal(() => readNpy(write('array.npy', Buffer.concat([whole, whole])))).message).toContain(
      'expected the end of the file at byte 140, got 140 more bytes',
    );
  });

  test.each([Number.NaN, Infinity, -Infinity])('the value %s, with its row, column and byte', (value) => {
    for (const descr of ['<f4', '<f8']) {
      const error = refusal(() => readNpy(npy([1, 2, 3, 4, 5, value], { descr, shape: [2, 3] })));
      const byte = 128 + 5 * Number(descr[2]);
      expect(error.message).toContain(
        `expected finite numbers, got ${value} at row 1, column 2 (from 0), byte ${byte}`,
      );
    }
  });

  test.each([
    ['<u8', 2n ** 53n],
    ['<u8', 2n ** 53n + 1n],
    ['<u8', 2n ** 64n - 1n],
    ['<i8', -(2n ** 53n)],
    ['<i8', -(2n ** 63n)],
  ])('the %s integer %s', (descr, value) => {
    const bytes = new Uint8Array(BigUint64Array.of(3n, BigInt.asUintN(64, value)).buffer);
    const error = refusal(() => readNpy(npy(bytes, { descr, shape: [2] })));
    expect(error.message).toMatch(
      /expected integers below 2\^53, got .* at row 1, column 0 \(from 0\), byte 136/,
    );
  });
});

const points = () => write('points.npy', npyBytes([1, 2, 3, 4, 5, 6], { shape: [3, 2] }));
const labels = (values: number[], parts?: NpyParts) => write('labels.npy', npyBytes(values, parts));
const clients = (values: number[], parts?: NpyParts) => write('clients.npy', npyBytes(values, parts));

describe('a data set of several files', () => {
  test('labels are numbered in order of first appearance, clients keep their numbers', () => {
    const data = readNpyDataSet({
      points: points(),
      labels: labels([9, 0, 9], { descr: '<i8' }),
      clients: clients([2, 2, 40], { descr: '|u1' }),
    });
    expect(data).toEqual({
      points: { rows: 3, columns: 2, values: Float64Array.of(1, 2, 3, 4, 5, 6) },
      truth: Uint32Array.of(0, 1, 0),
      classes: ['9', '0'],
      owners: Uint32Array.of(2, 2, 40),
      skipped: 0,
    });
    expectSound(data);
  });

  test('points alone are a data set without truth and owners', () => {
    expect(Object.keys(readNpyDataSet({ points: points() }))).toEqual(['points', 'skipped']);
  });

  test('points of another shape, or none, are refused', () => {
    for (const shape of [[6], [3, 2, 1], []]) {
      const values = shape.length === 0 ? [1] : [1, 2, 3, 4, 5, 6];
      expect(refusal(() => readNpyDataSet({ points: npy(values, { shape }) })).message).toContain(
        'expected points of shape (points, dimension), got the shape (',
      );
    }
    for (const shape of [
      [0, 3],
      [3, 0],
    ]) {
      expect(refusal(() => readNpyDataSet({ points: npy([], { shape }) })).message).toContain(
        `(${shape.join(', ')})`,
      );
    }
  });

  test('labels and clients of another length or shape are refused', () => {
    const message = 'expected the shape (3,) as there are 3 points, got ';
    expect(refusal(() => readNpyDataSet({ points: points(), labels: labels([1, 2]) })).message).toContain(
      `${message}(2,)`,
    );
    expect(
      refusal(() => readNpyDataSet({ points: points(), clients: clients([1, 2, 3], { shape: [3, 1] }) }))
        .message,
    ).toContain(`${message}(3, 1)`);
  });

  test.each([-1, 0.5, 2 ** 32])('the client %s is refused', (value) => {
    const error = refusal(() => readNpyDataSet({ points: points(), clients: clients([0, value, 0]) }));
    expect(error.message).toContain(`expected integers from 0 to 4294967295, got ${value} at row 1 (from 0)`);
    expect(error.place.file).toMatch(/clients\.npy$/);
  });

  test.each([-1, 0.5, 2 ** 53])('the label %s is refused', (value) => {
    const error = refusal(() => readNpyDataSet({ points: points(), labels: labels([0, 0, value]) }));
    expect(error.message).toContain(`got ${value} at row 2 (from 0)`);
  });

  test('points of a million columns are refused', () => {
    const file = npy(new Uint8Array(2_000_000), { descr: '|u1', shape: [2, 1_000_000] });
    expect(refusal(() => readNpyDataSet({ points: file })).message).toContain(
      'expected points of at most 500000 coordinates, got 1000000',
    );
  });

  test('a file that is not there is named', () => {
    const error = refusal(() => readNpyDataSet({ points: points(), labels: '/nowhere/labels.npy' }));
    expect(error.message).toBe('/nowhere/labels.npy: expected a readable file, got no such file');
  });
});
