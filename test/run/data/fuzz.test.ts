/**
 * Damaged files: each is refused with its place, or read into what a second, naive reading finds in the same
 * bytes. Two thousand for every format, and ten in the long run.
 */

import { gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { parseCsv } from '../../../src/run/data/csv.ts';
import type { DataSet } from '../../../src/run/data/data-set.ts';
import { parseIdx } from '../../../src/run/data/idx.ts';
import { parseJsonLines } from '../../../src/run/data/json-lines.ts';
import { parseLeaf } from '../../../src/run/data/leaf.ts';
import { parseNpy } from '../../../src/run/data/npy.ts';
import { parseNpz } from '../../../src/run/data/npz.ts';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { damaged } from '../../support/damaged-files.ts';
import { idxBytes } from '../../support/idx-writer.ts';
import { npyBytes } from '../../support/npy-writer.ts';
import { thoroughly } from '../../support/long.ts';
import { expectSound } from '../../support/sound-files.ts';

const FILE = 'damaged.file';
const RUNS = thoroughly(2000, 10_000);

/** Fails unless damaged files are refused with their place or pass the check, and unless there are many of both. */
function fuzz<T>(
  valid: readonly Buffer[],
  tokens: readonly string[],
  units: RegExp,
  read: (bytes: Buffer) => T,
  check: (bytes: Buffer, read: T) => void,
): void {
  const counts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(damaged(valid, tokens, units), (bytes) => {
      const found = attempt(() => read(bytes));
      if (found instanceof CahootsError) {
        expectPlace(found);
        counts.refused++;
        return;
      }
      check(bytes, found);
      counts.accepted++;
    }),
    { numRuns: RUNS },
  );
  expect(counts.accepted).toBeGreaterThan(0.03 * RUNS);
  expect(counts.refused).toBeGreaterThan(0.03 * RUNS);
}

function expectPlace({ code, place, message }: CahootsError): void {
  // Of an archive, the file or one in it.
  expect({ code, file: place.file?.replace(/\/\w*\.npy$/, '') }).toEqual({ code: 'bad-input', file: FILE });
  expect(message).toMatch(/expected [^]*, got /);
}

function attempt<T>(read: () => T): T | CahootsError {
  try {
    return read();
  } catch (error) {
    if (error instanceof CahootsError) return error;
    throw error;
  }
}

const NPY_ARRAYS = { '<f4': Float32Array, '<f8': Float64Array, '<i2': Int16Array, '|u1': Uint8Array };

test('NPY', () => {
  const values = [1.5, -2, 3e10, 4, 5, 6];
  const valid = [
    npyBytes(values, { shape: [3, 2] }),
    npyBytes(values, { shape: [6], descr: '<f4', version: [2, 0] }),
    npyBytes([1, 2, 3, 4], { shape: [2, 2], descr: '<i2' }),
    npyBytes([1, 2, 3, 4], { shape: [4], descr: '|u1', version: [3, 0] }),
  ];
  const tokens = [
    '{',
    '}',
    '(',
    ')',
    "'",
    ',',
    ':',
    '<',
    '>',
    '|',
    'f',
    'i',
    'u',
    '0',
    '1',
    '2',
    '4',
    '8',
    ' ',
  ];
  fuzz(
    valid,
    [...tokens, 'True', 'False', "'shape': (6,)", '\x7f\xf0', '\xff\xff\xff\xff', '\x93NUMPY'],
    /\d+|'[^']*'|True|False|[{}(),:]/g,
    (bytes) => parseNpy(bytes, FILE),
    (bytes, array) => {
      // The header as any text: the type, the shape and the values are all that count.
      const start = bytes[6] === 1 ? 10 + bytes.readUInt16LE(8) : 12 + bytes.readUInt32LE(8);
      const header = bytes.toString('latin1', 0, start);
      const [, digits = ''] = /shape["']\s*:\s*\(([^)]*)\)/.exec(header) ?? [];
      expect(digits.split(',').flatMap((text) => (text.trim() === '' ? [] : Number(text)))).toEqual(
        array.shape,
      );
      expect(array.values).toHaveLength(array.shape.reduce((a, b) => a * b, 1));
      const [, descr = ''] = /descr["']\s*:\s*["']([^"']*)["']/.exec(header) ?? [];
      const copy = new Uint8Array(bytes.subarray(start)).buffer;
      const naive = Object.hasOwn(NPY_ARRAYS, descr)
        ? [...new NPY_ARRAYS[descr as keyof typeof NPY_ARRAYS](copy)]
        : otherIntegers(descr, copy);
      expect([...array.values]).toEqual(naive);
      expect(array.values.every(Number.isFinite)).toBe(true);
    },
  );
}, 60_000);

