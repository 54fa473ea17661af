import { describe, expect, test } from 'vitest';
import { parseLeaf } from '../../../src/run/data/leaf.ts';
import { refusal } from '../../support/refusal.ts';
import { expectSound } from '../../support/sound-files.ts';

const VALID = {
  users: ['ann', 'bob'],
  num_samples: [2, 1],
  user_data: {
    ann: {
      x: [
        [1.5, -2],
        [3e2, 4],
      ],
      y: [1, 0],
    },
    bob: { x: [[0, 6]], y: [1] },
  },
};
const parse = (document: unknown) => parseLeaf(Buffer.from(JSON.stringify(document)), 'leaf.json');
/** The valid document with one text of it replaced. */
const changed = (from: string, to: string): string => {
  const text = JSON.stringify(VALID);
  if (!text.includes(from)) throw new Error(`there is no ${from}`);
  return text.replace(from, () => to);
};

describe('what is read', () => {
  test('users own their samples, in the order of the users', () => {
    const data = parse(VALID);
    expectSound(data);
    expect(data).toEqual({
      points: { rows: 3, columns: 2, values: Float64Array.of(1.5, -2, 300, 4, 0, 6) },
      truth: Uint32Array.of(0, 1, 0),
      classes: ['1', '0'],
      owners: Uint32Array.of(0, 0, 1),
      ownerNames: ['ann', 'bob'],
      skipped: 0,
    });
    const { user_data: own } = VALID;
    expect(parse({ ...VALID, user_data: { bob: own.bob, ann: own.ann } })).toEqual(data);
  });

  test('texts as labels, and users with any name', () => {
    const own = { x: [[1]], y: ['cat'] };
    for (const name of ['', '__proto__', 'toString', 'a "b"\n']) {
      const text = `{"users":[${JSON.stringify(name)}],"num_samples":[1],"hierarchies":[],"user_data":{${JSON.stringify(name)}:${JSON.stringify(own)}}}`;
      const data = parseLeaf(Buffer.from(text), 'leaf.json');
      expect([data.ownerNames, data.classes]).toEqual([[name], ['cat']]);
    }
  });
});

test.each([
  [
    'a user twice in users',
    changed('["ann","bob"]', '["ann","ann"]'),
    'expected only the keys ann in user_data, got "bob"',
  ],
  [
    'a user named twice',
    changed('"users":["ann","bob"],"num_samples":[2,1]', '"users":["ann","bob","ann"],"num_samples":[2,1,2]'),
    'expected distinct users in users, got "ann"',
  ],
  ['a user twice in user_data', changed('"bob":{', '"ann":{'), 'expected distinct keys, got "ann" twice'],
  [
    'a user without data',
    changed('["ann","bob"],"num_samples":[2,1]', '["ann","bob","eve"],"num_samples":[2,1,1]'),
    'expected a mapping in user_data of "eve", got none',
  ],
  [
    'an inherited name',
    changed('["ann","bob"],"num_samples":[2,1]', '["ann","bob","toString"],"num_samples":[2,1,1]'),
    'user_data of "toString", got none',
  ],
  [
    'a user of whom users knows nothing',
    changed('["ann","bob"],"num_samples":[2,1]', '["ann"],"num_samples":[2]'),
    'expected only the keys ann in user_data, got "bob"',
  ],
  ['no users', '{"users":[],"num_samples":[],"user_data":{}}', 'expected a user in users, got a list of 0'],
  ['a number as user', '{"users":[1],"num_samples":[1],"user_data":{}}', 'expected texts in users, got 1'],
  ['another number of samples', changed('[2,1]', '[2,3]'), 'expected 1 for user "bob" in num_samples, got 3'],
  [
    'too few numbers of samples',
    changed('[2,1]', '[2]'),
    'expected 2 numbers in num_samples, got a list of 1',
  ],
  [
    'a user without samples',
    changed('{"x":[[0,6]],"y":[1]}', '{"x":[],"y":[]}'),
    'expected samples in x of user "bob", got a list of 0',
  ],
  [
    'a label too few',
    changed('"y":[1,0]', '"y":[1]'),
    'expected 2 labels in y of user "ann", got a list of 1',
  ],
  [
    'labels of two types',
    changed('"y":[1,0]', '"y":[1,"0"]'),
    'expected integers as before in y of user "ann", sample 1 (from 0), got "0"',
  ],
  ['half a label', changed('"y":[1]', '"y":[0.5]'), 'y of user "bob", sample 0 (from 0), got 0.5'],
  ['no y', changed(',"y":[1]', ''), 'expected a list in y of user "bob", got none'],
  [
    'a ragged row',
    changed('[300,4]', '[300]'),
    'expected 2 numbers in x of user "ann", sample 1 (from 0), got a list of 1',
  ],
  [
    'no coordinates',
    changed('[1.5,-2]', '[]'),
    'expected a list of numbers in x of user "ann", sample 0, got a list of 0',
  ],
  [
    'text as samples',
    changed('[1.5,-2]', '"hello"'),
    'expected a list of numbers in x of user "ann", sample 0, got "hello"',
  ],
  [
    'a coordinate that is no number',
    changed('[0,6]', '[0,null]'),
    'expected finite numbers in x of user "bob", sample 0 (from 0), coordinate 1, got null',
  ],
  ['a coordinate beyond all doubles', changed('[0,6]', '[1e999,6]'), 'coordinate 0, got Infinity'],
  ['nested samples', changed('[0,6]', '[[0],[6]]'), 'coordinate 0, got a list of 1'],
  [
    'an unknown key',
    changed('"users"', '"people":[],"users"'),
    'expected only the keys users, num_samples, user_data, hierarchies in the file, got "people"',
  ],
  [
    'an unknown key of a user',
    changed('"y":[1]', '"y":[1],"z":[1]'),
    'expected only the keys x, y in user_data of "bob", got "z"',
  ],
  ['a list', '[]', 'expected a mapping in the file, got a list of 0'],
])('%s is refused', (_, text, message) => {
  const error = refusal(() => parseLeaf(Buffer.from(text), 'leaf.json'));
  expect(error.message).toContain(message);
  expect(error.place.file).toBe('leaf.json');
});

test('a million coordinates are refused', () => {
  const x = [Array<number>(1e6).fill(0)];
  expect(
    refusal(() => parse({ users: ['a'], num_samples: [1], user_data: { a: { x, y: [1] } } })).message,
  ).toContain('expected points of at most 500000 coordinates, got 1000000');
});
