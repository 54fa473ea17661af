import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Directory, type RoleSize } from '../../../../src/core/engine/messages/directory.ts';

/** Roles of different names, some played by one actor, some by several or nobody. */
const casts: fc.Arbitrary<readonly RoleSize[]> = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{1,3}(-[a-z]{1,2})?$/), { maxLength: 5 })
  .chain((roles) =>
    fc.tuple(
      ...roles.map((role) =>
        fc
          .option(fc.nat(20), { nil: undefined })
          .map((count) => (count === undefined ? { role } : { role, count })),
      ),
    ),
  );

describe('of any cast', () => {
  test('names and numbers are inverse, and numbers run role by role', () => {
    fc.assert(
      fc.property(casts, (roles) => {
        const directory = new Directory(roles);
        const expected = roles.flatMap(({ role, count }) =>
          count === undefined ? [role] : Array.from({ length: count }, (_, i) => `${role}-${i + 1}`),
        );
        const numbers = expected.map((_, id) => id);
        expect(directory.size).toBe(expected.length);
        expect(numbers.map((id) => directory.name(id))).toEqual(expected);
        expect(expected.map((name) => directory.find(name))).toEqual(numbers);
      }),
    );
  });

  test('an actor has the role and the place in it that its name says', () => {
    fc.assert(
      fc.property(casts, (roles) => {
        const directory = new Directory(roles);
        for (const { role, count } of roles) {
          const names = directory.names(role);
          expect(names).toHaveLength(count ?? 1);
          names.forEach((name, index) => {
            const id = directory.find(name) ?? -1;
            expect(directory.place(id)).toEqual({ role, index });
            expect(directory.role(id)).toBe(role);
          });
        }
      }),
    );
  });
});

const directory = new Directory([
  { role: 'server' },
  { role: 'client', count: 12 },
  { role: 'edge-node', count: 1 },
]);

test.each([
  ['server', 0],
  ['client-1', 1],
  ['client-12', 12],
  ['edge-node-1', 13],
])('%s is number %d', (name, id) => {
  expect(directory.find(name)).toBe(id);
  expect(directory.name(id)).toBe(name);
});

test.each([
  'server-1',
  'client',
  'client-',
  'client-0',
  'client-13',
  'client--1',
  'client-01',
  'client-1.0',
  'client-1e0',
  'client-0x1',
  'client- 1',
  'client-NaN',
  'client-1-1',
  'edge-node',
  'edge-1',
  'nobody',
  '-1',
  '1',
  '',
  '__proto__',
])('nobody is called "%s"', (name) => {
  expect(directory.find(name)).toBeUndefined();
});

test('nobody is called by a fraction', () => {
  expect(directory.find('client-1.5')).toBeUndefined();
});

test('a number that nobody has is an error', () => {
  expect(() => directory.name(14)).toThrow('there is no actor 14');
  expect(() => directory.role(14)).toThrow('there is no actor 14');
});

test('a role that nobody plays has no names', () => {
  expect(directory.names('helper')).toEqual([]);
  expect(new Directory([{ role: 'client', count: 0 }]).names('client')).toEqual([]);
});

test('two roles of one name are an error', () => {
  expect(() => new Directory([{ role: 'a' }, { role: 'a', count: 3 }])).toThrow('two roles have one name');
});

test('a million actors need no table', () => {
  const million = new Directory([{ role: 'server' }, { role: 'client', count: 1e6 }]);
  expect(million.size).toBe(1e6 + 1);
  expect(million.find('client-1000000')).toBe(1e6);
  expect(million.name(999_999)).toBe('client-999999');
});