/** Types that only damage leads to. */
function otherIntegers(descr: string, bytes: ArrayBuffer): number[] {
  const arrays = { '|i1': Int8Array, '<u2': Uint16Array, '<u4': Uint32Array, '<i4': Int32Array };
  if (Object.hasOwn(arrays, descr)) return [...new arrays[descr as keyof typeof arrays](bytes)];
  return Array.from(new (descr === '<u8' ? BigUint64Array : BigInt64Array)(bytes), Number);
}

test('CSV', () => {
  const lines = ['x,kind,y,who', '1.5,a,2e3,p', '"3","b ""c""\r\nd",-4,q', '', '?,a,.5,p', ' 7 ,b,8,q', ''];
  const valid = [
    Buffer.from(lines.join('\n')),
    Buffer.from(`\uFEFF${lines.join('\r\n')}`),
    Buffer.from('kind,who,x\na,p,1\nb,q,2'),
  ];
  fuzz(
    valid,
    [
      '"',
      '""',
      ',',
      '\r',
      '\n',
      '\r\n',
      '?',
      '-',
      'e',
      '.',
      '9',
      ' ',
      '\0',
      '\xEF\xBB\xBF',
      'NaN',
      '1e999',
      '0x1f',
      'é',
    ],
    /"(?:[^"]|"")*"|[^",\r\n]+|[^\r\n]*\r?\n/g,
    (bytes) => parseCsv(bytes, FILE, { missing: 'skip', label: 'kind', client: 'who' }),
    (bytes, data) => {
      expectSound(data);
      const [[first, ...others], ...rows] = naiveCsv(bytes.toString('utf8'));
      // R and pandas write row names without a name for their column.
      const header = [first || 'unnamed column', ...others];
      const records = rows.filter((cells) => cells.length > 1);
      const isMissing = (cell: string, at: number): boolean =>
        ['', '?'].includes(cell) ||
        (/^(na|-?nan|[-–—]+)$/i.test(cell) && !['kind', 'who'].includes(header[at]));
      const used = records.filter((cells) => !cells.some(isMissing));
      expect(data.skipped).toBe(records.length - used.length);
      expect([...(data.sourceRows ?? records.keys())]).toEqual(used.map((cells) => records.indexOf(cells)));
      const pick = (cells: readonly string[], name: string): string => cells[header.indexOf(name)];
      const coordinates = header.filter((name) => name !== 'kind' && name !== 'who');
      expect(data.columns).toEqual(coordinates);
      for (const name of coordinates) {
        for (const cells of used) expect(pick(cells, name)).toMatch(/^[-+.\deE]+$/);
      }
      expect([...data.points.values]).toEqual(
        used.flatMap((cells) => coordinates.map((name) => Number(pick(cells, name)))),
      );
      expect(Array.from(data.truth ?? [], (h) => data.classes?.[h])).toEqual(
        used.map((cells) => pick(cells, 'kind')),
      );
      expect(Array.from(data.owners ?? [], (j) => data.ownerNames?.[j])).toEqual(
        used.map((cells) => pick(cells, 'who')),
      );
    },
  );
}, 60_000);

/** The cells of well-formed CSV, blanks around them left out. */
function naiveCsv(text: string): string[][] {
  const cell = /[^\S\r\n]*(?:"((?:[^"]|"")*)"|([^",\r\n]*))[^\S\r\n]*(,|\r\n|\n|\r|$)/y;
  const records: string[][] = [[]];
  const body = text.replace(/^\uFEFF/, '');
  while (cell.lastIndex < body.length) {
    const match = cell.exec(body);
    if (match === null) throw new Error(`no cell in ${JSON.stringify(text)}`);
    const [, quoted, plain, end] = match;
    records.at(-1)?.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
    if (end !== ',' && end !== '') records.push([]);
    if (end === ',' && cell.lastIndex === body.length) records.at(-1)?.push('');
  }
  return records;
}

