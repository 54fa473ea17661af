/**
 * Data in the JSON layout of LEAF (Caldas et al. 2018): `users`, `num_samples` and `user_data`, which holds
 * every user's samples `x` and their labels `y`. Users are natural clients.
 */

import type { DataSet } from './data-set.ts';
import { readBytes, wrongFile } from './file.ts';
import { parseJson } from './json.ts';
import { numberNames } from './number-names.ts';
import { newPoints } from './points.ts';
import { quote } from './quote.ts';

/** Reads a file as {@link parseLeaf} does. */
export function readLeaf(file: string): DataSet {
  return parseLeaf(readBytes(file), file);
}

/**
 * The samples of all users, in the order of `users`; `file` is its name in errors. Throws `bad-input`, with
 * the user and the sample, for a user who is named twice or has no data, for numbers of samples that are 0 or
 * not as in `num_samples`, samples that are not lists of equally many finite numbers, and labels that are
 * neither all integers nor all strings.
 */
export function parseLeaf(bytes: Uint8Array, file: string): DataSet {
  const users = readUsers(parseJson(bytes, file), (expected, got, where) =>
    wrongFile(file, `expected ${expected} in ${where}, got ${show(got)}`),
  );
  const columns = users[0].x[0].length;
  const points = newPoints(
    users.reduce((sum, { x }) => sum + x.length, 0),
    columns,
    { file },
  );
  users.flatMap(({ x }) => x).forEach((values, i) => points.values.set(values, i * columns));
  const classes = numberNames(users.flatMap(({ y }) => y.map(String)));
  return {
    points,
    truth: classes.numbers,
    classes: classes.names,
    owners: Uint32Array.from(users.flatMap(({ x }, owner) => x.map(() => owner))),
    ownerNames: users.map(({ name }) => name),
    skipped: 0,
  };
}

interface User {
  readonly name: string;
  readonly x: readonly (readonly number[])[];
  readonly y: readonly (string | number)[];
}

/** Makes the error for an unexpected value. */
type Refuse = (expected: string, got: unknown, where: string) => Error;

const KEYS = new Set(['users', 'num_samples', 'user_data', 'hierarchies']);
const USER_KEYS = new Set(['x', 'y']);

/** At least one user, each with samples, and as many labels. */
function readUsers(document: unknown, refuse: Refuse): readonly User[] {
  const whole = mapping(document, KEYS, 'the file', refuse);
  const names = list(whole['users'], 'users', refuse);
  const counts = list(whole['num_samples'], 'num_samples', refuse);
  const known = new Set(names);
  const data = mapping(whole['user_data'], known, 'user_data', refuse);
  if (names.length === 0) throw refuse('a user', names, 'users');
  if (known.size < names.length) {
    throw refuse(
      'distinct users',
      names.find((name, i) => names.indexOf(name) < i),
      'users',
    );
  }
  if (counts.length !== names.length) throw refuse(`${names.length} numbers`, counts, 'num_samples');

  const users = names.map((name, i) => {
    if (typeof name !== 'string') throw refuse('texts', name, 'users');
    const own = Object.hasOwn(data, name) ? data[name] : undefined;
    const { x: samples, y: labels } = mapping(own, USER_KEYS, `user_data of ${quote(name)}`, refuse);
    const x = list(samples, `x of user ${quote(name)}`, refuse);
    const y = list(labels, `y of user ${quote(name)}`, refuse);
    if (x.length === 0) throw refuse('samples', x, `x of user ${quote(name)}`);
    if (counts[i] !== x.length) throw refuse(`${x.length} for user ${quote(name)}`, counts[i], 'num_samples');
    if (y.length !== x.length) throw refuse(`${x.length} labels`, y, `y of user ${quote(name)}`);
    return { name, x, y };
  });
  checkSamples(users, refuse);
  return users;
}

/**
 * Whether every x is a list of as many finite numbers as the first, and every y has the same type as the
 * first.
 */
function checkSamples(
  users: readonly { name: string; x: readonly unknown[]; y: readonly unknown[] }[],
  refuse: Refuse,
): asserts users is readonly User[] {
  const [[first], [label]] = [users[0].x, users[0].y];
  const columns = Array.isArray(first) ? first.length : 0;
  if (columns === 0) throw refuse('a list of numbers', first, `x of user ${quote(users[0].name)}, sample 0`);
  const [type, isLabel] =
    typeof label === 'string' ? ['texts as before', isText] : ['integers as before', Number.isSafeInteger];
  for (const { name, x, y } of users) {
    x.forEach((values, i) => {
      const where = `x of user ${quote(name)}, sample ${i} (from 0)`;
      if (!Array.isArray(values) || values.length !== columns)
        throw refuse(`${columns} numbers`, values, where);
      const wrong = values.findIndex((value) => !Number.isFinite(value));
      if (wrong >= 0) throw refuse('finite numbers', values[wrong], `${where}, coordinate ${wrong}`);
    });
    const wrong = y.findIndex((value) => !isLabel(value));
    if (wrong >= 0) throw refuse(type, y[wrong], `y of user ${quote(name)}, sample ${wrong} (from 0)`);
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

type Mapping = Readonly<Record<string, unknown>>;

function mapping(value: unknown, keys: ReadonlySet<unknown>, where: string, refuse: Refuse): Mapping {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('a mapping', value, where);
  const stranger = Object.keys(value).find((key) => !keys.has(key));
  if (stranger === undefined) return value as Mapping;
  throw refuse(
    `only the keys ${[...keys].slice(0, 4).join(', ')}${keys.size > 4 ? ', …' : ''}`,
    stranger,
    where,
  );
}

function list(value: unknown, where: string, refuse: Refuse): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw refuse('a list', value, where);
}

function show(value: unknown): string {
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'a mapping';
  return typeof value === 'string' ? quote(value) : String(value);
}