test('JSON lines', () => {
  const lines = [
    { x: 1.5, kind: 'a', y: [2e3, -4], who: 'p' },
    { x: '3', kind: 7, y: [5, 6], who: true },
    { who: 'p', x: null, kind: 'a', y: [0.5, 1] },
    { kind: 'b', y: [7, 8], who: 'q', x: 9 },
  ].map((line) => JSON.stringify(line));
  const valid = [`${lines.join('\n')}\n`, `\uFEFF${lines.join('\r\n\r\n')}`].map((text) => Buffer.from(text));
  fuzz(
    valid,
    [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '0',
      '-',
      '.',
      'e',
      '1e999',
      'null',
      'true',
      '\n',
      '\r',
      '{}',
      '"x":2,',
      '\xff',
    ],
    /"(?:[^"\\]|\\.)*"(?::\s*(?:\[[^[\]]*\]|[^,{}]+),?)?|-?\d[\d.e]*,?|[[\]{},:]|\{[^\n]*\}\r?\n/g,
    (bytes) => parseJsonLines(bytes, FILE, { missing: 'skip', label: 'kind', client: 'who' }),
    (bytes, data) => {
      expectSound(data);
      const rows = bytes
        .toString('utf8')
        .split('\n')
        .map((line) => line.replace(/^\uFEFF/, ''))
        .filter((line) => line.trim() !== '')
        .map(
          (line) =>
            new Map(Object.entries(JSON.parse(line) as object).flatMap(([key, value]) => spread(key, value))),
        );
      const isMissing = (cell: unknown): boolean =>
        cell === undefined || cell === null || cell === '' || cell === '?';
      const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
      const used = rows.filter((row) => columns.every((name) => !isMissing(row.get(name))));
      expect(data.skipped).toBe(rows.length - used.length);
      expect(data.columns).toEqual(columns.filter((name) => name !== 'kind' && name !== 'who'));
      expect([...data.points.values]).toEqual(
        used.flatMap((row) => (data.columns ?? []).map((name) => Number(row.get(name)))),
      );
      expect(Array.from(data.truth ?? [], (h) => data.classes?.[h])).toEqual(
        used.map((row) => String(row.get('kind'))),
      );
      expect(Array.from(data.owners ?? [], (j) => data.ownerNames?.[j])).toEqual(
        used.map((row) => String(row.get('who'))),
      );
    },
  );
}, 60_000);

const spread = (key: string, value: unknown): [string, unknown][] =>
  Array.isArray(value) ? value.flatMap((each, i) => spread(`${key}[${i}]`, each)) : [[key, value]];

test('NPZ', () => {
  const arrays = {
    'X.npy': npyBytes([1.5, -2, 3e10, 4, 5, 6], { shape: [3, 2] }),
    'y.npy': npyBytes([1, 0, 1], { descr: '|u1' }),
  };
  const valid = [0, 9].map((level) =>
    Buffer.from(zipSync(arrays, { level: level as 0 | 9, mtime: '2026-01-01' })),
  );
  fuzz(
    valid,
    [
      'PK\x01\x02',
      'PK\x03\x04',
      'PK\x05\x06',
      '\0',
      '\x08',
      '\xff\xff\xff\xff',
      'X',
      'y',
      '.npy',
      '\x7f\xf0',
      '(2, 2)',
    ],
    /PK[^]{2}|[Xy]\.npy|\d+|[^]{4}/g,
    (bytes) => parseNpz(bytes, FILE, { labels: 'y' }),
    (bytes, data) => {
      expectSound(data);
      const files = naiveZip(bytes);
      const matrices = Object.keys(files)
        .map((name) => parseNpy(files[name], name))
        .filter(({ shape }) => shape.length === 2);
      expect(matrices).toHaveLength(1);
      expect(data.points.values).toEqual(matrices[0].values);
      expect(Array.from(data.truth ?? [], (h) => data.classes?.[h])).toEqual(
        Array.from(parseNpy(files['y.npy'], 'y').values, String),
      );
    },
  );
}, 60_000);

/** The first file of each name, by the headers before the files, all of which precede the directory. */
function naiveZip(bytes: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  const directory = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06', bytes.length - 22) + 16);
  for (
    let at = bytes.indexOf('PK\x03\x04');
    at >= 0 && at < directory;
    at = bytes.indexOf('PK\x03\x04', at)
  ) {
    const [method, size] = [bytes.readUInt16LE(at + 8), bytes.readUInt32LE(at + 18)];
    const nameEnd = at + 30 + bytes.readUInt16LE(at + 26);
    const start = nameEnd + bytes.readUInt16LE(at + 28);
    const content = bytes.subarray(start, start + size);
    const name = bytes.toString('latin1', at + 30, nameEnd);
    if (name.endsWith('.npy')) files[name] ??= method === 0 ? content : inflateRawSync(content);
    at = start + size;
  }
  return files;
}

test('IDX', () => {
  const valid = [
    idxBytes([3, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 255]),
    idxBytes([2, 2], [1, 2, 3, 4]),
    idxBytes([5], [0, 1, 2, 1, 0]),
    gzipSync(idxBytes([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8])),
    // A few images as they are: most damage is to pixels.
    idxBytes(
      [4, 6, 6],
      Uint8Array.from({ length: 144 }, (_, i) => (i * 37) % 256),
    ),
  ];
  fuzz(
    valid,
    ['\0', '\0\0\0\x01', '\0\0\0\x02', '\x08', '\x0d', '\x1f\x8b', '\xff\xff\xff\xff', '\0\0\0\0'],
    /[^]{4}|[^]/g,
    (bytes) => parseIdx(bytes, FILE),
    (bytes, { shape, values }) => {
      const content = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
      expect([...content.subarray(0, 3)]).toEqual([0, 0, 8]);
      const lengths = Array.from({ length: content[3] }, (_, axis) => {
        return content.subarray(4 + 4 * axis).reduce((sum, byte, i) => (i < 4 ? sum * 256 + byte : sum), 0);
      });
      expect(shape).toEqual(lengths);
      expect(values).toHaveLength(lengths.reduce((a, b) => a * b, 1));
      expect([...values]).toEqual([...content.subarray(4 + 4 * lengths.length)]);
    },
  );
}, 60_000);

test('LEAF', () => {
  const document = {
    users: ['ann', 'bob "b"'],
    num_samples: [2, 1],
    user_data: {
      ann: {
        x: [
          [1.5, -2],
          [3e2, 4],
        ],
        y: [1, 0],
      }, // prettier would spread this over ten lines
      'bob "b"': { x: [[0, 6]], y: [1] },
    },
  };
  const texts = structuredClone(document) as unknown as { user_data: Record<string, { y: unknown[] }> };
  texts.user_data['ann'].y = ['a', 'b'];
  texts.user_data['bob "b"'].y = ['a'];
  const valid = [JSON.stringify(document), JSON.stringify(texts, undefined, 1)].map((text) =>
    Buffer.from(text),
  );
  const tokens = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '0',
    '9',
    '-',
    '.',
    'e',
    '1e999',
    'null',
    'true',
    '\\',
    '\n',
  ];
  fuzz(
    valid,
    [
      ...tokens,
      '"ann"',
      '"x"',
      '"y"',
      'ann',
      '[1,2],',
      '//',
      '\xEF\xBB\xBF',
      '"users":[],',
      '"ann":{},',
      '\xff',
    ],
    /"(?:[^"\\]|\\.)*"(?::\s*(?:\{[^{}]*\}|\[[^{}\]]*\]),?)?|-?\d[\d.e]*,?|[[\]{},:]/g,
    (bytes) => parseLeaf(bytes, FILE),
    (bytes, data) => {
      expectSound(data);
      const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
      const { users, num_samples: counts, user_data: own } = JSON.parse(text) as typeof document;
      const of = (user: string) => own[user as 'ann'];
      expect(data.ownerNames).toEqual(users);
      expect(sizes(data)).toEqual(counts);
      expect([...data.points.values]).toEqual(users.flatMap((user) => of(user).x.flat()));
      expect(Array.from(data.truth ?? [], (h) => data.classes?.[h])).toEqual(
        users.flatMap((user) => of(user).y.map(String)),
      );
      // Nothing stands there that JSON.parse drops: every key once in each mapping.
      expect(text.match(/"(?:users|num_samples|user_data)"\s*:/g)).toHaveLength(3);
      expect(text.match(/"[xy]"\s*:/g)).toHaveLength(2 * users.length);
    },
  );
}, 60_000);

const sizes = ({ owners, ownerNames }: DataSet): number[] => {
  return Array.from(ownerNames ?? [], (_, j) => owners?.filter((owner) => owner === j).length ?? 0);
};
